"""Let the decoder tell a text on the emulated core: int4 weights, a character a call, the caches being its state.

    python tell.py [--board stm32l4r5] [--quantize int4] [--begin "the arena "] [--count 200]

prints the text, what a character costs (instructions counted under QEMU) and how many a second the board tells by its
clock.  The text must be the one that the simulator in Python tells.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx

sys.path.insert(0, str(Path(__file__).resolve().parent))
import net

import edgec
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate

HERE = Path(__file__).parent
SEED, NOISES, TEMPERATURE = 5, 256, 0.6
CALIBRATION = HERE.parents[1] / "README.md"


def converted(board: str, scheme: str, place: Path) -> edgec.Converted:
    """The decoder as a folder of C; calibrated with the beginning of the README."""
    onnx.save(net.decoder(net.weights()), place / "decoder.onnx")
    text = net.encoded(CALIBRATION.read_text(encoding="utf-8")[:400])
    return edgec.convert(
        place / "decoder.onnx", target=board, name="decoder", quantize=scheme, state=("auto",), package=("cmake",),
        calibration={"character": text[:, None]}, output=place / "decoder", force=True,
    )  # fmt: skip


def noise(scale: float) -> list[int]:
    """Steps of the scores that make the largest one a draw by their shares (Gumbel's distribution)."""
    at = (np.arange(NOISES) + 0.5) / NOISES
    return np.rint(-np.log(-np.log(at)) * TEMPERATURE / scale).astype(int).tolist()


def told(folder: Path, given: np.ndarray, steps: list[int], count: int) -> str:
    """The text that the simulator tells."""
    graph, seed, found, scores = open_folder(folder).graph, SEED, [], np.zeros(0)
    states = {s.input: s.output for s in graph.states}
    held = {n: np.full((1, *graph.tensors[n].shape), graph.tensors[n].quant.z, np.int8) for n in states}
    for at in range(len(given) + count):
        if at >= len(given):
            best = []
            for score in scores:
                seed = (seed * 1664525 + 1013904223) % 2**32
                best.append(int(score) + steps[(seed >> 16) % NOISES])
            found.append(int(np.argmax(best)))
        character = given[at] if at < len(given) else found[-1]
        inputs = [held[n] if n in held else np.full((1, 1), character, np.int64) for n in graph.inputs]
        outputs = dict(zip(graph.outputs, simulate(graph, inputs), strict=True))
        held = {n: outputs[out] for n, out in states.items()}
        scores = outputs[graph.free_outputs[0]].ravel()
    return "".join(net.TEXT[i] for i in found)


def on_the_core(place: Path, given: np.ndarray, steps: list[int], count: int) -> str:
    """Build main.c and run it under QEMU: the text that it tells."""
    characters = net.TEXT.replace("\n", " ")
    (place / "text.h").write_text(
        f"#define TEXT_SEED {SEED}u\n#define TEXT_NOISES {NOISES}u\n#define TEXT_GIVEN {len(given)}u\n"
        f'#define TEXT_COUNT {count}u\nstatic const char text_characters[] = "{characters}";\n'
        f"static const unsigned char text_given[TEXT_GIVEN] = {{{', '.join(map(str, given))}}};\n"
        f"static const short text_noise[TEXT_NOISES] = {{{', '.join(map(str, steps))}}};\n"
    )
    build = str(place / "app")
    cross = ["-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_SYSTEM_NAME=Generic"]
    cross += ["-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY", f"-DMODELS={place.resolve()}"]
    for command in (["cmake", "-S", str(HERE), "-B", build, *cross], ["cmake", "--build", build]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    console = ["-display", "none", "-monitor", "none", "-serial", "null"]
    console += ["-semihosting-config", "enable=on,target=native"]
    emulator = ["qemu-system-arm", "-M", "mps2-an386", *console, "-kernel", f"{build}/app"]
    done = subprocess.run(emulator, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def main() -> int:
    """Print the text and its cost; 1 when core and simulator do not tell the same."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="stm32l4r5")
    parser.add_argument("--quantize", default="int4")
    parser.add_argument("--begin", default="the arena ")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--output", type=Path, default=HERE / "build")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    made = converted(options.board, options.quantize, options.output)
    graph, given = open_folder(made.folder).graph, net.encoded(options.begin)
    steps = noise(graph.tensors[graph.free_outputs[0]].quant.s)
    expected = told(made.folder, given, steps, options.count).replace("\n", " ")
    found = on_the_core(options.output, given, steps, options.count)
    print(f"{options.begin}{found}\n")
    cost = edgec.profile(made)
    count, total = sum(v.size for v in net.weights().values()), cost.profile.total.instructions
    print(f"{total} instructions a character, {total / count:.2f} for each of {count} parameters")
    if cost.latency_ms:
        print(f"{1e3 / cost.latency_ms:.0f} characters a second on {options.board}, by its clock and estimated cycles")
    print(f"the text is {'the' if found == expected else 'NOT the'} one that the simulator tells")
    return int(found != expected)


if __name__ == "__main__":
    sys.exit(main())
