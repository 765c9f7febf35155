"""The register of sources, and what is said of one that cannot be read."""

from pathlib import Path

import pytest

from tallybook.options import OptionsError
from tallybook.sources import Entry, Register, read_register

WHOLE = """
bert:
  authors: Devlin et al.
  title: "BERT: Pre-training"
  year: 2018
  url: https://arxiv.org/abs/1810.04805
  grade: paper
  short: BERT
  adopted: the share of masked positions
  place: §3.1
  version: 2
  checked: 2026-11-30
"""
SHORT = "bert: {authors: A, title: T, year: 2018, url: u}"


@pytest.fixture(name="path")
def _path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "sources.yml"


def read(path: Path, text: str | bytes) -> Register:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_register(path)


def test_all_fields(path: Path) -> None:
    assert read(path, WHOLE).entries == {
        "bert": Entry(
            key="bert",
            authors="Devlin et al.",
            title="BERT: Pre-training",
            year=2018,
            url="https://arxiv.org/abs/1810.04805",
            grade="paper",
            short="BERT",
            adopted="the share of masked positions",
            place="§3.1",
            version="2",
            checked="2026-11-30",
        )
    }


def test_what_is_required_is_enough(path: Path) -> None:
    assert read(path, SHORT).entries == {"bert": Entry("bert", "A", "T", 2018, "u")}


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "{}"])
def test_a_register_may_be_empty_or_missing(text: str, path: Path) -> None:
    assert read_register(path) == read(path, text) == Register("sources.yml", {})


def test_the_nearest_key(path: Path) -> None:
    register = read(path, SHORT)
    assert (register.nearest("brt"), register.nearest("llama")) == ("bert", None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bert: [", "not YAML: "),
        (b"\xff\xfe", "not YAML: "),
        ("year: 2018-99-99", "not YAML: "),
        ("- bert", "write a mapping from keys to sources, with authors, title, year, url each"),
        ("bert: A", "bert is no mapping: give it authors, title, year, url"),
        ("bert: {}", "bert lacks authors, title, year, url"),
        (SHORT.replace("title: T, ", "title: , "), "bert lacks title"),
        (SHORT.replace("url", "ulr"), "bert has no field ulr: did you mean url?"),
        (
            SHORT.replace("url", "isbn"),
            "bert has no field isbn: write one of authors, title, year, url, grade, short, adopted, "
            "place, version, checked",
        ),
        (SHORT.replace("2018", "MMXVIII"), "bert: the year is MMXVIII, which is no whole number"),
        (SHORT.replace("2018", "2018.5"), "bert: the year is 2018.5, which is no whole number"),
        (
            SHORT.replace("authors: A", "authors: [A, B]"),
            "bert: authors is no text: write it on one line, in quotes if need be",
        ),
        (
            SHORT.replace("bert", "the bert"),
            "'the bert' is no key: chapters name it in one word, <!--@ key place -->",
        ),
        (
            f"{SHORT}\n\n{SHORT}",
            "bert stands twice, at lines 1 and 3: give each source a key of its own",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_key(text: str | bytes, message: str, path: Path) -> None:
    with pytest.raises(OptionsError) as raised:
        read(path, text)
    assert str(raised.value).startswith(f"sources.yml: {message}")


def test_each_key_has_its_place(path: Path) -> None:
    register = read(path, f"# 出处\r\n\r\n{SHORT}\r\n")
    assert register.source.place(register.places["bert"].start).line == 3
    assert register.source.slice(register.places["bert"]) == "bert"


@pytest.mark.parametrize(
    ("grade", "message"),
    [
        ("", "bert lacks a grade: write one of paper, model card"),
        (", grade: papr", "bert: there is no grade papr: did you mean paper?"),
        (", grade: blog", "bert: there is no grade blog: write one of paper, model card"),
    ],
)
def test_where_a_book_has_grades_each_source_has_one(grade: str, message: str, path: Path) -> None:
    path.write_text(SHORT.replace("}", f"{grade}}}"))
    with pytest.raises(OptionsError) as raised:
        read_register(path, ("paper", "model card"))
    assert str(raised.value) == f"sources.yml: {message}"


def test_the_register_of_the_book_can_be_read() -> None:
    register = read_register(Path(__file__).parent.parent / "docs" / "sources.yml")
    assert all(entry.key == key for key, entry in register.entries.items())
    assert not [entry.key for entry in register.entries.values() if "utm_" in entry.url]
    assert not [entry.key for entry in register.entries.values() if not (entry.adopted and entry.place)]
