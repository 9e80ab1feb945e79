"""Fitting the network of the original game's learned value, with numpy (the extra ``fit``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from foxduet.games.classic.ai.leaf import ENDS, OUTPUTS, Weights
from foxduet.games.classic.rules.state import TRICKS

OF_A_ROUND = TRICKS - 1

_BATCH = 512
_LEAST_RATE = 5e-5
_SPREAD_OF_OUTPUTS = 0.1
_NOT = -1e9


@dataclass(frozen=True, slots=True)
class Training:
    """How often all samples are looked at, and how large the steps are at first."""

    epochs: int
    rate: float


QUICK, THOROUGH = Training(30, 1e-2), Training(150, 2e-2)


@dataclass(frozen=True, slots=True)
class Samples:
    """What to fit to, a row for each sample; ``possible`` says which ends there can be.

    Each round has a sample for each trick but the first, in order.
    """

    rows: Sequence[Sequence[float]]
    possible: Sequence[Sequence[bool]]
    leaders: Sequence[int]
    ends: Sequence[int]
    treasures: Sequence[Sequence[int]]


def fit_network(
    samples: Samples, hidden: int, seed: int, training: Training
) -> tuple[Weights, str]:
    """Return the weights that fit, and in words how well they do on a tenth kept aside.

    A first network is fitted to how rounds ended; the second one to that and to what the first
    expects at the tricks on the way there, which is less a matter of luck.
    """
    bare = np.array(samples.rows, np.float32)
    # With features of one scale a third of the epochs is enough.
    means, scales = bare.mean(0), bare.std(0) + 1e-3
    ones: np.ndarray = np.ones((len(bare), 1), np.float32)
    rows = np.hstack([(bare - means) / scales, ones])
    possible, leaders = np.array(samples.possible), np.array(samples.leaders)
    ends: np.ndarray = np.eye(len(ENDS), dtype=np.float32)[samples.ends]
    treasures = np.array(samples.treasures, np.float32)
    aside = max(1, len(rows) // OF_A_ROUND // 10) * OF_A_ROUND
    used, kept = slice(len(rows) - aside), slice(len(rows) - aside, None)
    weights = _fitted(
        seed, hidden, rows[used], possible[used], ends[used], treasures[used], training
    )
    _hidden, _outputs, shares = _forward(weights, rows[used], possible[used])
    expected = _on_the_way(shares, ends[used], leaders[used])
    weights = _fitted(seed, hidden, rows[used], possible[used], expected, treasures[used], training)
    _hidden, outputs, shares = _forward(weights, rows[kept], possible[kept])
    of_ends = -np.log((shares * ends[kept]).sum(1)).mean()
    of_treasures = ((outputs[:, len(ENDS) :] - treasures[kept]) ** 2).mean()
    first, second = weights
    first[:-1] /= scales[:, None]
    first[-1] -= means @ first[:-1]
    return _weights(first, second), f"loss of ends {of_ends:.4f}, of Treasures {of_treasures:.4f}"


def _on_the_way(shares: np.ndarray, ends: np.ndarray, leaders: np.ndarray) -> np.ndarray:
    """Return for each sample a mean of how its round ended and of what later samples expect.

    The next one counts half, the one after it a quarter, and so on.
    """
    shares, ends = (one.reshape(-1, OF_A_ROUND, len(ENDS)) for one in (shares, ends))
    leaders = leaders.reshape(-1, OF_A_ROUND)
    targets = ends.copy()
    for at in reversed(range(OF_A_ROUND - 1)):
        later = (shares[:, at + 1] + targets[:, at + 1]) / 2
        changed = leaders[:, at] != leaders[:, at + 1]
        # What the one seat does not win, the other does.
        targets[:, at] = np.where(changed[:, None], later[:, ::-1], later)
    return targets.reshape(-1, len(ENDS))


def _fitted(
    seed: int,
    hidden: int,
    rows: np.ndarray,
    possible: np.ndarray,
    ends: np.ndarray,
    treasures: np.ndarray,
    training: Training,
) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    spread = np.sqrt(2 / rows.shape[1])
    first = rng.normal(0, spread, (rows.shape[1], hidden)).astype(np.float32)
    second = rng.normal(0, _SPREAD_OF_OUTPUTS, (hidden + 1, OUTPUTS)).astype(np.float32)
    first[-1], second[-1] = 0, 0
    weights = [first, second]
    means, squares = ([np.zeros_like(one) for one in weights] for _ in range(2))
    step = 0
    for epoch in range(training.epochs):
        rate = training.rate * (1 + np.cos(np.pi * epoch / training.epochs)) / 2 + _LEAST_RATE
        order = rng.permutation(len(rows))
        for at in range(0, len(order), _BATCH):
            some = order[at : at + _BATCH]
            slopes = _slopes(weights, rows[some], possible[some], ends[some], treasures[some])
            step += 1
            for one, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                # Adam (Kingma, Ba 2015).
                mean[:] += 0.1 * (slope - mean)
                square[:] += 0.001 * (slope * slope - square)
                scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                one[:] -= rate * mean / (1 - 0.9**step) / scale
    return weights


def _forward(
    weights: list[np.ndarray], rows: np.ndarray, possible: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Return the hidden layer with its constant, the outputs, and how likely each end is."""
    first, second = weights
    hidden = np.maximum(rows @ first, 0)
    hidden = np.hstack([hidden, np.ones((len(rows), 1), np.float32)])
    outputs = hidden @ second
    logits = np.where(possible, outputs[:, : len(ENDS)], _NOT)
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return hidden, outputs, shares / shares.sum(1, keepdims=True)


def _slopes(
    weights: list[np.ndarray],
    rows: np.ndarray,
    possible: np.ndarray,
    ends: np.ndarray,
    treasures: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Return how the loss changes with the weights of both layers."""
    hidden, outputs, shares = _forward(weights, rows, possible)
    slope = np.empty_like(outputs)
    slope[:, : len(ENDS)] = shares - ends
    slope[:, len(ENDS) :] = outputs[:, len(ENDS) :] - treasures
    slope /= len(rows)
    back = (slope @ weights[1][:-1].T) * (hidden[:, :-1] > 0)
    return rows.T @ back, hidden.T @ slope


def _weights(first: np.ndarray, second: np.ndarray) -> Weights:
    return Weights(
        tuple(tuple(map(float, row)) for row in first),
        tuple(tuple(map(float, row)) for row in second.T),
    )
