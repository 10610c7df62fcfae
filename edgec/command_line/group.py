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
from edgec.command_line.help import Group, hyphenated
from edgec.command_line.options import click_options
from edgec.converter.graph.errors import OverLimit
from edgec.folder.version import described

NO_MEMORY_TO_START = (
    "there is too little memory to load edgec's libraries; raise the limit of this process (ulimit -v, the container's "
    "memory) to 512 MB or more"
)
PROGRAM = "edgec"
MIN_ADDRESS_SPACE = 256 << 20  # bytes


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": hyphenated},
    epilog="'edgec COMMAND --help' shows options and examples.",
)
@click.version_option(described(), prog_name=PROGRAM, message="%(prog)s %(version)s")
def cli() -> None:
    """Compile ONNX models to small, allocation-free C for microcontrollers."""
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


for command in (  # in the order of work, in which help lists them
    check.check,
    convert.convert,
    verify.verify,
    profile.profile,
    report.report,
    new.new,
    accuracy.accuracy,
    prune.prune,
    prove.prove,
    diff.diff,
    features.features,
    inspect.inspect,
    sbom.sbom,
    targets.targets,
    completion.completion,
):
    cli.add_command(command)

cli.params[:0] = click_options(PROGRAM)
