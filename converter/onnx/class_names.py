"""Class names that a model file brings: those of scikit-learn's classifiers, or an entry of its metadata."""

from __future__ import annotations

import ast
import json

import onnx

from edgec.converter.onnx.classifiers import TEXTS

KEYS = ("class_names", "classes", "labels", "names")
"""Entries of the metadata that exporters use; ``names`` is that of Ultralytics, a dictionary by class number."""
MAX_CLASSES = 4096
MAX_NAME = 200  # characters
MAX_TEXT = 1 << 20  # characters of an entry


def class_names(model: onnx.ModelProto) -> tuple[str, ...]:
    """The class names in the order of the scores; none where the file has none, or what it has is of no known form."""
    listed = [a.strings for n in model.graph.node for a in n.attribute if a.name == TEXTS and a.strings]
    labels: list[object] = [s.decode("utf-8", "replace") for s in listed[-1]] if listed else []
    if not labels:
        entries = {e.key.lower(): e.value for e in model.metadata_props if len(e.value) <= MAX_TEXT}
        labels = next((parsed for key in KEYS if key in entries and (parsed := _parsed(entries[key]))), [])
    names = tuple(n for n in labels if isinstance(n, str) and 0 < len(n) <= MAX_NAME)
    return names if len(names) == len(labels) <= MAX_CLASSES and len(set(names)) == len(names) else ()


def _parsed(text: str) -> list[object]:
    """A list, or a dictionary by number, in JSON or as Python writes it; else names between commas or in lines."""
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        if isinstance(value, dict):
            numbered = {str(k): v for k, v in value.items()}
            return [numbered[str(i)] for i in range(len(numbered))] if "0" in numbered and _counted(numbered) else []
        return list(value) if isinstance(value, (list, tuple)) else []
    lines = text.splitlines() if "\n" in text.strip() else text.split(",")
    return [line.strip() for line in lines if line.strip()]


def _counted(numbered: dict[str, object]) -> bool:
    return all(str(i) in numbered for i in range(len(numbered)))
