"""Accuracy of raw audio: a small net is trained on float64 features, and runs on those of the device.

    python accuracy.py [--recordings FOLDER] [--words 10] [--training 160] [--test 100] [--seed 1]

FOLDER holds recordings as the Free Spoken Digit Dataset has them (github.com/Jakobovski/free-spoken-digit-dataset):
8 kHz, LABEL_SPEAKER_NUMBER.wav, of which numbers below 5 are for the test.  Without it the words are synthetic: each is
two syllables of resonances and hissing, said at another pitch, pace and loudness each time, in noise; ``--training``
and ``--test`` clips of each word.

The net is trained with numpy on features in float64 and converted to INT8 with these; accuracy is that of the clips
kept for the test.  Exits with 1 when integer features of 32 bits are a point or more below the float64 ones.
"""

import argparse
import sys
import tempfile
import wave
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import edgec
from edgec.codegen.features.spec import FeatureSpec, float_features
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate

RATE, LENGTH = 8000, 8000  # of a clip: a second
FRONT = {
    "sample_rate": RATE, "frame": 256, "hop": 160, "fft": 256, "power": 1, "bands": 24, "low_hz": 60.0,
    "high_hz": 4000.0, "coefficients": 10, "floor": 1e-3,
}  # fmt: skip
HIDDEN, EPOCHS, BATCH, LEARNING_RATE, DECAY = 64, 60, 32, 1e-3, 1e-4
ONE_POINT = 0.01
Clips = tuple[np.ndarray, np.ndarray]


def recordings(folder: Path) -> tuple[Clips, Clips]:
    """Clips and labels for training, and for the test."""
    found: dict[bool, list[tuple[np.ndarray, int]]] = {False: [], True: []}
    for file in sorted(folder.rglob("*.wav")):
        label, _, number = file.stem.split("_")
        with wave.open(str(file)) as sound:
            if (sound.getframerate(), sound.getsampwidth(), sound.getnchannels()) != (RATE, 2, 1):
                raise SystemExit(f"{file}: must have {RATE} Hz, 16 bits, one channel")
            samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2")[:LENGTH]
        before = (LENGTH - len(samples)) // 2
        clip = np.zeros(LENGTH, np.int16)
        clip[before : before + len(samples)] = samples
        found[int(number) < 5].append((clip, int(label)))
    if not found[False] or not found[True]:
        raise SystemExit(f"{folder}: has no recordings for training and test")
    training, test = ((np.stack([c for c, _ in found[k]]), np.array([y for _, y in found[k]])) for k in (False, True))
    return training, test


def word(shape: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Say a word: ``shape`` [2, 5] has the resonances of its syllables, their lengths and their hissing."""
    t = np.arange(LENGTH) / RATE
    whole, at = np.zeros(LENGTH), random.uniform(0.05, 0.25)
    pace, pitch, voice = random.uniform(0.7, 1.3), random.uniform(90.0, 240.0), random.uniform(0.85, 1.18)
    for low, middle, high, length, hiss in shape:
        length *= pace
        phase = 2.0 * np.pi * np.cumsum(pitch * (1.0 - 0.3 * (t - at))) / RATE
        sung = np.zeros(LENGTH)
        for k in range(1, int(3800.0 / pitch)):
            gain = sum(np.exp(-(((k * pitch - voice * f) / 130.0) ** 2)) for f in (low, middle, high))
            sung += gain * np.sin(k * phase)
        envelope = np.clip(np.minimum(t - at, at + length - t) / 0.03, 0.0, 1.0)
        breath = np.diff(random.normal(0.0, hiss, LENGTH), prepend=0.0) * np.exp(-(((t - at) / 0.04) ** 2))
        whole += sung * envelope + breath
        at += length + random.uniform(0.0, 0.06)
    whole *= 10.0 ** random.uniform(3.0, 4.2) / np.abs(whole).max()
    noisy = whole + random.normal(0.0, np.sqrt((whole**2).mean()) * random.uniform(0.3, 1.5), LENGTH)
    return np.clip(np.round(noisy), -32768, 32767).astype(np.int16)


def synthetic(words: int, counts: tuple[int, int], random: np.random.Generator) -> tuple[Clips, Clips]:
    """Clips and labels for training, and for the test, of which there are ``counts`` for each word."""
    ends = np.array([(280.0, 850.0), (900.0, 2300.0), (2400.0, 3500.0), (0.12, 0.3), (0.0, 1.5)])
    shapes = random.uniform(ends[:, 0], ends[:, 1], (words, 2, 5))

    def said(count: int) -> Clips:
        labels = np.repeat(np.arange(words), count)
        return np.stack([word(shapes[label], random) for label in labels]), labels

    return said(counts[0]), said(counts[1])


def trained(x: np.ndarray, y: np.ndarray, random: np.random.Generator) -> dict[str, np.ndarray]:
    """Weights of a net with a hidden layer, by Adam; its first layer takes features as they are."""
    mean, deviation, classes = x.mean(0), x.std(0) + 1e-6, int(y.max()) + 1
    z = ((x - mean) / deviation).astype(np.float32)
    sizes = (z.shape[1], HIDDEN), (HIDDEN, classes)
    p = [random.normal(0.0, np.sqrt(2.0 / n), (n, m)).astype(np.float32) for n, m in sizes]
    p += [np.zeros(m, np.float32) for _, m in sizes]
    m, v = ([np.zeros_like(w) for w in p] for _ in range(2))
    step = 0
    for _ in range(EPOCHS):
        for batch in np.array_split(random.permutation(len(z)), len(z) // BATCH):
            step += 1
            a = np.maximum(z[batch] @ p[0] + p[2], 0.0)
            scores = a @ p[1] + p[3]
            d = np.exp(scores - scores.max(1, keepdims=True))
            d /= d.sum(1, keepdims=True)
            d[np.arange(len(batch)), y[batch]] -= 1.0
            d /= len(batch)
            da = (d @ p[1].T) * (a > 0)
            gradients = (z[batch].T @ da, a.T @ d, da.sum(0), d.sum(0))
            for i, g in enumerate(gradients):
                m[i], v[i] = 0.9 * m[i] + 0.1 * g, 0.999 * v[i] + 0.001 * g * g
                move = m[i] / (1.0 - 0.9**step) / (np.sqrt(v[i] / (1.0 - 0.999**step)) + 1e-8)
                p[i] -= (LEARNING_RATE * (move + DECAY * p[i])).astype(np.float32)
    first = p[0] / deviation[:, None]
    return {"w1": first, "b1": p[2] - mean @ first, "w2": p[1], "b2": p[3]}


def model(weights: dict[str, np.ndarray], shape: tuple[int, ...]) -> onnx.ModelProto:
    """The net as ONNX, from frames of features to scores."""
    nodes = [
        helper.make_node("Flatten", ["features"], ["flat"]),
        helper.make_node("Gemm", ["flat", "w1", "b1"], ["hidden"]),
        helper.make_node("Relu", ["hidden"], ["positive"]),
        helper.make_node("Gemm", ["positive", "w2", "b2"], ["scores"]),
    ]
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, [1, *shape])
    scores = helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, len(weights["b2"])])
    constants = [numpy_helper.from_array(w.astype(np.float32), name) for name, w in weights.items()]
    graph = helper.make_graph(nodes, "words", [features], [scores], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def by_float(weights: dict[str, np.ndarray], features: np.ndarray) -> np.ndarray:
    """The class of each clip by the net in floats."""
    hidden = np.maximum(features.reshape(len(features), -1) @ weights["w1"] + weights["b1"], 0.0)
    return np.asarray((hidden @ weights["w2"] + weights["b2"]).argmax(1))


def by_integers(folder: Path, features: np.ndarray) -> np.ndarray:
    """The class of each clip by the converted net, in the simulator: the bytes of the device."""
    graph = open_folder(folder).graph
    tensor = graph.tensors[graph.inputs[0]]
    steps = features.astype(np.float32) / np.float32(tensor.quant.s)
    q = np.clip(np.rint(steps) + tensor.quant.z, -128, 127).astype(np.int8)
    (scores,) = simulate(graph, [q.reshape(-1, *tensor.shape)])
    return np.asarray(scores).reshape(len(features), -1).argmax(axis=1)


def main() -> int:
    """Print the table; 1 when integer features cost a point."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recordings", type=Path)
    parser.add_argument("--words", type=int, default=10)
    parser.add_argument("--training", type=int, default=160)
    parser.add_argument("--test", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    counts = options.training, options.test
    training, test = recordings(options.recordings) if options.recordings else synthetic(options.words, counts, random)
    spec = FeatureSpec(**FRONT)
    (x, y), (clips, labels) = training, test
    reference = np.stack([float_features(spec, one) for one in x])
    weights = trained(reference.reshape(len(x), -1), y, random)
    kinds = {"float64": np.stack([float_features(spec, one) for one in clips])}
    for bits in (32, 16):
        kinds[f"integers, FFT of {bits} bits"] = (
            np.stack([edgec.features(one, **FRONT, fft_bits=bits) for one in clips]) / 65536.0
        )
    print(f"{len(x)} clips for training, {len(clips)} for the test, {len(weights['b2'])} words")
    print(f"{'features':24}  {'SQNR':>8}  {'net in floats':>13}  {'INT8 net':>8}  {'clips of another class':>22}")
    found, first = {}, None
    with tempfile.TemporaryDirectory() as place:
        file, folder = Path(place) / "words.onnx", Path(place) / "words"
        onnx.save(model(weights, reference.shape[1:]), file)
        edgec.convert(file, output=folder, target="cortex-m4", calibration=reference[::10].astype(np.float32))
        for kind, values in kinds.items():
            noise = ((values - kinds["float64"]) ** 2).sum()
            ratio = f"{10.0 * np.log10((kinds['float64'] ** 2).sum() / noise):.1f} dB" if noise else ""
            said = by_float(weights, values), by_integers(folder, values)
            first = first or said
            other = " and ".join(str(int((a != b).sum())) for a, b in zip(said, first, strict=True))
            found[kind] = [float((classes == labels).mean()) for classes in said]
            print(f"{kind:24}  {ratio:>8}  {found[kind][0]:>13.2%}  {found[kind][1]:>8.2%}  {other:>22}")
    floats, whole = found["float64"], found["integers, FFT of 32 bits"]
    return int(any(b - w >= ONE_POINT for b, w in zip(floats, whole, strict=True)))


if __name__ == "__main__":
    sys.exit(main())
