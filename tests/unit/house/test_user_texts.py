"""The texts that a user reads: short, and in words that this test knows.

``tests/texts/words.txt`` is the field's dictionary: a word that is new there is read by a reviewer before it is added
(``python -m tests.unit.house.test_user_texts`` adds those that are missing).  Words of GLOSSARY.md need no entry.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edgec.command_line.strings import PLACE, Text, texts
from tests.conftest import REPO
from tests.unit.house.test_glossary import rows

WORDS = REPO / "tests" / "texts" / "words.txt"
LONGEST = 160  # characters
LONG = {
    "help: ": "an option whose values each need a word, or what a command's proof means",
    "edgec/search/": "names both figures and every remedy",
    "codegen/emit/": "names what the target is for instead",
    "proof/image": "says what is proven instead",
}
"""Places in which a longer text may stand, and the reasons."""
LONGEST_OF_ALL = 260
TRANSLATED = (
    *("in the place of", "were weighed", "are weighed", "ill will", "the edits are yours", "taken for others"),
    *("as a table", "more typical samples", "largest step of", "samples of a step", "gates hold", "may be repeated"),
    *("what that did", "where there is one", "a further "),
)
"""Phrases that a reader of the field would not write."""


def words(text: str) -> set[str]:
    """Words of a text in lower case, without names: options, files, code, what is put in."""
    plain = re.sub(r"'[^']*'|`[^`]*`|--[\w-]+|\S*[\w.]+[=_./\\:|<>@\[\]{}]\S*", " ", text.replace(PLACE, " "))
    return {w.lower() for w in re.findall(r"[A-Za-z]{2,}(?:-[A-Za-z]+)*", plain) if not w.isupper()}


def known() -> set[str]:
    """The dictionary, with the glossary's words."""
    glossary = {word for row in rows(REPO) for word in re.findall(r"[a-z]+", row[0])}
    return {*WORDS.read_text(encoding="utf-8").split(), *glossary}


@pytest.fixture(scope="module")
def all_texts() -> list[Text]:
    found = texts()
    assert len(found) > 900
    return found


def test_texts_are_short(all_texts: list[Text]) -> None:
    long = [t for t in all_texts if len(t.text) > LONGEST]
    assert [t for t in long if not t.where.startswith(tuple(LONG)) or len(t.text) > LONGEST_OF_ALL] == []
    assert {start for start in LONG if not any(t.where.startswith(start) for t in long)} == set()  # no idle reason


def test_words_are_the_fields(all_texts: list[Text]) -> None:
    dictionary = known()
    unknown = {w: t.where for t in all_texts for w in sorted(words(t.text)) if w not in dictionary}
    assert unknown == {}


def test_the_dictionary_is_in_order_and_in_use(all_texts: list[Text]) -> None:
    listed = WORDS.read_text(encoding="utf-8").split()
    assert listed == sorted(set(listed))
    used = {w for t in all_texts for w in words(t.text)}
    assert set(listed) <= used


def test_nothing_reads_translated(all_texts: list[Text]) -> None:
    assert [(t, phrase) for t in all_texts for phrase in TRANSLATED if phrase in t.text.lower()] == []


def test_a_word_that_is_new_would_be_found() -> None:
    found = words("the qwertzed 'name' of --option in a_name and {} of file.py, KB, requantize")
    assert found == {"the", "qwertzed", "of", "in", "and", "requantize"}
    assert "qwertzed" not in known()


def main() -> None:
    """Write the dictionary: what is used, without the glossary's words."""
    glossary = {word for row in rows(REPO) for word in re.findall(r"[a-z]+", row[0])}
    used = {w for t in texts() for w in words(t.text)} - glossary
    Path(WORDS).parent.mkdir(exist_ok=True)
    WORDS.write_text("\n".join(sorted(used)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
