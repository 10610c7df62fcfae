"""Train the decoder on the texts of this repository, with JAX, and write its weights.

    pip install 'edgec[train]'
    python examples/decoder/train.py

writes ``weights.npz`` beside this file, where it is committed: int8 with a scale for each column, for the example is
computed with int4 weights anyway.  Seed and number of steps are fixed; the texts change, and the weights with them.
It takes a few minutes of one core.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
import net

REPO = Path(__file__).resolve().parents[2]
SEED, STEPS, BATCH, LENGTH = 3, 450, 8, 80
PEAK, WARM, DECAY = 3e-3, 50, 0.01  # learning rate, steps until it is reached, of weights
BETAS = (0.9, 0.98)
HELD = 8000  # characters at the end that are not trained on


def text() -> str:
    """The repository's own pages, without lists, tables and links."""
    found = []
    for page in sorted([*REPO.glob("*.md"), *(REPO / "docs").rglob("*.md")]):
        lines = page.read_text(encoding="utf-8").split("\n")
        prose = [line for line in lines if line[:1].isalpha() and "](" not in line]
        found.append(" ".join(prose).replace("`", "").replace("*", ""))
    return "\n".join(found)


def initial() -> net.Weights:
    """Normal values; what goes back to the sum of all layers begins small."""
    rng, found = np.random.default_rng(SEED), {}
    for name, shape in net.shapes().items():
        if len(shape) == 1:
            value = np.ones(shape) if name.endswith(("norm", "norm2")) else np.zeros(shape)
        else:
            scale = 0.3 if name == "embedding" else shape[0] ** -0.5
            value = rng.normal(0.0, scale * (0.3 if name.endswith(("out", "down")) else 1.0), shape)
        found[name] = value.astype(np.float32)
    return found


def normalized(x: jax.Array, w: net.Weights, name: str) -> jax.Array:
    """Layer normalization."""
    centered = x - x.mean(-1, keepdims=True)
    return centered / jnp.sqrt((centered**2).mean(-1, keepdims=True) + net.EPSILON) * w[name] + w[f"{name}_bias"]


def attended(x: jax.Array, w: net.Weights, at: str) -> jax.Array:
    """Attention of each character over the last ``WINDOW``; before the first ones lie zeros, as a cache begins."""
    batch, length, _ = x.shape
    q = (x @ w[f"{at}.q"]).reshape(batch, length, net.HEADS, net.DEPTH).swapaxes(1, 2)
    before = net.WINDOW - 1
    k, v = (jnp.pad(x @ w[f"{at}.{n}"], ((0, 0), (before, 0), (0, 0)))[:, None] for n in "kv")
    place = jnp.arange(length)[:, None] - jnp.arange(length + before)[None, :] + before  # of the newest: 0
    bias = jnp.asarray(net.bias())[:, ::-1][:, jnp.clip(place, 0, before)]
    scores = q @ k.swapaxes(2, 3) * net.DEPTH**-0.5 + jnp.where((place >= 0) & (place <= before), bias, -1e9)
    return (jax.nn.softmax(scores) @ v).swapaxes(1, 2).reshape(batch, length, net.WIDTH) @ w[f"{at}.out"]


def scores(w: net.Weights, characters: jax.Array) -> jax.Array:
    """Scores after each character of sequences."""
    x = w["embedding"][characters]
    for at in map(str, range(net.LAYERS)):
        x = x + attended(normalized(x, w, f"{at}.norm"), w, at)
        hidden = jax.nn.relu(normalized(x, w, f"{at}.norm2") @ w[f"{at}.up"] + w[f"{at}.up_bias"])
        x = x + hidden @ w[f"{at}.down"]
    return normalized(x, w, "norm") @ w["scores"]


def loss(w: net.Weights, some: jax.Array) -> jax.Array:
    """Nats for each next character."""
    given = jax.nn.log_softmax(scores(w, some[:, :-1]))
    return -jnp.take_along_axis(given, some[:, 1:, None], 2).mean()


@partial(jax.jit, donate_argnums=(0, 1, 2))
def step(
    w: net.Weights, m: net.Weights, v: net.Weights, some: jax.Array, at: jax.Array
) -> tuple[net.Weights, net.Weights, net.Weights, jax.Array]:
    """One step of Adam with decoupled decay."""
    found, slope = jax.value_and_grad(loss)(w, some)
    norm = jnp.sqrt(sum(jnp.sum(g**2) for g in slope.values()))
    slope = {n: g / jnp.maximum(1.0, norm) for n, g in slope.items()}
    rate = PEAK * jnp.minimum(1.0, at / WARM) * 0.5 * (1 + jnp.cos(jnp.pi * at / STEPS))
    m = {n: BETAS[0] * m[n] + (1 - BETAS[0]) * g for n, g in slope.items()}
    v = {n: BETAS[1] * v[n] + (1 - BETAS[1]) * g**2 for n, g in slope.items()}
    after = {}
    for n in w:
        change = (m[n] / (1 - BETAS[0] ** at)) / (jnp.sqrt(v[n] / (1 - BETAS[1] ** at)) + 1e-8)
        after[n] = w[n] - rate * (change + (DECAY * w[n] if w[n].ndim > 1 else 0.0))
    return after, m, v, found


def write(w: net.Weights) -> None:
    """Keep the weights."""
    stored = {}
    for name, value in ((n, np.asarray(x)) for n, x in w.items()):
        scale = np.maximum(np.abs(value).max(0, keepdims=True), 1e-9) / 127 if value.ndim > 1 else None
        stored |= (
            {name: value} if scale is None else {name: np.round(value / scale).astype(np.int8), f"{name}.scale": scale}
        )
    np.savez_compressed(net.WEIGHTS, **stored)


def main() -> None:
    """Train, print the loss now and then, write."""
    everything, rng = net.encoded(text()), np.random.default_rng(SEED)
    held, some = everything[-HELD:], everything[:-HELD]
    print(f"{len(some)} characters")
    w = {n: jnp.asarray(v) for n, v in initial().items()}
    m, v = ({n: jnp.zeros_like(x) for n, x in w.items()} for _ in range(2))
    for at in range(1, STEPS + 1):
        first = rng.integers(0, len(some) - LENGTH - 1, BATCH)
        batch = np.stack([some[i : i + LENGTH + 1] for i in first])
        w, m, v, found = step(w, m, v, jnp.asarray(batch), jnp.asarray(float(at)))
        if at % (STEPS // 5) == 0:
            tests = held[: len(held) // LENGTH * LENGTH].reshape(-1, LENGTH)
            print(
                f"step {at}: {float(found):.3f}, on text that it has not seen {float(loss(w, tests)):.3f}", flush=True
            )
            write(w)


if __name__ == "__main__":
    main()
