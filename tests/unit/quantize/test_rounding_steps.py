"""Each step of compensated rounding against its definition: by exhaustion, by plain linear algebra, by one weight."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from edgec.quantize.integers import rounding
from edgec.quantize.integers.rounding import Grid, Statistics, round_layer
from edgec.quantize.ranges.scheme import MIN_RANGE

Layer = tuple[np.ndarray, np.ndarray, Statistics, Grid]


def layer(seed: int, groups: int, filters: int, taps: int, grid: Grid) -> Layer:
    """Real weights, biases and the statistics of correlated inputs that the quantized model has a little off."""
    rng = np.random.default_rng(seed)
    w = rng.normal(size=(groups, filters, taps))
    w[rng.random(w.shape) < 0.2] = 0.0
    bias = rng.normal(size=(1 if grid.parts else groups, filters))
    real = rng.normal(size=(groups, 60, 3)) @ rng.normal(size=(groups, 3, taps)) + rng.normal(size=(groups, 60, taps))
    made = real * (1 + 0.1 * rng.normal(size=(groups, 1, taps))) + 0.1 * rng.normal(size=real.shape) + 0.3
    means = made.mean(axis=1), real.mean(axis=1)
    a, b = made - means[0][:, None], real - means[1][:, None]
    quantized, cross = (np.einsum("gnk,gnl->gkl", x, y) / 60 for x, y in ((a, a), (b, a)))
    return w, bias, Statistics(quantized, cross, *means, 60), grid


GRIDS = (Grid(127, 1e-9), Grid(7, 1e-9), Grid(7, 0.4), Grid(127, 1e-9, True), Grid(7, 1e-9, True))


def sized(grid: Grid) -> Layer:
    return layer(grid.largest, 2, 3, 6, grid)


def hessian(stats: Statistics, damping: float, grid: Grid) -> tuple[np.ndarray, np.ndarray]:
    """H in units of its mean diagonal (of all groups together when they are parts), damped; and the units."""
    taps = stats.quantized.shape[1]
    units = np.array([sum(h[k, k] for k in range(taps)) / taps for h in stats.quantized])
    units = np.full_like(units, units.mean()) if grid.parts else units
    units = np.where(units > MIN_RANGE, units, 1.0)
    return np.array([h / u for h, u in zip(stats.quantized, units, strict=True)]) + damping * np.eye(taps), units


def best_weights(w: np.ndarray, stats: Statistics, damping: float, grid: Grid) -> tuple[np.ndarray, np.ndarray]:
    """The real weights that are best for the quantized model's inputs, believed in part; and H."""
    h, units = hessian(stats, damping, grid)
    belief = stats.count / (stats.count + w.shape[2])
    u = np.empty_like(w)
    for g in range(len(w)):
        gap = w[g] @ (stats.cross[g] - stats.quantized[g]).T / units[g]
        u[g] = w[g] + belief * np.linalg.solve(h[g], gap.T).T
    return u, h


def losses(u: np.ndarray, h: np.ndarray, q: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """(s q - u)' H (s q - u) of every filter of every group."""
    e = q * scale[..., None] - u
    return np.einsum("gok,gkl,gol->go", e, h, e)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("damping", [0.05, 1.0])
def test_never_worse_than_rounding_to_the_nearest(grid: Grid, damping: float) -> None:
    """With zeros kept, legal integers, float32 scales and the mean of each output kept by its bias."""
    w, bias, stats, grid = sized(grid)
    made = round_layer(w, bias, stats, grid, damping)
    u, h = best_weights(w, stats, damping, grid)
    top = np.abs(u).max(axis=2)
    top = np.maximum(top.max(axis=0, keepdims=True) if grid.parts else top, 0) / grid.largest
    plain = np.maximum(top, grid.floor)
    nearest = np.clip(np.rint(u / plain[..., None]), -grid.largest, grid.largest) * (w != 0)
    assert grid.sum(losses(u, h, made.data, made.scale)).sum() < grid.sum(losses(u, h, nearest, plain)).sum()
    assert np.array_equal(made.data, np.rint(made.data)) and np.abs(made.data).max() <= grid.largest
    assert not made.data[w == 0].any() and made.scale.shape == bias.shape
    assert np.array_equal(made.scale, made.scale.astype(np.float32)) and (made.scale >= np.float32(grid.floor)).all()
    for o in range(w.shape[1]):
        for g in range(len(w)):
            of = range(len(w)) if grid.parts else (g,)
            scale = made.scale[0 if grid.parts else g, o]
            shift = sum(w[k, o] @ stats.mean_real[k] - made.data[k, o] * scale @ stats.mean_quantized[k] for k in of)
            at = 0 if grid.parts else g
            assert made.bias[at, o] == pytest.approx(bias[at, o] + shift, abs=1e-12)


@pytest.mark.parametrize("grid", GRIDS)
def test_no_single_integer_can_be_improved_in_the_end(grid: Grid, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps end when nothing moves: then every neighbour of the result is worse."""
    monkeypatch.setattr(rounding, "SWEEPS", 60)
    w, bias, stats, grid = sized(grid)
    made = round_layer(w, bias, stats, grid, 0.2)
    u, h = best_weights(w, stats, 0.2, grid)
    least = losses(u, h, made.data, made.scale).sum()
    for at in zip(*np.nonzero(w), strict=True):
        for step in (-1, 1):
            other = made.data.copy()
            other[at] += step
            if abs(other[at]) <= grid.largest:
                assert losses(u, h, other, made.scale).sum() >= least - 1e-12
    if grid.largest < 127 and grid.floor < 0.1:  # nor the scales
        for share in (0.999, 1.001):
            assert losses(u, h, made.data, made.scale * share).sum() >= least - 1e-12


def test_three_weights_are_rounded_as_well_as_by_exhaustion() -> None:
    """Over many tiny layers: at its own scale the result is the best of all integers nearly always, never far off."""
    reached = 0
    for seed in range(25):
        w, bias, stats, grid = layer(seed, 1, 1, 3, Grid(3, 1e-9))
        made = round_layer(w, bias, stats, grid, 0.1)
        u, h = best_weights(w, stats, 0.1, grid)
        every = np.array(list(product(range(-3, 4), repeat=3)), float)
        every = every[(every[:, w[0, 0] == 0] == 0).all(axis=1)]
        best = min(float(losses(u, h, q[None, None], made.scale)[0, 0]) for q in every)
        mine = float(losses(u, h, made.data, made.scale)[0, 0])
        assert best - 1e-12 <= mine
        reached += mine <= best + 1e-12
    assert reached >= 23


@pytest.mark.parametrize("samples", [0, 3, 6, 10**9])
def test_a_shift_of_the_inputs_is_believed_by_the_number_of_samples(
    samples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without samples the weights stay, with as many as inputs half of the shift counts, with very many all."""
    w, bias, stats, grid = sized(Grid(32767, 1e-9))
    stats = replace(stats, count=samples)
    made = round_layer(w, bias, stats, grid, 0.3)
    u, _ = best_weights(w, stats, 0.3, grid)
    assert np.abs(made.data * made.scale[..., None] - u)[w != 0].max() < 0.02
    belief = samples / (samples + 6)
    seen: list[np.ndarray] = []
    first = rounding._first_scales
    monkeypatch.setattr(rounding, "_first_scales", lambda u, h, g: seen.append(u) or first(u, h, g))
    round_layer(w, bias, stats, grid, 0.3)
    np.testing.assert_allclose(seen[0], u, atol=1e-9)
    full, _ = best_weights(w, replace(stats, count=10**12), 0.3, grid)
    np.testing.assert_allclose(seen[0] - w, belief * (full - w), atol=1e-7)


def test_a_shift_of_one_input_moves_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real weights stay as they are, to the last bit, only where no input is shifted."""
    w, bias, stats, grid = sized(Grid(127, 1e-9))
    seen: list[np.ndarray] = []
    first = rounding._first_scales
    monkeypatch.setattr(rounding, "_first_scales", lambda u, h, g: seen.append(u) or first(u, h, g))
    still = replace(stats, cross=stats.quantized)
    round_layer(w, bias, still, grid, 0.3)
    assert np.array_equal(seen[0], w)
    one = replace(stats, cross=np.concatenate([stats.cross[:, :1], stats.quantized[:, 1:]], axis=1))
    round_layer(w, bias, one, grid, 0.3)
    np.testing.assert_allclose(seen[1], best_weights(w, one, 0.3, grid)[0], atol=1e-9)


def test_filters_stay_near_the_trained_ones_by_default() -> None:
    """The damping is the mean of H's diagonal unless the caller names another."""
    w, bias, stats, grid = sized(Grid(7, 1e-9))
    default, one, other = (round_layer(w, bias, stats, grid, *d) for d in ((), (1.0,), (4.0,)))
    assert np.array_equal(default.data, one.data) and np.array_equal(default.scale, one.scale)
    assert not np.array_equal(one.scale, other.scale)


def test_equations_are_solved_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    a = rng.normal(size=(2, 9, 9))
    h = a @ np.swapaxes(a, 1, 2) + np.eye(9)
    rows = rng.normal(size=(2, 4, 9))
    kept = rows.copy()
    factor = rounding._upper_factor(h)
    assert not np.tril(factor, -1).any()
    np.testing.assert_allclose(factor @ np.swapaxes(factor, 1, 2), h, atol=1e-12)
    for block in (1, 4, 9, 48):
        monkeypatch.setattr(rounding, "BLOCK_INPUTS", block)
        np.testing.assert_allclose(rounding._divided(rows, factor) @ h, rows, atol=1e-9)
    assert np.array_equal(rows, kept)


@pytest.mark.parametrize("grid", GRIDS)
def test_first_scales_are_the_best_of_those_tried(grid: Grid) -> None:
    """int8 takes the scale that holds the largest weight; int4 the one with the least error, from 0.4 of it on."""
    rng = np.random.default_rng(8)
    u, h = rng.normal(size=(2, 3, 5)), np.array([np.diag(rng.uniform(0.1, 2, 5)) + 0.01 for _ in range(2)])
    found = rounding._first_scales(u, h, grid)
    assert found.dtype == np.float64 and np.array_equal(found, found.astype(np.float32))
    for o in range(3):
        for sets in ((0, 1),) if grid.parts else ((0,), (1,)):
            top = max(max(abs(u[g, o])) for g in sets) / grid.largest
            scales = [top] if grid.largest >= 127 else [top * (0.4 + 0.6 * i / 23) for i in range(24)]
            scales = [max(s, grid.floor) for s in scales]

            def error(s: float, sets: tuple[int, ...] = sets, o: int = o) -> float:
                steps = {
                    (g, k): np.clip(round(u[g, o, k] / s), -grid.largest, grid.largest) for g in sets for k in range(5)
                }
                return sum(h[g, k, k] * (u[g, o, k] - s * step) ** 2 for (g, k), step in steps.items())

            assert found[sets[0], o] == np.float32(min(scales, key=error))


def test_int8_holds_the_largest_weight_and_int4_may_clip_it() -> None:
    """A large weight on an input that hardly varies: eight bits have room for it, four have not."""
    u, h = np.array([[[1.0, 0.03, -0.02, 0.011]]]), np.diag([1e-6, 1.0, 1.0, 1.0])[None]
    assert rounding._first_scales(u, h, Grid(127, 1e-9))[0, 0] == np.float32(1 / 127)
    assert rounding._first_scales(u, h, Grid(7, 1e-9))[0, 0] < 0.5 / 7


def test_sweeps_end_when_nothing_moves_and_after_four(monkeypatch: pytest.MonkeyPatch) -> None:
    """int8 keeps the scale of the largest weight in the first."""
    scales: list[np.ndarray] = []
    descend = rounding._descend

    def recorded(*arguments: np.ndarray) -> bool:
        scales.append(arguments[3])
        return descend(*arguments)

    monkeypatch.setattr(rounding, "_descend", recorded)
    w, bias, stats, _ = sized(Grid(127, 1e-9))
    still = replace(stats, cross=stats.quantized)
    for grid in (Grid(127, 1e-9), Grid(7, 1e-9)):
        on_grid = np.rint(w * 3).clip(-grid.largest, grid.largest) / 4
        on_grid[:, :, 0] = grid.largest / 4
        scales.clear()
        round_layer(on_grid, bias, still, grid, 0.2)
        assert len(scales) == 1
    scales.clear()
    round_layer(w, bias, stats, Grid(127, 1e-9), 0.2)
    u, _ = best_weights(w, stats, 0.2, Grid(127, 1e-9))
    np.testing.assert_allclose(scales[0], np.abs(u).max(axis=2) / 127, rtol=1e-6)
    monkeypatch.setattr(rounding, "_descend", lambda off, h, q, *rest: scales.append(q) or True)
    scales.clear()
    round_layer(w, bias, stats, Grid(7, 1e-9))
    assert len(scales) == 4


@pytest.mark.parametrize("grid", GRIDS)
def test_the_best_scale_is_where_the_slope_is_zero(grid: Grid) -> None:
    w, _, stats, grid = sized(grid)
    u, h = best_weights(w, stats, 0.5, grid)
    before = np.full((1 if grid.parts else 2, 3), 0.45)
    q = np.rint(u / 0.45)
    q[:, 0] = 0  # no scale is best for zeros
    q[:, 1] = -q[:, 1]  # a negative one would be
    found = rounding._best_scales(u @ h, q @ h, q, before, grid)
    assert np.array_equal(found[:, :2], before[:, :2].astype(np.float32))
    best = grid.sum(np.einsum("gok,gkl,gol->go", q, h, u)) / np.maximum(
        grid.sum(np.einsum("gok,gkl,gol->go", q, h, q)), 1e-9
    )
    assert (best[:, 2] > 0.4).all() and np.array_equal(found[:, 2], best[:, 2].astype(np.float32))
    high = replace(grid, floor=float(best[:, 2].min()) * 1.0001)  # what is below the least scale does not count
    assert np.array_equal(rounding._best_scales(u @ h, q @ h, q, before + 9, high)[:, 2][best[:, 2] <= high.floor],
                          (before + 9).astype(np.float32)[:, 2][best[:, 2] <= high.floor])  # fmt: skip


def plain_sweep(
    u: np.ndarray, h: np.ndarray, q: np.ndarray, scale: np.ndarray, grid: Grid, free: np.ndarray
) -> np.ndarray:
    """One sweep, weight by weight: each free integer to its best value while the others stay."""
    q = q.copy()
    for g, o, k in np.ndindex(q.shape):
        s = scale[0 if grid.parts else g, o]
        if not free[g, o, k]:
            q[g, o, k] = 0
            continue
        slope = (q[g, o] * s - u[g, o]) @ h[g, :, k]
        q[g, o, k] = np.clip(np.rint((q[g, o, k] * s - slope / h[g, k, k]) / s), -grid.largest, grid.largest)
    return q


@pytest.mark.parametrize("block", [1, 4, 48])
@pytest.mark.parametrize("grid", GRIDS)
def test_a_sweep_moves_each_integer_in_turn(grid: Grid, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounding, "SWEPT_INPUTS", block)
    w, _, stats, grid = layer(3, 2, 3, 9, grid)
    u, h = best_weights(w, stats, 0.1, grid)
    scale = np.full((1 if grid.parts else 2, 3), 3.0 / grid.largest)
    free = w != 0
    q = np.rint(w / scale[..., None]).clip(-grid.largest, grid.largest)
    kept = q.copy()
    off = (q * scale[..., None] - u) @ h
    for _ in range(30):
        wanted, found = plain_sweep(u, h, q, scale, grid, free), q.copy()
        moved = rounding._descend(off, h, found, scale, grid, free)
        assert np.array_equal(found, wanted) and moved == (not np.array_equal(found, q))
        np.testing.assert_allclose(off, (found * scale[..., None] - u) @ h, atol=1e-9)
        if not moved:
            break
        assert losses(u, h, found, scale).sum() < losses(u, h, q, scale).sum()
        q = found
    assert not moved
    assert np.array_equal(kept, np.rint(w / scale[..., None]).clip(-grid.largest, grid.largest))


@pytest.mark.parametrize("grid", GRIDS)
def test_filters_are_problems_of_their_own(grid: Grid, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounded two at a time they are as they are together."""
    w, bias, stats, grid = sized(grid)
    whole = round_layer(w, bias, stats, grid, 0.2)
    monkeypatch.setattr(rounding, "FILTERS_AT_ONCE", 2)
    parts = round_layer(w, bias, stats, grid, 0.2)
    assert np.array_equal(parts.data, whole.data) and np.array_equal(parts.scale, whole.scale)
    np.testing.assert_allclose(parts.bias, whole.bias, atol=1e-12)


def test_none_of_many_filters_of_few_inputs_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    w, bias, stats, grid = layer(5, 1, 7, 3, Grid(127, 1e-9))
    whole = round_layer(w, bias, stats, grid, 0.2)
    monkeypatch.setattr(rounding, "FILTERS_AT_ONCE", 2)
    assert np.array_equal(round_layer(w, bias, stats, grid, 0.2).data, whole.data) and whole.data.dtype == np.int8


@pytest.mark.parametrize("block", [1, 4, 48])
def test_errors_are_fed_back_to_what_is_not_rounded_yet(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each weight is rounded after its part of the goal moved by what the earlier ones left: column by column."""
    monkeypatch.setattr(rounding, "BLOCK_INPUTS", block)
    w, _, stats, grid = layer(4, 2, 3, 9, Grid(7, 1e-9))
    u, h = best_weights(w, stats, 0.1, grid)
    factor, scale, free = rounding._upper_factor(h), np.full((2, 3), 0.3), w != 0
    found, off = rounding._feed_back(u, factor, scale, grid, free)
    np.testing.assert_allclose(off, (found * 0.3 - u) @ h, atol=1e-12)
    for g, o in np.ndindex(2, 3):
        q = np.zeros(9)
        for k in range(9):
            shift = sum((q[j] * 0.3 - u[g, o, j]) * factor[g, j, k] for j in range(k)) / factor[g, k, k]
            q[k] = np.clip(np.rint((u[g, o, k] - shift) / 0.3), -7, 7) if free[g, o, k] else 0
        assert np.array_equal(found[g, o], q)


def test_scales_are_never_below_the_least_float32_that_counts() -> None:
    grid = Grid(7, 0.0)
    assert grid.legal(np.array([0.0, MIN_RANGE / 2, 2.0])).tolist() == [MIN_RANGE, MIN_RANGE, 2.0]
    assert Grid(7, 0.5).legal(np.array([0.25, 0.75])).tolist() == [0.5, 0.75]
    made = round_layer(
        np.zeros((1, 2, 3)), np.ones((1, 2)), Statistics(*np.zeros((2, 1, 3, 3)), *np.ones((2, 1, 3)), 5), grid
    )
    assert not made.data.any() and (made.scale > 0).all() and np.array_equal(made.bias, np.ones((1, 2)))


def test_inputs_of_variance_near_zero_count_as_constant() -> None:
    """Below the threshold the unit is 1, so that damping alone decides; above it, a factor changes nothing."""
    w, bias, stats, grid = sized(Grid(7, 1e-9))
    shrunk = [replace(stats, quantized=stats.quantized * f, cross=stats.cross * f) for f in (1.0, 2.0**-40, 2.0**-140)]
    ordinary, small, none = (round_layer(w, bias, s, grid, 0.1).data for s in shrunk)
    assert np.array_equal(ordinary, small) and not np.array_equal(ordinary, none)
    diagonal = np.zeros_like(stats.quantized)
    flat = round_layer(w, bias, replace(stats, quantized=diagonal, cross=diagonal), grid, 0.1)
    assert np.array_equal(flat.data, none)
