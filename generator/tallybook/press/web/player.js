// The step player.
