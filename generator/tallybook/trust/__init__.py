"""Whether the gate can be trusted: each guarded number is nudged, and the gate must speak."""
