"""AVR under QEMU: the simulator's bytes, in the RAM of the chips; what does not fit 16 bits is refused or told."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.codegen.emit.generate import GenerateOptions, generate
from edgec.codegen.kernels.narrow import CODE_AVR, FAR_SPACE
from edgec.converter.arithmetic.fixed_point import Multiplier, requantize
from edgec.converter.graph.errors import ToolFailed, UnsupportedModel
from edgec.converter.graph.ir import Graph
from edgec.folder.read import OutputFolder, open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.reports.measure import write_files
from edgec.targets.machine.arch.avr import skipped_returns
from edgec.targets.machine.bench import BenchModel, BenchOptions, Port, execute_bench, measure_stack, run_bench
from edgec.targets.machine.compile import STRICT_WARNINGS, compile_files, link
from edgec.targets.machine.emulator import link_flags, write_support
from edgec.targets.machine.profile import profile_model
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import Target, load_target
from tests.builders.codegen_models import float_graph, int8_graph
from tests.builders.cores import run_on
from tests.builders.operators_of_bytes import operators_of_bytes

BOARDS = {"atmega2560": 8192, "atmega328p": 2048, "atmega4809": 6144, "atxmega128a4u": 8192}  # bytes of RAM
MEGA = "atmega2560"
MAIN = Path(__file__).with_name("avr_main.c")
PADDING = "\n".join(
    f'const char padding{i}[32000] __attribute__((section(".progmem.data"), used)) = {{1}};' for i in range(3)
)


def avr(name: str) -> Target:
    """The target, where its tools are there."""
    target = load_target(name)
    if not available(target):
        pytest.skip(f"no compiler or emulator for {name}")
    return target


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> OutputFolder:
    """The digits example, converted for an ATmega2560."""
    avr(MEGA)
    digits = Path(__file__).resolve().parents[2] / "examples" / "digits"
    wanted = ConvertOptions(target=MEGA, calibration=str(digits / "calibration.npz"))
    return open_folder(convert(digits / "digits.onnx", wanted, tmp_path_factory.mktemp("avr") / "out").folder)


def sampled(graph: Graph, count: int) -> np.ndarray:
    shape = (count, *graph.tensors[graph.inputs[0]].shape)
    return np.random.default_rng(30).integers(-128, 128, shape).astype(np.int8)


@pytest.mark.xdist_group("avr")
def test_digits_on_atmega2560_take_1_kb_of_ram(net: OutputFolder) -> None:
    x = sampled(net.graph, 3)
    found = run_bench(net.path, net.bench, net.target, [x], BenchOptions(jobs=1))
    assert np.array_equal(found[0], simulate(net.graph, [x])[0].reshape(3, -1))
    ram, flash = net.report.ram, net.report.flash
    assert ram.stack is not None and ram.data == 0 and ram.total < 1024
    assert flash.measured and flash.weights >= 2170 and 3000 < flash.code < 4200  # type: ignore[operator]
    painted = measure_stack(net.path, net.bench, net.target, [x[:1]])
    assert 0.8 * ram.stack < painted <= ram.stack


@pytest.mark.xdist_group("avr")
@pytest.mark.parametrize("name", [name for name in BOARDS if name != MEGA])
def test_digits_on_other_boards(name: str, net: OutputFolder, tmp_path: Path) -> None:
    ran = run_on(avr(name), "digits", net.graph, tmp_path)
    assert ran.equal
    assert ran.report.ram.stack is not None and ran.report.ram.total < BOARDS[name] / 2
    assert ran.profile is not None and ran.profile.total.cycles is not None
    layers = sum(layer.instructions for layer in ran.profile.layers)
    assert 0.98 * ran.profile.total.instructions < layers <= ran.profile.total.instructions
    assert 1.3 < ran.profile.total.cycles / ran.profile.total.instructions < 1.7


def test_a_fully_connected_net_fits_an_atmega328p(tmp_path: Path) -> None:
    ran = run_on(avr("atmega328p"), "sensor", int8_graph(), tmp_path)
    assert ran.equal and ran.report.ram.total < 512


@pytest.mark.xdist_group("avr")
def test_operators_on_avr(tmp_path: Path) -> None:
    """Constants that a kernel reads as activations lie among the data, and only these."""
    graph = operators_of_bytes()
    ran = run_on(avr(MEGA), "operators", graph, tmp_path)
    assert ran.equal
    assert ran.report.ram.stack is not None and 54 <= ran.report.ram.data < 256  # operands, and parameters of a copy
    assert {layer.op for layer in ran.report.layers} == {node.op for node in graph.nodes}
    strict = (*STRICT_WARNINGS, "-Werror")
    compile_files([tmp_path / "operators.c", tmp_path / "operators_weights.c"], avr(MEGA), tmp_path, extra_flags=strict)


@pytest.mark.parametrize("code", ["", f'#include "{CODE_AVR}"\n'], ids=["C", "assembly"])
def test_requantization_by_products_of_16_bits_is_exact(code: str, tmp_path: Path) -> None:
    """Random sums, and those at the ends and around ties, with factors of every shift, and of nothing."""
    target = avr(MEGA)
    (tmp_path / "bench_main.c").write_text(
        f'#include "edgec_bench_io.h"\n#define EDGEC_NARROW_INT 1\n{code}#include "edgec_fixed.h"\n'
        "int main(void)\n{\n    uint32_t n;\n    int32_t v[3], y;\n"
        '    (void)bench_open("", 0);\n    (void)bench_read(0, &n, sizeof n);\n    while (n-- != 0u) {\n'
        "        (void)bench_read(0, v, sizeof v);\n"
        "        y = edgec_requantize(v[0], v[1], (uint32_t)v[2], -3, -128, 127);\n"
        "        (void)bench_write(1, &y, sizeof y);\n    }\n    return 0;\n}\n",
        encoding="ascii",
    )
    rng, count = np.random.default_rng(7), 600
    shift = rng.integers(1, 63, count).astype(np.int32)
    factor = rng.integers(1 << 30, 1 << 31, count).astype(np.int32)
    near = np.exp2(np.clip(shift - 30.0, 0, 31)) * rng.uniform(-160, 160, count)
    acc = np.clip(np.round(near), -(2.0**31), 2.0**31 - 1).astype(np.int32)
    acc[:8] = [-(2**31), 2**31 - 1, 0, -1, 1, -(2**31), 2**31 - 1, -(2**16)]
    factor[8:16], shift[8:16], acc[8:16] = 0, 1, rng.integers(-(2**31), 2**31, 8)
    runtime = Path(__file__).resolve().parents[2] / "runtime_c"
    include = tuple(f"-I{runtime / folder}" for folder in ("include", "avr"))
    sources = [tmp_path / "bench_main.c", *write_support(target, tmp_path)]
    objects = compile_files(sources, target, tmp_path, extra_flags=include)
    program = link(objects, target, tmp_path / "bench.elf", link_flags(target, tmp_path))
    (work := tmp_path / "work").mkdir()
    rows = np.stack([acc, factor, shift], axis=1).astype("<i4").view(np.uint8)
    found = execute_bench(program, BenchModel("k", (), (), 0), target, work, rows, 4).view("<i4").ravel()
    factors = [Multiplier(int(m), int(s)) for m, s in zip(factor, shift, strict=True)]
    assert found.tolist() == requantize(acc, factors, -3, -128, 127).tolist()


def test_what_is_not_written_for_16_bits_is_refused() -> None:
    who = GenerateOptions("n", load_target(MEGA), "float32", "n", "0" * 64, "test")
    with pytest.raises(UnsupportedModel, match="no kernel for an int of 16 bits; use int8"):
        generate(float_graph(), who)
    with pytest.raises(UnsupportedModel, match="40,000 bytes of weights, and an object has at most 32,767"):
        generate(int8_graph(sizes=(200, 200)), who)


def simulated(folder: Path, more: str, inputs: str, outputs: int, *flags: str) -> list[str]:
    """The lines that ``avr_main.c`` prints under simavr; ``more`` is C that is linked before the model."""
    if shutil.which("simavr") is None:
        pytest.skip("simavr is not installed")
    (folder / "samples.h").write_text(
        f"#include <avr/pgmspace.h>\n#define SAMPLES 1\n#define INPUT {inputs.count(',') + 1}\n"
        f"#define OUTPUT {outputs}\nstatic const signed char samples[] PROGMEM = {{{inputs}}};\n",
        encoding="ascii",
    )
    (folder / "before.c").write_text(more + "\n", encoding="ascii")
    sources = [folder / "before.c", MAIN, folder / "model.c", folder / "model_weights.c"]
    options = ["-mmcu=atmega2560", "-std=gnu99", "-O2", "-DEDGEC_OWN_BLOCKS", f"-I{folder}", *flags]
    program = folder / "program.elf"
    subprocess.run(["avr-gcc", *options, *map(str, sources), "-o", str(program)], check=True, timeout=120)
    command = ["simavr", "-m", MEGA, "-f", "16000000", str(program)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return re.findall(r"\b[0-9a-f]{2,}(?=\.)", re.sub(r"\x1b\[\d*m", "", ran.stdout + ran.stderr))


@pytest.mark.xdist_group("avr")
def test_estimated_cycles_are_those_that_simavr_counts(net: OutputFolder, tmp_path: Path) -> None:
    made = generate(net.graph, GenerateOptions("model", net.target, "int8", "n", "0" * 64, "test"))
    write_files(tmp_path, made.files)
    x = sampled(net.graph, 1)
    line = simulated(tmp_path, "", ", ".join(map(str, x.ravel())), made.plan.outputs[0].nbytes, "-DTIMED")[1]
    found = profile_model(net.path, net.bench, net.target, [x], len(net.report.layers)).total
    assert found.instructions < 20 * net.report.macs
    assert found.cycles == pytest.approx(256 * int(line[:4], 16), rel=0.002)
    assert net.report.instructions == pytest.approx(found.instructions, rel=0.25)


def test_constants_beyond_64_kb_have_addresses_of_24_bits(tmp_path: Path) -> None:
    """Such a program is run by simavr; QEMU misreads its constants."""
    target, graph = avr(MEGA), int8_graph(sizes=(150, 200, 160, 8))
    made = generate(graph, GenerateOptions("model", target, "int8", "n", "0" * 64, "test"))
    assert made.plan.identity.flash_space == FAR_SPACE
    write_files(tmp_path, made.files)
    x = sampled(graph, 1)
    wanted = simulate(graph, [x])[0].astype(np.int8).tobytes().hex()
    assert simulated(tmp_path, "", ", ".join(map(str, x.ravel())), len(wanted) // 2) == ["00", f"00{wanted}"]
    sides = (made.plan.inputs, made.plan.outputs)
    ports = [tuple(Port("int8_t", t.nbytes) for t in side) for side in sides]
    model = BenchModel("model", ports[0], ports[1], made.plan.arena_size, made.plan.arena_align)
    with pytest.raises(ToolFailed, match="misreads the flash beyond 64 KB"):
        run_bench(tmp_path, model, target, [x])


def test_init_refuses_constants_that_were_linked_too_far(tmp_path: Path) -> None:
    graph = int8_graph()
    made = generate(graph, GenerateOptions("model", avr(MEGA), "int8", "n", "0" * 64, "test"))
    write_files(tmp_path, made.files)
    x = ", ".join(map(str, sampled(graph, 1).ravel()))
    outputs = made.plan.outputs[0].nbytes
    assert simulated(tmp_path, "", x, outputs)[0] == "00"
    assert simulated(tmp_path, PADDING, x, outputs)[0] == "0b"


def test_returns_that_may_be_skipped_are_found() -> None:
    code = bytes.fromhex("0e94 0895 97fd 0895 1f93 97ff 0c94 0895 0895".replace(" ", ""))  # call; sbrc, ret; sbrs, jmp
    assert list(skipped_returns(code)) == [6]
