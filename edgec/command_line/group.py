"""The ``edgec`` command: all its commands in one group.

Heavy modules (numpy, onnx, the stages) are imported inside the commands, so that ``edgec --help`` answers at once.
"""

from __future__ import annotations

import math

import click

from edgec.command_line import (
    accuracy,
    check,
    completion,
    convert,
    diff,
    features,
    inspect,
    new,
    profile,
    prove,
    prune,
    report,
    sbom,
    targets,
    verify,
)
from edgec.command_line.options import click_options
from edgec.converter.graph.errors import OverLimit
from edgec.version import __version__

NO_MEMORY_TO_START = (
    "there is too little memory to load edgec's libraries; raise the limit of this process (ulimit -v, the container's "
    "memory) to 512 MB or more"
)
PROGRAM = "edgec"
MIN_ADDRESS_SPACE = 256 << 20  # bytes


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="'edgec COMMAND --help' ends with examples; 'edgec completion bash' completes targets, boards and layers.",
)
@click.version_option(__version__, prog_name=PROGRAM)
def cli() -> None:
    """ONNX models to small, allocation-free C for microcontrollers."""
    if _address_space() < MIN_ADDRESS_SPACE:  # below it a library ends the process with code 1 and words of its own
        raise OverLimit(NO_MEMORY_TO_START)


def _address_space() -> float:
    """Bytes that this process may map; infinite where the system knows no limit."""
    try:
        import resource
    except ImportError:  # Windows
        return math.inf
    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    return math.inf if soft == resource.RLIM_INFINITY else soft


for command in (
    convert.convert,
    check.check,
    verify.verify,
    new.new,
    profile.profile,
    accuracy.accuracy,
    report.report,
    diff.diff,
    features.features,
    inspect.inspect,
    targets.targets,
    prove.prove,
    prune.prune,
    sbom.sbom,
    completion.completion,
):
    cli.add_command(command)

cli.params[:0] = click_options(PROGRAM)
