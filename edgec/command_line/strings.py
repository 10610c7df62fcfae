"""Every text that a user reads, for who reviews the language: help, errors, notes, refusals.

    python -m edgec.command_line.strings     a line each: where it is, and the text; {} stands for what is put in

Texts are found in the code by what takes them: an exception that is raised, a call that tells or refuses something, a
sentence that is a constant of a module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from edgec.command_line.help import Command, summary

TELLING = frozenset({"notify", "notes", "message", "Refusal", "Misfit", "Check", "result_text"})
"""Functions and classes whose arguments are shown."""
MAX_NAME_WORDS = 2  # a text of fewer is a name
MAX_PHRASE_WORDS = 4  # words of a constant of a module beyond which it is one
PLACE = "{}"


@dataclass(frozen=True)
class Text:
    """A text and where it is: ``help: convert --name``, or a file and a line."""

    where: str
    text: str


def texts() -> list[Text]:
    """All of them, those of help first."""
    return [*_of_help(), *_of_code()]


def _of_help() -> Iterator[Text]:
    from edgec.command_line.group import cli

    yield Text("help: edgec", str(cli.help))
    for name, command in cli.commands.items():
        yield Text(f"help: {name}", summary(command))
        for paragraph in (command.help or "").split("\n\n")[1:]:
            yield Text(f"help: {name}", " ".join(paragraph.split()))
        for param in command.get_params(click.Context(command)):
            record = param.get_help_record(click.Context(command))
            if record is not None and record[1]:
                yield Text(f"help: {name} {record[0]}", record[1])
        if isinstance(command, Command):
            yield from (Text(f"help: {name}, example", purpose) for _, purpose in command.examples)


def _of_code() -> Iterator[Text]:
    for root in _roots(Path(__file__).resolve().parents[1]):
        for file in sorted(root.rglob("*.py")):
            yield from _of_file(file, f"{root.name}/{file.relative_to(root).as_posix()}")


def _roots(package: Path) -> list[Path]:
    """The folders of the package: below it in an install, beside it in a checkout."""
    rooms = ("converter", "quantize", "codegen", "proof", "targets")
    return [package, *(package.parent / room for room in rooms if (package.parent / room / "__init__.py").is_file())]


def _of_file(file: Path, name: str) -> Iterator[Text]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    seen: set[int] = set()
    for node in ast.walk(tree):
        for told in _shown(node):
            for part in ast.walk(told):
                if id(part) in seen or not isinstance(part, (ast.Constant, ast.JoinedStr)):
                    continue
                seen.update(id(p) for p in ast.walk(part))
                text = _text(part)
                if len(text.replace(PLACE, "").split()) > MAX_NAME_WORDS:
                    yield Text(f"{name}:{part.lineno}", text)


def _shown(node: ast.AST) -> list[ast.expr]:
    """Return the expressions that a statement or a call shows to the user."""
    if isinstance(node, ast.Module):  # sentences that have a name
        named = (s.value for s in node.body if isinstance(s, ast.Assign) and _is_constant(s.targets[0]))
        return [v for v in named if isinstance(v, (ast.Constant, ast.JoinedStr)) and _is_sentence(_text(v))]
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return node.exc.args
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return [*node.args, *(k.value for k in node.keywords)] if name in TELLING else []
    return []


def _is_constant(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id.isupper() and not target.id.startswith("_")


def _is_sentence(text: str) -> bool:
    return len(text.split()) > MAX_PHRASE_WORDS and "\n" not in text


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(str(v.value) if isinstance(v, ast.Constant) else PLACE for v in node.values)


def main() -> None:
    """Print them."""
    for one in texts():
        click.echo(f"{one.where}: {one.text}")


if __name__ == "__main__":
    main()
