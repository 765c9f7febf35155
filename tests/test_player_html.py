"""What a step player is in the page itself, before any script: every state, in order, with its number."""

from xml.etree.ElementTree import Element, fromstring

from markdown import Markdown

PLAYER = """
/// player | 从`u`到z
    default: s-2

先看条件。

//// state | s-1 · 变宽
一句话。
////

//// state | s-2 · 再加*回来*

///// details | 注意
里面。
/////
////

//// state | s-3 · 完
一句话。
////
///

后面。
"""


def page(text: str, language: str = "zh") -> Element:
    """The body that a text becomes."""
    extensions = ["pymdownx.blocks.details", "tallybook"]
    html = Markdown(extensions=extensions, extension_configs={"tallybook": {"language": language}}).convert(
        text
    )
    return fromstring(f"<body>{html}</body>")


def words(element: Element) -> str:
    return "".join(element.itertext()).strip()


def test_every_state_is_there_with_its_number_and_its_name() -> None:
    states = page(PLAYER).findall(".//div[@class='tally-states']/div")
    assert [state.get("id") for state in states] == ["s-1", "s-2", "s-3"]
    assert [words(state[0]) for state in states] == ["1 / 3 · 变宽", "2 / 3 · 再加回来（默认）", "3 / 3 · 完"]
    assert [words(state) for state in states if "hidden" in state.attrib] == []


def test_the_default_is_marked_and_is_the_first_where_none_is_named() -> None:
    def default(text: str) -> list[str | None]:
        return [state.get("id") for state in page(text).findall(".//*[@class='tally-state tally-default']")]

    assert default(PLAYER) == ["s-2"]
    plain = PLAYER.replace("    default: s-2\n", "")
    assert default(plain) == ["s-1"]
    assert "默认" not in words(page(plain))


def test_a_player_is_named_by_its_title_and_a_state_by_its_name() -> None:
    body = page(PLAYER)
    (player,) = body.findall("./div[@role='group']")
    named = {element.get("id"): words(element) for element in body.iter() if element.get("id")}
    assert named[player.get("aria-labelledby")] == "从u到z"
    states = player.findall(".//div[@role='group']")
    assert [named[state.get("aria-labelledby")][:5] for state in states] == ["1 / 3", "2 / 3", "3 / 3"]
    assert len(named) == len([element for element in body.iter() if element.get("id")])


def test_what_stands_before_the_states_stays_before_them() -> None:
    (player,) = page(PLAYER).findall("./div")
    assert [child.get("class") for child in player] == ["tally-title", None, "tally-controls", "tally-states"]
    assert words(page(PLAYER)).endswith("后面。")


def test_the_page_says_nothing_that_only_a_script_can_do() -> None:
    assert "播放" not in words(page(PLAYER))
    (player,) = page(PLAYER).findall("./div")
    assert [player.get(f"data-{name}") for name in ("play", "pause", "back", "next")] == [
        "播放",
        "暂停",
        "上一步",
        "下一步",
    ]
    (english,) = page(PLAYER, "en").findall("./div")
    assert (english.get("data-play"), english.get("aria-roledescription")) == ("Play", "step figure")


def test_what_is_no_state_stays_text() -> None:
    assert words(page("/// state | 没有名字\n一句。\n///")).startswith("/// state")
