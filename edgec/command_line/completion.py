"""The command line of ``edgec completion``."""

from __future__ import annotations

import click

from edgec import terminal
from edgec.command_line.complete import SHELLS, script
from edgec.command_line.help import command


@command(
    ('eval "$(edgec completion bash)"', "In ~/.bashrc"),
    ("edgec completion zsh > ~/.zfunc/_edgec", "For zsh, in a folder of its fpath"),
    ("edgec completion fish > ~/.config/fish/completions/edgec.fish", "For fish"),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print what a SHELL reads to complete commands, options, targets, boards and layers."""
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    terminal.result_text(script(group, shell).rstrip())
