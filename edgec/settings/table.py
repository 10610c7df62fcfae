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
NO_ENTROPY = "'entropy' is no longer a calibrator: it clipped most models far too much; use auto, mse or percentile"
CALIBRATORS = NameType(("auto", "minmax", "percentile", "mse"), (("entropy", NO_ENTROPY),))

# fmt: off
TABLE: tuple[Option, ...] = (
    Option("quiet", f"edgec {ALL}", "Print errors and the requested result only.", group=MESSAGES, short="q",
        flag=True, key=False, keyword=False),
    Option("verbose", f"edgec {ALL}", "Also log passes, stage timings, candidate builds and decisions.",
        group=MESSAGES, short="v", flag=True, key=False, keyword=False),
    Option("verified", "diff", "Output of 'edgec verify --json' for each folder; adds accuracy.", kind=PATH, count=2,
        metavar="OLD.json NEW.json", path=True, keyword=False),
    Option("format", "diff", "markdown: a PR comment; a hidden first line identifies it for updates.",
        kind=click.Choice(["text", "markdown"]), default="text", group=OUTPUT, field="form", keyword=False),
    Option("format", "report", "Output format.",
        kind=click.Choice(["text", "markdown", "junit", "badge", "csv", "json", "html"]), default="text",
        group=OUTPUT, field="form", keyword=False),
    Option("target", "check convert", "Core or board ('edgec targets' lists them), or a .toml file.",
        default="cortex-m4", metavar="NAME", short="t", complete="targets"),
    Option("output", "convert", "Output folder.  [default: ./<name>]", group=OUTPUT, metavar="FOLDER", short="o",
        path=True, keyword=False),
    Option("output", "report", "Output file.  [default: stdout]", group=OUTPUT, metavar="FILE", short="o",
        path=True, keyword=False),
    Option("output", "sbom", "Output file.  [default: stdout]", kind=PATH, group=OUTPUT, metavar="FILE", short="o",
        path=True, keyword=False),
    Option("output", "prune", "The pruned model.", kind=PATH, group=OUTPUT, metavar="FILE.onnx", short="o",
        required=True, path=True, keyword=False),
    Option("name", "convert", "Prefix of the C API.  [default: the file's name]", group=OUTPUT, metavar="NAME"),
    Option("force", "convert", "Overwrite the folder even if it holds edited or other files.", group=OUTPUT,
        flag=True, key=False, keyword=False),
    Option("force", "prune", "Overwrite the output file.", group=OUTPUT, flag=True, key=False, keyword=False),
    Option("check", "convert", "Dry run: exit with 6 if the folder is out of date.", group=OUTPUT,
        flag=True, key=False, keyword=False),
    Option("data", "accuracy", "Evaluation samples, with labels for top-1.", kind=SamplesType(), group=NUMBERS,
        metavar="FILE.npz[:x[:y]]", required=True, complete="files", path=True),
    Option("calibration", "convert", "Calibration samples for quantization; not the evaluation set.",
        kind=SamplesType(), group=NUMBERS, metavar="FILE.npz[:x]", complete="files", path=True),
    Option("calibration", "accuracy", "Calibration samples.  [default: --data]", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x]", complete="files", path=True),
    Option("operators", "inspect", "List the supported operators, and the stages that implement each.", flag=True,
        keyword=False),
    Option("shape", WITH_MODEL, "Set the shape of an input.", group=MODEL, metavar="NAME=1,3,32,32", many=True),
    Option("constant", WITH_MODEL, "Fix an input to a value (numbers or FILE.npy) and remove it from the API.",
        group=MODEL, metavar="NAME=1,2", many=True),
    Option("limit", WITH_MODEL, "Change an import limit: elements per tensor, bytes of constants, nodes, "
        f"seconds.  [default: {Limits()}]", group=MODEL, metavar="NAME=N",
        many=True),
    Option("input-layout", "convert", "keep: the model's dimension order; nhwc: channels-last image inputs, without "
        "a transpose at run time.", kind=click.Choice(["keep", "nhwc"]), default="keep", group=MODEL),
    Option("state", "convert", "Feed this output back as this input at the next call.  VALUE: the first one.  auto: "
        "pairs that names and shapes say.", group=MODEL,
        metavar="INPUT=OUTPUT[=VALUE]", many=True),
    Option("stream", "check convert", "Axis of time in the model's input: a run takes --hop new columns and gives the "
        "bytes of the whole window.", kind=click.IntRange(min=0), group=MODEL, metavar="AXIS"),
    Option("hop", "check convert", "New columns at every run, with --stream.", kind=COUNT, group=MODEL, metavar="N"),
    Option("slices", "convert", "Run in parts too: a call of NAME_step takes at most its budget of estimated "
        "instructions.  N: the smallest budget.", kind=COUNT, group=MODEL, metavar="N"),
    Option("quantize", "convert", "Data type.  auto: integer if the model is quantized or --calibration is given, "
        "else float32; float16: half precision, on cores that compute in it; mixed: chosen for each layer within the "
        "budgets.",
        kind=click.Choice(["auto", "float32", "float16", "int8", "int16x8", "int4", "mixed"]), default="auto",
        group=NUMBERS),
    Option("quantize", "check", "Data type to predict.  auto: int8 if the model is quantized or samples are given, "
        "else float32 and int8.", kind=click.Choice(["auto", "float32", "int8", "int16x8", "int4"]), default="auto",
        group=NUMBERS),
    Option("quantize", "accuracy", "Data type to analyze.", kind=click.Choice(["int8", "int16x8", "int4"]),
        default="int8", group=NUMBERS),
    Option("calibration", "check", "Calibration samples, for the exact int8 result.", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x]", complete="files", path=True),
    Option("measure", "check", "Compile the model instead of estimating; slower.", group=COST, flag=True),
    Option("calibrator", "accuracy convert", "Calibration method.  auto: the one with the smallest output error.",
        kind=CALIBRATORS, default="auto", group=NUMBERS, metavar=f"[{CALIBRATORS.name}]"),
    Option("labels", "convert", "Class names in the order of the scores: one per line, or a JSON list.  [default: the "
        "model's own]", kind=PATH, group=MODEL, metavar="FILE", complete="files", path=True),
    Option("optimize", "convert", "speed: fewest instructions; balanced: most of the speed for less flash; size: "
        "least flash; ram: smallest arena, layers computed row by row.",
        kind=click.Choice(["speed", "balanced", "size", "ram"]), default="speed", group=COST),
    Option("exchange-rate", "convert", "Minimum instructions saved per extra byte of flash.  [default: 0 for speed "
        "and ram, 200 for balanced, 1000 for size]", kind=AT_LEAST_0, group=COST, metavar="N", former=("exchange",)),
    Option("kernels", "convert", kernels_help, default="own", group=COST, metavar=kernels_metavar),
    Option("layer", "accuracy convert", "Data type of one layer.", group=NUMBERS, metavar="NAME=int16", many=True,
        field="layers", complete="layers"),
    Option("write", "accuracy", "Write the best settings found to [convert] of this file.", kind=PATH, group=OUTPUT,
        metavar="edgec.toml", key=False, keyword=False),
    Option("prune", "convert", "Structured pruning to this share of the MACs, flash or instructions.  "
        "auto: until --max-flash, --max-ram or --max-instructions fit.",
        group=COST, metavar="macs=0.6"),
    Option("prune", "prune", "Share of MACs or flash to keep.", group=COST, metavar="macs=0.6", required=True),
    Option("no-crop", "convert prune", "Do not crop the input; prune channels only.", group=COST, flag=True,
        former=("keep-borders",)),
    Option("calibration", "prune", "Samples for selecting channels and reconstructing weights.", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x]", required=True, complete="files", path=True),
    Option("train-data", "prune", "Training samples; labels are optional.", kind=SamplesType(), group=TRAINING,
        metavar="FILE.npz[:x[:y]]", complete="files", path=True),
    Option("train-minutes", "prune", "Training time in minutes.", kind=ABOVE_0, group=TRAINING, metavar="M"),
    Option("train-steps", "prune", "Training steps; reproducible, unlike minutes.", kind=COUNT, group=TRAINING,
        metavar="N"),
    Option("learning-rate", "prune", "Learning rate of Adam, relative to the magnitude of the weights.", kind=ABOVE_0,
        default=3e-3, group=TRAINING, metavar="R", former=("train-rate",)),
    Option("batch-size", "prune", "Batch size.", kind=COUNT, default=64, group=TRAINING, metavar="N",
        former=("train-batch",)),
    Option("qat", "prune", "Quantization-aware training for int8.", group=TRAINING, flag=True, former=("train-int8",)),
    Option("seed", "prune", "Seed for shuffling.", kind=click.IntRange(min=0), default=0, group=TRAINING, metavar="N"),
    Option("checkpoint", "prune", "Save the training state here; resume if the file exists.",
        kind=PATH, group=TRAINING, metavar="FILE", path=True),
    Option("max-instructions", "convert", "Budget of instructions per inference (estimated).", kind=COUNT, group=COST,
        metavar="N"),
    Option("max-flash", "convert", "Flash budget.  Uses int4/int8 weights first, then smaller, slower kernels.",
        kind=Bytes(), group=COST, metavar="BYTES"),
    Option("max-drop", "convert", "Accuracy budget: points of top-1; without labels, percent of changed classes or "
        "of output error.  [default with --prune auto: 5 points, 10 percent]",
        kind=AT_LEAST_0, group=NUMBERS, metavar="POINTS"),
    Option("data", "convert", "Samples for --max-drop.  [default: --calibration]", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True),
    Option("max-ram", "convert", "RAM budget for arena, inputs, outputs and stack; gives up speed only as far as "
        "needed.", kind=Bytes(), group=COST, metavar="BYTES"),
    Option("place", "convert", "Memories for the arena (arena=dtcm,sram), the weights (weights=dtcm:32K; weights=auto: "
        "RAM for those that wait most for flash), a tensor (arena:TENSOR=...) or a layer (weights:LAYER=...).  "
        "[default: hottest data in the fastest memory]",
        group=COST, metavar="WHAT=MEMORY", many=True),
    Option("also", "convert", "Also build for this AArch64 target; selected at run time by CPU features (-t "
        "cortex-a53 --also cortex-a76).", group=COST, metavar="TARGET", many=True, complete="targets"),
    Option("allow-float", "convert", "Keep operators without an integer form in float32.", group=NUMBERS, flag=True),
    Option("argmax", "convert", "Drop a final softmax; the ranking of the classes stays.", group=MODEL, flag=True),
    Option("overwrite-input", "convert", "Keep the inputs in the arena, where runs overwrite them (<name>_input0()).",
        group=COST, flag=True),
    Option("keep-dead-channels", "convert", "Keep channels that cannot affect any output.", group=NUMBERS, flag=True),
    Option("package", "convert", package_help, group=OUTPUT, metavar="FORMAT", many=True),
    Option("keep-model", "convert", "Copy MODEL into the folder; by default it goes to <folder>.model.", group=OUTPUT,
        flag=True),
    Option("release", "convert", "Metadata for packages: version, date, url, license, author or vendor.  "
        "[default: version 0.0.0-m and the model's hash]", group=OUTPUT, metavar="KEY=VALUE", many=True),
    Option("toml", "targets", "Print the file of one target, to start your own from.", flag=True, key=False,
        keyword=False),
    Option("check", "targets", "Check a target file of your own.", kind=PATH, metavar="FILE.toml", complete="files",
        key=False, keyword=False, field="checked"),
    Option("data", "report", "Measure accuracy on these samples in the simulator (markdown, html).",
        kind=SamplesType(), group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True, keyword=False),
    Option("results", "report", "Include the --json output of 'edgec verify', 'accuracy' or 'profile' (markdown, "
        "junit, html).", metavar="FILE.json", many=True, path=True, keyword=False),
    Option("for", "new", "qemu: start-up code, linker script and Makefile, run in the target's emulator; cmake: for "
        "this computer; zephyr: an application; pico: a Pico SDK program; arduino: a sketch.",
        kind=click.Choice(["qemu", "cmake", "zephyr", "pico", "arduino"]), default="qemu", field="kind", keyword=False),
    Option("program", "new", "sample: run a sample of --data; runner: run samples from 'edgec verify --port'; "
        "mlperf-tiny: the benchmark's harness.",
        kind=click.Choice(["sample", "runner", "mlperf-tiny"]), default="sample", keyword=False),
    Option("data", "new", "Samples; the program runs one of them.  [default: zeros]", kind=SamplesType(),
        group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True, keyword=False),
    Option("sample", "new", "Index of the sample to run.", kind=click.IntRange(min=0), default=0, metavar="N",
        field="number", keyword=False),
    Option("data", "verify", "Samples, with labels for top-1.  [default: extreme and random inputs]",
        kind=SamplesType(), group=NUMBERS, metavar="FILE.npz[:x[:y]]", complete="files", path=True),
    Option("target", "verify", "Target to run on.  [default: the folder's]", metavar="NAME", short="t",
        complete="targets"),
    Option("target", "profile", "Target to profile on.  [default: the folder's]", metavar="NAME", short="t",
        complete="targets"),
    Option("output", "features", "Output folder.  [default: .]", kind=PATH, group=OUTPUT, metavar="FOLDER",
        short="o", path=True, keyword=False),
    Option("name", "features", "Prefix of the C API and of the file names.", default="frontend", group=OUTPUT,
        metavar="NAME", keyword=False),
    Option("force", "features", "Overwrite existing files.", group=OUTPUT, flag=True, key=False, keyword=False),
    Option("target", "features", "Core to count instructions on.", default="cortex-m4", metavar="NAME", short="t",
        complete="targets", keyword=False),
    Option("sample-rate", "features", "Sampling rate.", kind=COUNT, default=16000, group=FEATURES, metavar="HZ"),
    Option("frame", "features", "Frame length in samples.", kind=COUNT, default=640, group=FEATURES, metavar="N"),
    Option("hop", "features", "Hop length in samples.", kind=COUNT, default=320, group=FEATURES,
        metavar="N"),
    Option("fft", "features", "FFT length, a power of 2.", kind=COUNT, default=1024, group=FEATURES,
        metavar="N"),
    Option("fft-bits", "features", "Word length of the FFT: 16 takes half the memory.", kind=click.IntRange(16, 32),
        default=32, group=FEATURES, metavar="16|32"),
    Option("window", "features", "Window function (periodic).", default="hann", group=FEATURES,
        kind=click.Choice(["hann", "hamming", "blackman", "rectangle"])),
    Option("power", "features", "Spectrum: 1 for magnitude, 2 for power.", kind=click.IntRange(1, 2), default=2,
        group=FEATURES, metavar="1|2"),
    Option("bands", "features", "Number of mel bands.", kind=COUNT, default=40, group=FEATURES, metavar="N"),
    Option("low-hz", "features", "Lower edge of the first band.", kind=AT_LEAST_0, default=20.0, group=FEATURES,
        metavar="HZ"),
    Option("high-hz", "features", "Upper edge of the last band.", kind=ABOVE_0, default=4000.0, group=FEATURES,
        metavar="HZ"),
    Option("mel", "features", "Mel scale; linear: equal bandwidth in Hz.",
        kind=click.Choice(["htk", "slaney", "linear"]), default="htk", group=FEATURES),
    Option("slopes", "features", "Triangular filters are linear in Hz or in mel.", kind=click.Choice(["hz", "mel"]),
        default="hz", group=FEATURES),
    Option("area", "features", "Normalize each filter to unit area instead of unit height.", group=FEATURES, flag=True),
    Option("log", "features", "Logarithm; db: 10 log10.", kind=click.Choice(["natural", "db", "log2"]),
        default="natural", group=FEATURES),
    Option("floor", "features", "Added before the logarithm.", kind=ABOVE_0, default=1e-6, group=FEATURES,
        metavar="X"),
    Option("floor-rule", "features", "Add the floor, or take the maximum with it.",
        kind=click.Choice(["add", "max"]), default="add", group=FEATURES),
    Option("coefficients", "features", "Number of cepstral coefficients (MFCC); 0 for log-mel.",
        kind=click.IntRange(min=0), default=0, group=FEATURES, metavar="N"),
    Option("cosine", "features", "Scaling of the DCT; htk: the first coefficient times the square root of 2.",
        kind=click.Choice(["orthonormal", "htk"]), default="orthonormal", group=FEATURES),
    Option("spectrum", "features", "Spectral features: of bands, of lines (spectrogram), or none.",
        kind=click.Choice(["bands", "lines", "none"]), default="bands", group=FEATURES),
    Option("axes", "features", "Number of interleaved channels (axes of a sensor).", kind=COUNT, default=1,
        group=FEATURES, metavar="N"),
    Option("statistic", "features", "Add a statistic of the frame, for each axis.", group=FEATURES, many=True,
        kind=click.Choice(["mean", "std", "rms", "min", "max", "crossings"]), field="statistics"),
    Option("normalize", "features", "Z-scores: arrays mean and std, a value for each feature.", group=FEATURES,
        metavar="FILE.npz", path=True),
    Option("library", "features", "Take the parameters from a call of librosa, torchaudio or tf.signal.",
        group=FEATURES, metavar="FILE.json", path=True),
    Option("port", "profile verify", "Run on a device at this serial port, flashed with the runner (edgec new "
        "--program runner, convert --package runner).", metavar="/dev/ttyACM0|socket://HOST:PORT"),
    Option("baud", "profile verify", "Baud rate.", kind=COUNT, default=115_200, metavar="N"),
    Option("timeout", "profile verify", "Give up when the device does not answer for this long.", kind=ABOVE_0,
        default=30, metavar="SECONDS"),
    Option("trace", "profile", "Estimate the cycles of this block trace instead of a folder's.", kind=PATH,
        metavar="FILE", complete="files", path=True, key=False),
    Option("resume", "verify", "Save the device's outputs to this file, and continue from it.", kind=PATH,
        metavar="FILE", path=True, key=False),
    Option("target", "prove", "Target to compile for.  [default: the folder's]", metavar="NAME", short="t",
        complete="targets"),
    Option("on", "verify", "Run on one of them only.  [default: both]", kind=click.Choice(["host", "qemu"])),
    Option("samples", "verify", "Use the first N samples only.", kind=COUNT, metavar="N"),
    Option("min-agreement", "verify", "Minimum correlation with ONNX Runtime's outputs (1 = identical, 0 = none); "
        "integer models.  [default: 0.5 (0 for pruned models)]", kind=click.FloatRange(-1, 1), group=NUMBERS,
        metavar="R"),
    Option("max-drop", "verify", "Maximum loss in points of top-1 against ONNX Runtime; integer models.  [default: 5 "
        "(20 for pruned models), beyond chance (binomial test at 1 %), or [gates]]", kind=AT_LEAST_0, group=NUMBERS,
        metavar="POINTS"),
    Option("min-sqnr", "verify", "Minimum SQNR against ONNX Runtime without labels; integer models.  [default: 10 (3 "
        "for pruned models), or [gates]]", kind=click.FLOAT, group=NUMBERS, metavar="DB"),
    Option("baseline", "report verify", "Earlier folder or report.json to compare with (max_growth_pct of [gates], "
        "html).", metavar="OLD", keyword=False),
    Option("VENDOR", "verify", "Sources of {title}; their rounding is tested first.  [default: {variable}]",
        kind=PATH, metavar="DIR", path=True, within="vendor_folders"),
    Option("model", "verify", "The original model, for ONNX Runtime.  [default: the copy in OUT.model]", kind=PATH,
        metavar="FILE", path=True),
    Option("clock", "profile", "Clock frequency, for the latency.  [default: the board's]", kind=ABOVE_0,
        metavar="MHz"),
    Option("samples", "profile", "Average over N samples.", kind=COUNT, default=1, metavar="N"),
    Option("mix", "profile", "Also show the instruction mix.", flag=True, keyword=False),
    Option("only", "prove", "forms: arithmetic of the layers; runtime: absence of run-time errors.  [default: both]",
        kind=click.Choice(["forms", "runtime"])),
    Option("time", "prove", "Prove instead that the number of instructions does not depend on the inputs, or name the "
        "layers where it does.", flag=True),
    Option("timeout", "prove", "Time limit of each part; the rest counts as not proven.", kind=ABOVE_0,
        default=600, metavar="SECONDS"),
    Option("allow-edited", "profile prove report sbom verify", "Accept files whose hashes differ from report.json.",
        flag=True, key=False),
    Option("config", WITH_SETTINGS, "Settings file.  [default: ./edgec.toml, if present]",
        group=MESSAGES, metavar="FILE", complete="files", key=False, keyword=False),
    Option("json", WITH_JSON, "Print the result as JSON.", group=MESSAGES, flag=True, field="as_json",
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
