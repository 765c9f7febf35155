"""Places in a text: lines from 1, columns in code points from 1, whatever the line ends."""

from hypothesis import given
from hypothesis import strategies as st
import pytest

from tallybook.source import NotText, Place, Source, Span, display_width

texts = st.lists(
    st.sampled_from(("\n", "\r", "\r\n", "a", "字", "👩‍👧", "\t", "\x0b", "\x85", "\u2028", "\ufeff"))
).map("".join)


@given(texts)
def test_lines_end_at_three_line_ends_and_no_others(text: str) -> None:
    source = Source("", text)
    lines = [source.line_text(line) for line in range(1, len(source.line_starts) + 1)]
    assert lines == text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for line in range(1, len(lines) + 1):
        span = source.line_span(line)
        assert source.slice(span) == lines[line - 1]
        assert source.place(span.start) == Place(line, 1)
        assert source.place(span.end) == Place(line, len(lines[line - 1]) + 1)


@given(texts)
def test_a_file_is_written_as_it_was_read(text: str) -> None:
    for raw in (text.encode("utf-8"), b"\xef\xbb\xbf" + text.encode("utf-8")):
        assert Source.decode("", raw).encode() == raw


def test_a_byte_order_mark_takes_no_column():
    source = Source.decode("", b"\xef\xbb\xbf\xe5\xad\x975")
    assert (source.text, source.has_mark) == ("字5", True)
    assert source.place(1) == Place(1, 2)


@pytest.mark.parametrize(
    ("raw", "at", "reason"),
    [
        (b"ab\xff", 2, "byte 2 is not UTF-8"),
        ("字".encode("gbk"), 0, "byte 0 is not UTF-8"),
        (b"a\x00b", 1, "byte 1 is NUL"),
        ("a".encode("utf-16"), 0, "byte 0 is not UTF-8"),
    ],
)
def test_bytes_that_are_no_text_are_told(raw: bytes, at: int, reason: str) -> None:
    with pytest.raises(NotText) as told:
        Source.decode("", raw)
    assert (told.value.at, told.value.reason) == (at, reason)


def test_a_span_holds_another():
    assert Span(1, 4).holds(Span(1, 4))
    assert Span(1, 4).holds(Span(2, 3))
    assert not Span(1, 4).holds(Span(2, 5))


@pytest.mark.parametrize(("text", "width"), [("a5", 2), ("字5", 3), ("\t", 0), ("é", 1), ("", 0)])
def test_width_is_that_of_a_terminal(text: str, width: int) -> None:
    assert display_width(text) == width
