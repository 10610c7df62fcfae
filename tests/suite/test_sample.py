"""A sample of cases has one of every class; ``make grids`` has all."""

from __future__ import annotations

import pytest

from tests.suite import sample

CASES = ("aa", "ab", "ba", "bb", "cb", "ac")


def test_every_class_has_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "WHOLE", False)
    assert sample.sample(CASES, lambda c: c[0]) == ["aa", "ba", "cb"]
    assert sample.sample(CASES, lambda c: c[0], lambda c: c[1]) == ["aa", "ab", "ba", "cb", "ac"]
    assert sample.sample(CASES, lambda c: c) == list(CASES)


def test_the_whole_is_all_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "WHOLE", True)
    assert sample.sample(CASES, len) == list(CASES)
