"""Man pages, one for each command, made from what ``--help`` says.

python -m edgec.command_line.man FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from edgec.command_line.help import Command, grouped, summary
from edgec.folder.version import __version__

SECTION = 1
HEADER = f'.TH "{{}}" "{SECTION}" "" "edgec {__version__}" "User commands"'


def pages(group: click.Group) -> dict[str, str]:
    """File name -> page in roff, of the program and of each of its commands."""
    names = list(group.commands)
    others = [f"edgec-{name}" for name in names]
    by_name = {f"edgec.{SECTION}": _program(group, names)}
    for name in names:
        command = group.commands[name]
        see = ["edgec", *(o for o in others if o != f"edgec-{name}")]
        by_name[f"edgec-{name}.{SECTION}"] = _page(_of_command(command, name), see)
    return by_name


def _program(group: click.Group, names: list[str]) -> str:
    lines = _start("edgec", group, "edgec", click.Context(group, info_name="edgec"))
    lines.append(".SH COMMANDS")
    for name in names:
        lines += [".TP", f"\\fBedgec {_escaped(name)}\\fR", _escaped(summary(group.commands[name]))]
    return _page(lines, [f"edgec-{name}" for name in names])


def _of_command(command: click.Command, name: str) -> list[str]:
    ctx = click.Context(command, info_name=f"edgec {name}", help_option_names=["-h", "--help"])
    lines = _start(f"edgec-{name}", command, f"edgec {name}", ctx)
    for title, some in grouped([p for p in command.get_params(ctx) if isinstance(p, click.Option)]):
        lines.append(f".SH {title.upper()}")
        for p in some:
            record = p.get_help_record(ctx)
            if record is not None:
                lines += [".TP", f"\\fB{_escaped(record[0])}\\fR", _escaped(record[1] or " ")]
    if isinstance(command, Command) and command.examples:
        lines.append(".SH EXAMPLES")
        for line, purpose in command.examples:
            lines += [
                _escaped(purpose if purpose.endswith("?") else f"{purpose}:"),
                ".PP",
                ".nf",
                _escaped(line),
                ".fi",
                ".PP",
            ]
    return lines


def _start(page: str, command: click.Command, usage: str, ctx: click.Context) -> list[str]:
    purpose = summary(command)
    pieces = " ".join(command.collect_usage_pieces(ctx))
    text = (command.help or "").strip()
    return [
        HEADER.format(page.upper()),
        ".SH NAME",
        f"{_escaped(page)} \\- {_escaped(purpose)}",
        ".SH SYNOPSIS",
        f"\\fB{_escaped(usage)}\\fR {_escaped(pieces)}",
        ".SH DESCRIPTION",
        *(_escaped(line.strip()) or ".PP" for line in text.splitlines()),
    ]


def _page(lines: list[str], see: list[str]) -> str:
    also = ", ".join(f"\\fB{_escaped(name)}\\fR({SECTION})" for name in see)
    return "\n".join([*lines, ".SH SEE ALSO", also, ""])


def _escaped(text: str) -> str:
    """Text in which roff sees no commands."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{safe}" if safe.startswith(".") else safe


def main() -> None:
    """Write the pages into the folder that is named."""
    from edgec.command_line.group import cli

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in pages(cli).items():
        (folder / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
