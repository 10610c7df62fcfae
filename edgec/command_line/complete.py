"""Completion in shells: targets and boards, layers of a model, files; and the scripts that set it up."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_EDGEC_COMPLETE"
PRECISIONS = ("int4", "int8", "int16", "float32")


def targets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Cores and boards, and files of one's own targets."""
    from edgec.targets.own import own_targets
    from edgec.targets.shipped import described_targets

    known = [*described_targets(), *((name, str(file)) for name, file in own_targets().items())]
    items = [CompletionItem(name, help=text) for name, text in known if name.startswith(incomplete)]
    return items or files(_ctx, _param, incomplete)


def files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The shell's own completion of files."""
    return [CompletionItem(incomplete, type="file")]


def layers(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """``NAME=PRECISION`` with the layers of the command's model: an ONNX file, an ``.edge`` file or a folder."""
    name, equals, value = incomplete.rpartition("=")
    if equals:
        return [CompletionItem(f"{name}={p}") for p in PRECISIONS if p.startswith(value)]
    return [CompletionItem(f"{n}=") for n in _layer_names(ctx.params.get("model")) if n.startswith(incomplete)]


def _layer_names(model: object) -> list[str]:
    """Names of the layers with weights; none when the model cannot be read, which the command itself will tell."""
    if not isinstance(model, (str, Path)):
        return []
    from edgec import pipeline
    from edgec.converter.graph.errors import EdgecError
    from edgec.converter.ops.registry import has_trait
    from edgec.converter.ops.spec import Trait
    from edgec.samples.binding import Bindings

    try:
        graph = pipeline.load_graph(Path(model), Bindings(), lambda _: None)
    except (EdgecError, OSError):
        return []
    return [node.name for node in graph.nodes if has_trait(node, Trait.MIXES_CHANNELS)]


def script(group: click.Group, shell: str) -> str:
    """Return the text that a shell reads to complete ``edgec``."""
    kind = get_completion_class(shell)
    assert kind is not None, shell
    return kind(group, {}, "edgec", VARIABLE).source()
