"""The command line of ``edgec completion``."""

from __future__ import annotations

import click

from edgec.command_line.complete import SHELLS, script
from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec completion bash", "For eval in ~/.bashrc"),
    ("edgec completion zsh", "For a file _edgec in a folder of zsh's fpath"),
    ("edgec completion fish", "For ~/.config/fish/completions/edgec.fish"),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a SHELL."""
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    terminal.result_text(script(group, shell).rstrip())
