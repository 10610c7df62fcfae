"""The table of options: each is stated here, once, for all commands that take it.

``command_line.options`` makes click's options of it, ``settings.file`` reads ``edgec.toml`` by it, ``settings.coerce``
checks what Python gives, and help, man pages and the reference show it.
"""

from __future__ import annotations

from pathlib import Path

import click

from edgec.converter.graph.limits import Limits
from edgec.settings.choices import (
    for_each_vendor,
    kernels_help,
    kernels_metavar,
    package_help,
    package_metavar,
)
from edgec.settings.option import (
    COST,
    FEATURES,
    MESSAGES,
    MODEL,
    NUMBERS,
    OUTPUT,
    TRAINING,
    Bytes,
    NameType,
    Option,
    SamplesType,
)

ALL = "accuracy check completion convert diff features inspect new profile prove prune report sbom targets verify"
WITH_SETTINGS = "accuracy check convert diff features new profile prove prune report sbom verify"
WITH_JSON = "accuracy check convert diff features inspect new profile prove prune report targets verify"
WITH_MODEL = "accuracy check convert inspect prune"
AT_LEAST_0 = click.FloatRange(min=0)
ABOVE_0 = click.FloatRange(min=0, min_open=True)
COUNT = click.IntRange(min=1)
PATH = click.Path(path_type=Path)
IMPORT = frozenset({"shape", "constant", "limit"})
"""Together they say how a model is imported: one value, ``bind``."""
NO_ENTROPY = "'entropy' is no calibrator any more: it cut off far too much of most models; take auto, mse or percentile"
CALIBRATORS = NameType(("auto", "minmax", "percentile", "mse"), (("entropy", NO_ENTROPY),))

# fmt: off
TABLE: tuple[Option, ...] = (
    Option("quiet", f"edgec {ALL}", "Errors only, and the results that are asked for.", group=MESSAGES, short="q",
        flag=True, key=False, keyword=False),
    Option("verbose", f"edgec {ALL}", "Passes and stages with their times, builds that are tried, choices.",
        group=MESSAGES, short="v", flag=True, key=False, keyword=False),
    Option("verified", "diff", "What `edgec verify --json` printed for each: adds the accuracy.", kind=PATH, count=2,
        metavar="OLD.json NEW.json", path=True, keyword=False),
    Option("format", "diff", "markdown: a comment, whose first line, not shown, names it.",
        kind=click.Choice(["text", "markdown"]), default="text", group=OUTPUT, field="form", keyword=False),
    Option("format", "report", "What to write.",
        kind=click.Choice(["text", "markdown", "junit", "badge", "csv", "json", "html"]), default="text",
        group=OUTPUT, field="form", keyword=False),
    Option("target", "check convert", "Core or board to generate for; `edgec targets` lists them.",
        default="cortex-m4", metavar="NAME", short="t", complete="targets"),
    Option("output", "convert", "Output folder.  [default: ./<name>]", group=OUTPUT, metavar="FOLDER", short="o",
        path=True, keyword=False),
    Option("output", "report", "Write to this file.  [default: stdout]", group=OUTPUT, metavar="FILE", short="o",
        path=True, keyword=False),
    Option("output", "sbom", "Write it there, not to stdout.", kind=PATH, group=OUTPUT, metavar="FILE", short="o",
        path=True, keyword=False),
    Option("output", "prune", "The result.", kind=PATH, group=OUTPUT, metavar="FILE.onnx", short="o", required=True,
        path=True, keyword=False),
    Option("name", "convert", "Prefix of the generated API.  [default: from the file's name]", group=OUTPUT,
        metavar="NAME"),
    Option("force", "convert", "Replace the output folder even when edgec did not make it all.", group=OUTPUT,
        flag=True, key=False, keyword=False),
    Option("force", "prune", "Replace the output file.", group=OUTPUT, flag=True, key=False, keyword=False),
    Option("check", "convert", "Write nothing; say whether the folder is up to date, else exit 6.", group=OUTPUT,
        flag=True, key=False, keyword=False),
    Option("data", "accuracy", "Samples, and labels for top-1.", kind=SamplesType(), group=NUMBERS,
        metavar="FILE.npz[:x[:y]]", required=True, complete="files", path=True),
    Option("calibration", "convert", "Samples to calibrate int8 with; not your evaluation set.", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x]", complete="files", path=True),
    Option("calibration", "accuracy", "Samples to calibrate with.  [default: --data]", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x]", complete="files", path=True),
    Option("operators", "inspect", "List the operators of graphs, and the stages with a rule for each.", flag=True,
        keyword=False),
    Option("shape", WITH_MODEL, "Bind the shape of a model input; may be repeated.", group=MODEL,
        metavar="NAME=1,3,32,32", many=True),
    Option("constant", WITH_MODEL, "Fix a model input to a value (numbers or FILE.npy); it leaves the API; may be "
        "repeated.", group=MODEL, metavar="NAME=1,2", many=True),
    Option("limit", WITH_MODEL, "What the model may ask for at most: elements of a tensor, bytes of constants, "
        f"nodes after unrolling, seconds of time; may be repeated.  [default: {Limits()}]", group=MODEL,
        metavar="NAME=N", many=True),
    Option("input-layout", "convert", "keep: inputs in the model's dimension order; nhwc: image inputs channels "
        "last, no transpose at run time.", kind=click.Choice(["keep", "nhwc"]), default="keep", group=MODEL),
    Option("quantize", "convert", "auto: integers when the model is quantized or a calibration set is given, else "
        "float32.", kind=click.Choice(["auto", "float32", "int8", "int16x8", "int4", "mixed"]), default="auto",
        group=NUMBERS),
    Option("quantize", "check", "What to predict.  auto: int8 when the model is quantized or samples are given, "
        "else float32 and int8.", kind=click.Choice(["auto", "float32", "int8", "int16x8", "int4"]), default="auto",
        group=NUMBERS),
    Option("quantize", "accuracy", "", kind=click.Choice(["int8", "int16x8", "int4"]), default="int8",
        group=NUMBERS),
    Option("calibration", "check", "Samples: predicts what convert makes of them.", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x]", complete="files", path=True),
    Option("measure", "check", "Build and compile it, which takes longer, instead of estimating.", group=COST,
        flag=True),
    Option("calibrator", "accuracy convert", "How ranges are read from the samples; auto: what serves the outputs "
        "best.", kind=CALIBRATORS, default="auto", group=NUMBERS, metavar=f"[{CALIBRATORS.name}]"),
    Option("optimize", "convert", "speed: fewest instructions; balanced: no flash for little speed; size: least "
        "flash, measured; ram: smallest arena that is found, layers computed together, row by row.",
        kind=click.Choice(["speed", "balanced", "size", "ram"]), default="speed", group=COST),
    Option("exchange", "convert", "Instructions that a kernel must save for each byte of flash it takes more.  "
        "[default: 0 for speed and ram, 200 for balanced, 1000 for size]", kind=AT_LEAST_0, group=COST, metavar="N"),
    Option("kernels", "convert", kernels_help, default="own", group=COST, metavar=kernels_metavar),
    Option("layer", "accuracy convert", "Precision of one layer; may be repeated.", group=NUMBERS,
        metavar="NAME=int16", many=True, field="layers", complete="layers"),
    Option("write", "accuracy", "Keep the settings that win most in this file's table [convert], with which edgec "
        "convert has that accuracy.", kind=PATH, group=OUTPUT, metavar="edgec.toml", key=False, keyword=False),
    Option("prune", "convert", "Take channels out, and borders off images, until this share of the unpruned "
        "model's macs, flash or instructions is left, and fit the others to the samples; auto: as far as "
        "--max-flash, --max-ram or --max-instructions ask for.", group=COST, metavar="macs=0.6"),
    Option("prune", "prune", "What may stay: a share of MACs or flash.", group=COST, metavar="macs=0.6",
        required=True),
    Option("keep-borders", "convert prune", "Prune channels alone: no rows and columns at the borders of images "
        "(they go where samples show that it disturbs less).", group=COST, flag=True),
    Option("calibration", "prune", "Samples that show what channels do.", kind=SamplesType(), group=NUMBERS,
        metavar="FILE.npz[:x]", required=True, complete="files", path=True),
    Option("train-data", "prune", "Samples to train with, with labels or without.", kind=SamplesType(), group=TRAINING,
        metavar="FILE.npz[:x[:y]]", complete="files", path=True),
    Option("train-minutes", "prune", "Time to train.", kind=ABOVE_0, group=TRAINING, metavar="M"),
    Option("train-steps", "prune", "Steps to train: the same result again.", kind=COUNT, group=TRAINING,
        metavar="N"),
    Option("train-rate", "prune", "Largest step of Adam, as a share of the weights' size.", kind=ABOVE_0,
        default=3e-3, group=TRAINING, metavar="R"),
    Option("train-batch", "prune", "Samples of a step.", kind=COUNT, default=64, group=TRAINING, metavar="N"),
    Option("train-int8", "prune", "Train with the rounding of int8.", group=TRAINING, flag=True),
    Option("seed", "prune", "Of the order of the samples.", kind=click.IntRange(min=0), default=0, group=TRAINING),
    Option("checkpoint", "prune", "Holds the state of the training, which goes on from it when it exists.",
        kind=PATH, group=TRAINING, metavar="FILE", path=True),
    Option("max-instructions", "convert", "Instructions of an inference at most, as estimated; --prune auto "
        "reaches for it.", kind=COUNT, group=COST, metavar="N"),
    Option("max-flash", "convert", "Flash: int4 or int8 layers, then slower kernels.", kind=Bytes(), group=COST,
        metavar="BYTES"),
    Option("max-drop", "convert", "Top-1 points to lose; without labels, percent of samples whose class changes, "
        "or of error (README).  [default with --prune auto: 5 points of top-1, 10 percent of classes or of error]",
        kind=AT_LEAST_0, group=NUMBERS, metavar="POINTS"),
    Option("data", "convert", "What --max-drop is measured on.  [default: --calibration]", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True),
    Option("max-ram", "convert", "RAM for arena, inputs, outputs and stack; speed is traded for RAM only as far as "
        "this asks for.", kind=Bytes(), group=COST, metavar="BYTES"),
    Option("place", "convert", "Memories of the target for arena=... or weights=... (dtcm,sram or dtcm:32K), or "
        "one for arena:TENSOR=..., weights:LAYER=...; may be repeated.  [default: all of them, hottest data in the "
        "fastest]", group=COST, metavar="WHAT=MEMORY", many=True),
    Option("state", "convert", "The output is fed back as the input: both get one scale, for the bytes to mean the "
        "same; may be repeated.", metavar="INPUT=OUTPUT", many=True),
    Option("also", "convert", "A further AArch64 target, of more instructions, in the same folder: the program "
        "chooses when it starts; may be repeated (-t cortex-a53 --also cortex-a76 --also armv8-i8mm).", group=COST,
        metavar="TARGET", many=True, complete="targets"),
    Option("allow-float", "convert", "Let operators without an integer form stay in float32.", group=NUMBERS,
        flag=True),
    Option("argmax", "convert", "Leave out a last softmax: the largest score stays the largest.", group=MODEL,
        flag=True),
    Option("keep-dead-channels", "convert", "Keep channels that cannot change any output byte (by default they go "
        "where that pays).", group=NUMBERS, flag=True),
    Option("package", "convert", package_help, metavar=package_metavar, many=True),
    Option("keep-model", "convert", "A copy of MODEL in the folder, not beside it in <folder>.model.", group=OUTPUT,
        flag=True),
    Option("data", "report", "Measure accuracy in the simulator (markdown, html).", kind=SamplesType(), group=NUMBERS,
        metavar="FILE.npz[:x[:y]]", complete="files", path=True, keyword=False),
    Option("results", "report", "What 'edgec verify', 'accuracy' or 'profile' wrote with --json, to be shown too "
        "(markdown, junit, html); may be repeated.", metavar="FILE.json", many=True, path=True, keyword=False),
    Option("for", "new", "qemu: start-up code, linker script and Makefile, run by the target's emulator; cmake: for "
        "this computer; zephyr: an application; pico: a program of the Pico SDK; arduino: a sketch.",
        kind=click.Choice(["qemu", "cmake", "zephyr", "pico", "arduino"]), default="qemu", field="kind", keyword=False),
    Option("program", "new", "What it does.  sample: runs one of --data; runner: runs what edgec verify --port sends "
        "over a serial line; mlperf-tiny: the benchmark's harness.",
        kind=click.Choice(["sample", "runner", "mlperf-tiny"]), default="sample", keyword=False),
    Option("data", "new", "Samples, of which the program runs one.  [default: zeros]", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True, keyword=False),
    Option("sample", "new", "Which of them, from 0.", kind=click.IntRange(min=0), default=0, metavar="N",
        field="number", keyword=False),
    Option("data", "verify", "Samples, and labels for top-1.  [default: extreme and seeded random inputs]",
        kind=SamplesType(), group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True),
    Option("target", "verify", "Target to run for.  [default: the one OUT was made for]", metavar="NAME", short="t",
        complete="targets"),
    Option("target", "profile", "Target to profile for.  [default: the one OUT was made for]", metavar="NAME",
        short="t", complete="targets"),
    Option("target", "prove", "Target to prove for.  [default: the one OUT was made for]", metavar="NAME", short="t",
        complete="targets"),
    Option("output", "features", "Folder of the files.  [default: .]", kind=PATH, group=OUTPUT, metavar="FOLDER",
        short="o", path=True, keyword=False),
    Option("name", "features", "Prefix in C, and name of the files.", default="frontend", group=OUTPUT, metavar="NAME",
        keyword=False),
    Option("force", "features", "Replace the files.", group=OUTPUT, flag=True, key=False, keyword=False),
    Option("target", "features", "Core to count instructions on.", default="cortex-m4", metavar="NAME", short="t",
        complete="targets", keyword=False),
    Option("sample-rate", "features", "Samples a second.", kind=COUNT, default=16000, group=FEATURES, metavar="HZ"),
    Option("frame", "features", "Samples of a frame.", kind=COUNT, default=640, group=FEATURES, metavar="N"),
    Option("hop", "features", "Samples from one frame to the next.", kind=COUNT, default=320, group=FEATURES,
        metavar="N"),
    Option("fft", "features", "Length of the transform, a power of 2.", kind=COUNT, default=1024, group=FEATURES,
        metavar="N"),
    Option("window", "features", "Periodic.", kind=click.Choice(["hann", "hamming", "rectangle"]), default="hann",
        group=FEATURES),
    Option("power", "features", "1: magnitudes; 2: powers.", kind=click.IntRange(1, 2), default=2, group=FEATURES),
    Option("bands", "features", "Mel bands.", kind=COUNT, default=40, group=FEATURES, metavar="N"),
    Option("low-hz", "features", "Where the first band begins.", kind=AT_LEAST_0, default=20.0, group=FEATURES,
        metavar="HZ"),
    Option("high-hz", "features", "Where the last band ends.", kind=ABOVE_0, default=4000.0, group=FEATURES,
        metavar="HZ"),
    Option("mel", "features", "The mel scale.", kind=click.Choice(["htk", "slaney"]), default="htk", group=FEATURES),
    Option("slopes", "features", "Bands are triangles over Hz or over mel.", kind=click.Choice(["hz", "mel"]),
        default="hz", group=FEATURES),
    Option("area", "features", "Bands have the area 1, not the height.", group=FEATURES, flag=True),
    Option("log", "features", "The logarithm; db: 10 log10.", kind=click.Choice(["natural", "db", "log2"]),
        default="natural", group=FEATURES),
    Option("floor", "features", "What is added before the logarithm.", kind=ABOVE_0, default=1e-6, group=FEATURES,
        metavar="X"),
    Option("coefficients", "features", "Cepstral coefficients (MFCC); 0: the bands themselves.",
        kind=click.IntRange(min=0), default=0, group=FEATURES, metavar="N"),
    Option("cosine", "features", "orthonormal; htk: the first coefficient is larger by the root of 2.",
        kind=click.Choice(["orthonormal", "htk"]), default="orthonormal", group=FEATURES),
    Option("port", "profile verify", "Run it on a device at this serial port, whose program has the runner (edgec new "
        "--program runner, convert --package runner).", metavar="/dev/ttyACM0|socket://HOST:PORT"),
    Option("baud", "profile verify", "Speed of the port.", kind=COUNT, default=115_200, metavar="N"),
    Option("timeout", "profile verify", "A device is given up that does not answer for this time.", kind=ABOVE_0,
        default=30, metavar="SECONDS"),
    Option("resume", "verify", "Keep what the device gave in this file, and go on from it when it exists.", kind=PATH,
        metavar="FILE", path=True, key=False),
    Option("on", "verify", "Run only there.  [default: both]", kind=click.Choice(["host", "qemu"])),
    Option("samples", "verify", "Use the first N samples only.", kind=COUNT, metavar="N"),
    Option("min-agreement", "verify", "Integer models: minimum correlation with ONNX Runtime's outputs on --data, "
        "else on random inputs (1 = identical, 0 = none), else exit 5.  [default: 0.5; 0 for pruned models]",
        kind=click.FloatRange(-1, 1), metavar="R"),
    Option("max-drop", "verify", "Integer models, labelled --data: points of top-1 that may be lost against ONNX "
        "Runtime, else exit 5.  [default: 5 (20 for pruned models) beyond chance, by a binomial test at 1 %; "
        "max_drop of [gates] where it is set]", kind=AT_LEAST_0, group=NUMBERS, metavar="POINTS"),
    Option("min-sqnr", "verify", "Integer models, --data without labels: minimum SQNR of the outputs against ONNX "
        "Runtime's, else exit 5.  [default: 10 (3 for pruned models); min_sqnr of [gates] where it is set]",
        kind=click.FLOAT, metavar="DB"),
    Option("baseline", "report verify", "Folder or report.json that max_growth_pct of [gates] is counted against, "
        "and the page compares with.", metavar="OLD", keyword=False),
    Option("VENDOR", "verify", "The sources of {title} that OUT calls are here; how they round is tested first.  "
        "[default: {variable}]", kind=PATH, metavar="DIR", path=True, within="vendor_folders"),
    Option("model", "verify", "The model that OUT was made from.  [default: the copy in OUT.model, else without "
        "ONNX Runtime]", kind=PATH, metavar="FILE", path=True),
    Option("clock", "profile", "Clock for the latency.", kind=ABOVE_0, metavar="MHz"),
    Option("samples", "profile", "Mean over N.", kind=COUNT, default=1, metavar="N"),
    Option("mix", "profile", "Show the classes of executed instructions too.", flag=True, keyword=False),
    Option("only", "prove", "Only this part.  [default: both]", kind=click.Choice(["forms", "runtime"])),
    Option("timeout", "prove", "Time for each part; what is not proven by then counts as not proven.", kind=ABOVE_0,
        default=600, metavar="SECONDS"),
    Option("allow-edited", "profile prove report sbom verify", "Go on when files of OUT are not as edgec wrote "
        "them (hashes in report.json); the edits are yours.", flag=True, key=False),
    Option("config", WITH_SETTINGS, "Settings file; without it ./edgec.toml is read when there is one.",
        group=MESSAGES, metavar="FILE", complete="files", key=False, keyword=False),
    Option("json", WITH_JSON, "Print the result as JSON on stdout.", group=MESSAGES, flag=True, field="as_json",
        key=False, keyword=False),
)
# fmt: on


def options_of(command: str) -> tuple[Option, ...]:
    """The options of a command, in order; a record that stands for each vendor's library gives one for each."""
    return tuple(option for record in TABLE if command in record.commands.split() for option in for_each_vendor(record))


def option_of(command: str, name: str) -> Option:
    """One option of a command."""
    return next(option for option in options_of(command) if option.name == name)


def commands_with(name: str) -> tuple[str, ...]:
    """The commands that take an option of this name."""
    return tuple(sorted({command for o in TABLE if o.name == name for command in o.commands.split()}))
