"""Keyword spotting from raw audio: front end and model as C on the emulated core, beside Python and float features.

    python spot.py kws_ref_model.onnx [--clips 200] [--on-core 8]

The model takes 49 frames of 10 MFCCs, as that of MLPerf Tiny does.  Clips are synthetic: pulses of a voice's pitch
through moving resonances, and hissing; they stand in for recordings, so that no accuracy follows from them, only how
often integer features give another class than float64 ones.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

import edgec
from edgec.codegen.features.spec import FeatureSpec, float_features
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate

HERE = Path(__file__).parent
RATE, SECOND, SHAPE = 16000, 16000, (49, 10, 1)
FRONT = {
    "frame": 480, "hop": 320, "fft": 512, "power": 1, "bands": 40, "low_hz": 20.0, "high_hz": 4000.0, "slopes": "mel",
    "cosine": "htk", "coefficients": 10, "floor": 1e-6,
}  # fmt: skip


def clip(seed: int) -> np.ndarray:
    """A second of something like a syllable, int16."""
    random, t = np.random.default_rng(seed), np.arange(SECOND) / RATE
    pitch = random.uniform(90.0, 220.0) * (1.0 + random.uniform(-0.3, 0.3) * t)
    phase = 2.0 * np.pi * np.cumsum(pitch) / RATE
    voice = np.zeros(SECOND)
    resonances = [random.uniform(*ends, 2) for ends in ((250.0, 900.0), (800.0, 2500.0), (2200.0, 3600.0))]
    for k in range(1, 40):
        gain = sum(np.exp(-(((k * pitch - (a + (b - a) * t)) / 120.0) ** 2)) for a, b in resonances)
        voice += gain * np.sin(k * phase)
    begin, length = random.uniform(0.1, 0.4), random.uniform(0.2, 0.5)
    voice *= np.clip(np.minimum(t - begin, begin + length - t) / 0.03, 0.0, 1.0)
    hiss = random.normal(0.0, 1.0, SECOND) * np.exp(-(((t - begin) / 0.05) ** 2)) * random.uniform(0.0, 2.0)
    whole = voice + np.diff(hiss, prepend=0.0)
    whole *= 10.0 ** random.uniform(3.0, 4.3) / np.abs(whole).max()
    return np.clip(np.round(whole + random.normal(0.0, 15.0, SECOND)), -32768, 32767).astype(np.int16)


def classes(folder: Path, features: np.ndarray) -> np.ndarray:
    """The class of each clip's features, by the simulator."""
    graph = open_folder(folder).graph
    tensor = graph.tensors[graph.inputs[0]]
    steps = features.astype(np.float32) / np.float32(tensor.quant.s)
    q = np.clip(np.rint(steps) + tensor.quant.z, -128, 127).astype(np.int8)
    (scores,) = simulate(graph, [q.reshape(-1, *tensor.shape)])
    return np.asarray(scores).reshape(len(features), -1).argmax(axis=1)


def checksum(values: np.ndarray) -> int:
    """The checksum that main.c computes over the bits of features."""
    total = 0
    for value in values.reshape(-1).tolist():
        total = (total * 31 + value) % 2**32
    return total


def on_the_core(place: Path, clips: np.ndarray) -> list[tuple[int, int]]:
    """Build main.c and run it under QEMU: class and checksum of each clip."""
    rows = ",\n".join("{" + ",".join(map(str, one)) + "}" for one in clips.tolist())
    (place / "clips.h").write_text(
        f"#include <stdint.h>\n#define CLIPS {len(clips)}u\n#define CLIP_SAMPLES {SECOND}u\n"
        f"static const int16_t clips[{len(clips)}][{SECOND}] = {{\n{rows}}};\n"
    )
    cross = ("-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_SYSTEM_NAME=Generic")
    cross += ("-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",)
    build = str(place / "app")
    configure = ["cmake", "-S", str(HERE), "-B", build, f"-DMADE={place.resolve()}", *cross]
    for command in (configure, ["cmake", "--build", build]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    console = ("-display", "none", "-monitor", "none", "-serial", "null")
    console += ("-semihosting-config", "enable=on,target=native")
    emulator = ["qemu-system-arm", "-M", "mps2-an386", *console, "-kernel", f"{build}/app"]
    done = subprocess.run(emulator, check=True, capture_output=True, text=True)
    found = re.findall(r"class (\d+) features (\d+)", done.stdout + done.stderr)
    return [(int(best), int(total)) for best, total in found]


def main() -> int:
    """Print the comparison; 1 when the core and Python do not agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--clips", type=int, default=200)
    parser.add_argument("--on-core", type=int, default=8)
    parser.add_argument("--output", type=Path, default=HERE / "build")
    options = parser.parse_args()
    place = options.output
    place.mkdir(parents=True, exist_ok=True)
    told = [word for key, value in FRONT.items() for word in (f"--{key.replace('_', '-')}", str(value))]
    edgec_features = [sys.executable, "-m", "edgec", "features", *told, "--name", "mfcc", "-o", str(place), "--force"]
    subprocess.run(edgec_features, check=True)

    clips = np.stack([clip(seed) for seed in range(options.clips)])
    integers = np.stack([edgec.features(one, **FRONT) for one in clips])
    floats = np.stack([float_features(FeatureSpec(**FRONT), one) for one in clips])
    settings = {"target": "cortex-m4", "name": "kws", "calibration": floats[:50].reshape(-1, *SHAPE).astype(np.float32)}
    edgec.convert(options.model, output=place / "kws", force=True, **settings)

    by_integers, by_floats = (classes(place / "kws", found) for found in (integers / 65536.0, floats))
    noise = ((integers / 65536.0 - floats) ** 2).sum()
    ratio = 10.0 * np.log10((floats**2).sum() / noise)
    same = int((by_integers == by_floats).sum())
    print(f"features: {ratio:.1f} dB to float64; {same} of {len(clips)} clips have one class by both, "
          f"{len(set(by_floats.tolist()))} classes in all")  # fmt: skip
    count = min(options.on_core, len(clips))
    expected = [(int(best), checksum(one)) for best, one in zip(by_integers, integers, strict=True)][:count]
    equal = on_the_core(place, clips[:count]) == expected
    print(f"on the core: {count} clips, features and classes {'as' if equal else 'NOT as'} in Python")
    return int(not equal)


if __name__ == "__main__":
    sys.exit(main())
