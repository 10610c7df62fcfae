"""SUPPORTED_OPS.md, written from the rules that lower and refuse: ``python -m edgec.converter.onnx.supported``."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import onnx.defs

from edgec.converter.graph.limits import Limits
from edgec.converter.lower.registry import RULES
from edgec.converter.onnx.nodes import OLDEST_FORM
from edgec.converter.onnx.remedies import REMEDIES

HEAD = f"""# Supported ONNX operators

Written by `python -m edgec.converter.onnx.supported`, from the rules that convert and refuse; a test keeps it current.
[docs/conformance.md](docs/conformance.md) lists ONNX's own tests, passed or with the reason.

- Shapes are static: dynamic dimensions are given with `--shape`, and what decides a shape must be a constant in the
  model or be bound with `--constant NAME=VALUE`. Arithmetic on shapes and constants disappears at compile time.
- Operators of opset {OLDEST_FORM} and later; older ones where their form is the same.
- Model-local functions are inlined; If, Loop and Scan are unrolled.
- float32 is computed in float32, integers and bools exactly in their own type. float16 and float64 may be stored in
  inputs, outputs and weights; they are computed in float32, with a notice for float64.
- int8 models: see the quantization rules in DESIGN.md; an operator without an integer form is refused there unless
  float is allowed.
- Tensors have up to 8 dimensions and, unless `--limit elements=NUMBER` says otherwise, {{}} elements at most.
"""


NEEDS_MORE = frozenset({"Bernoulli", "SequenceMap"})  # their bodies use random numbers and sequences


def first_paragraph(text: str | None) -> str:
    """A docstring as one line."""
    return " ".join((text or "").split("\n\n")[0].split()).replace("|", "\\|")


def by_function() -> list[tuple[str, str]]:
    """(domain, operator) of what ONNX itself defines by a function, and no rule takes."""
    newest: dict[tuple[str, str], Any] = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        key = (schema.domain, schema.name)
        if key not in newest or newest[key].since_version < schema.since_version:
            newest[key] = schema
    bodies = {k for k, s in newest.items() if not s.deprecated and (s.has_function or s.has_context_dependent_function)}
    return sorted(k for k in bodies if k not in RULES and k[1] not in NEEDS_MORE)


def page() -> str:
    """The file's text."""
    lines = [HEAD.format(Limits().elements)]
    for domain in sorted({d for d, _ in RULES}):
        lines += [f"## {domain or 'ai.onnx'}", "", "| operator | how, and its limits |", "|---|---|"]
        for (d, name), rule in sorted(RULES.items()):
            if d == domain:
                lines.append(f"| {name} | {first_paragraph(inspect.getdoc(rule))} |")
        lines.append("")
    lines += ["## By their definition in ONNX", ""]
    lines.append("These are expanded into the function body that ONNX gives them, as far as that uses what is above:")
    lines.append("")
    names: dict[str, list[str]] = {}
    for domain, name in by_function():
        names.setdefault(domain, []).append(name)
    lines += [f"- {domain or 'ai.onnx'}: {', '.join(operators)}" for domain, operators in sorted(names.items())]
    lines += ["", "## Not supported", "", "| operator | what to do instead |", "|---|---|"]
    lines += [f"| {f'{d}.' if d else ''}{name} | {remedy} |" for (d, name), remedy in sorted(REMEDIES.items())]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.stdout.write(page())
