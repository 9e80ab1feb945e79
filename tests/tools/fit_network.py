"""Fit the network of the original game's learned value with numpy (the extra ``fit``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from foxduet.games.classic.ai import network
from foxduet.games.classic.ai.network import END_INDEX, ENDS, FEATURES, OUTPUTS, Weights
from foxduet.games.classic.rules.state import TRICKS

if TYPE_CHECKING:
    from tests.tools.fit_classic import Round, Training

TRICKS_PER_ROUND = TRICKS - 1

_BATCH = 512
_RATE, _MIN_RATE = 4e-3, 5e-5
_SPREAD, _SPREAD_OF_OUTPUTS = 0.12, 0.2
_NOT = -1e9


@dataclass(frozen=True, slots=True)
class Samples:
    """Data to fit, a row for each trick that began; the last feature is the constant.

    possible, ends: masks of the possible ends and of the actual end.

    Each round has a row for each trick except the first, in order.
    """

    rows: np.ndarray
    possible: np.ndarray
    leaders: np.ndarray
    ends: np.ndarray
    treasures: np.ndarray

    def __getitem__(self, some: slice | np.ndarray) -> Samples:
        return Samples(
            self.rows[some],
            self.possible[some],
            self.leaders[some],
            self.ends[some],
            self.treasures[some],
        )


def samples_of(rounds: Sequence[Round]) -> Samples:
    """Return the samples of some rounds."""
    tricks = [trick for played in rounds for trick in played.tricks]
    rows: np.ndarray = np.ones((len(tricks), FEATURES + 1), np.float32)
    for row, trick in zip(rows, tricks, strict=True):
        row[:-1] = network.features(*trick.hands, trick.trump, trick.tricks)
    possible = [
        [END_INDEX[own] <= end <= END_INDEX[TRICKS - other] for end in range(len(ENDS))]
        for own, other in (trick.tricks for trick in tricks)
    ]
    ends: np.ndarray = np.eye(len(ENDS), dtype=np.float32)[[trick.end for trick in tricks]]
    return Samples(
        rows,
        np.array(possible),
        np.array([trick.leader for trick in tricks]),
        ends,
        np.array([trick.treasures for trick in tricks], np.float32),
    )


def fit_network(
    samples: Samples, hidden: int, seed: int, training: Training
) -> tuple[Weights, str]:
    """Return the fitted weights, and as text their loss on a tenth kept aside.

    A first network is fitted to the ends of rounds; the second also to the expectations of the
    first at the tricks on the way there, which depend less on luck. If there are more fits, with
    the next seeds, the best on the tenth is returned.
    """
    # Scaling the amounts halves the number of epochs; the marks already have one scale.
    scales: np.ndarray = np.ones(FEATURES + 1, np.float32)
    amounts = slice(0, network.PLAIN_RANKS[0].start)
    scales[amounts] = samples.rows[:, amounts].std(0) + 1e-3
    samples = replace(samples, rows=samples.rows / scales)
    aside = max(1, len(samples.rows) // TRICKS_PER_ROUND // 10) * TRICKS_PER_ROUND
    used, kept = samples[: len(samples.rows) - aside], samples[len(samples.rows) - aside :]
    seeds = range(seed, seed + training.fits)
    fits = [_fitted_twice(s, hidden, used, training.epochs) for s in seeds]
    first, second = best = min(fits, key=lambda weights: _losses(weights, kept))
    of_ends, of_treasures = _losses(best, kept)
    return (
        _weights(first / scales[:, None], second),
        f"loss of ends {of_ends:.4f}, of Treasures {of_treasures:.4f}",
    )


def _losses(weights: list[np.ndarray], samples: Samples) -> tuple[float, float]:
    _hidden, outputs, shares = _forward(weights, samples)
    of_ends = -np.log((shares * samples.ends).sum(1)).mean()
    of_treasures = ((outputs[:, len(ENDS) :] - samples.treasures) ** 2).mean()
    return float(of_ends), float(of_treasures)


def _fitted_twice(seed: int, hidden: int, samples: Samples, epochs: int) -> list[np.ndarray]:
    _hidden, _outputs, shares = _forward(_fitted(seed, hidden, samples, epochs), samples)
    expected = _on_the_way(shares, samples.ends, samples.leaders)
    return _fitted(seed, hidden, replace(samples, ends=expected), epochs)


def _on_the_way(shares: np.ndarray, ends: np.ndarray, leaders: np.ndarray) -> np.ndarray:
    """Return for each sample a mean of its round's end and of the expectations of later samples.

    The next sample counts half, the one after it a quarter, and so on.
    """
    shares, ends = (array.reshape(-1, TRICKS_PER_ROUND, len(ENDS)) for array in (shares, ends))
    leaders = leaders.reshape(-1, TRICKS_PER_ROUND)
    targets = ends.copy()
    for at in reversed(range(TRICKS_PER_ROUND - 1)):
        later = (shares[:, at + 1] + targets[:, at + 1]) / 2
        changed = leaders[:, at] != leaders[:, at + 1]
        # A change of the leader mirrors the end.
        targets[:, at] = np.where(changed[:, None], later[:, ::-1], later)
    return targets.reshape(-1, len(ENDS))


def _fitted(seed: int, hidden: int, samples: Samples, epochs: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    first = rng.normal(0, _SPREAD, (FEATURES + 1, hidden)).astype(np.float32)
    second = rng.normal(0, _SPREAD_OF_OUTPUTS, (hidden + 1, OUTPUTS)).astype(np.float32)
    first[-1], second[-1] = 0, 0
    weights = [first, second]
    means, squares = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    step = 0
    for epoch in range(epochs):
        rate = _RATE * (1 + np.cos(np.pi * epoch / epochs)) / 2 + _MIN_RATE
        order = rng.permutation(len(samples.rows))
        for at in range(0, len(order), _BATCH):
            slopes = _slopes(weights, samples[order[at : at + _BATCH]])
            step += 1
            for layer, mean, square, slope in zip(weights, means, squares, slopes, strict=True):
                # Adam (Kingma, Ba 2015).
                mean[:] += 0.1 * (slope - mean)
                square[:] += 0.001 * (slope * slope - square)
                scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                layer[:] -= rate * mean / (1 - 0.9**step) / scale
    return weights


def _forward(weights: list[np.ndarray], samples: Samples) -> tuple[np.ndarray, ...]:
    """Return the hidden layer with its constant, the outputs, and the probability of each end."""
    first, second = weights
    hidden = np.maximum(samples.rows @ first, 0)
    hidden = np.hstack([hidden, np.ones((len(hidden), 1), np.float32)])
    outputs = hidden @ second
    logits = np.where(samples.possible, outputs[:, : len(ENDS)], _NOT)
    shares = np.exp(logits - logits.max(1, keepdims=True))
    return hidden, outputs, shares / shares.sum(1, keepdims=True)


def _slopes(weights: list[np.ndarray], samples: Samples) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradient of the loss for the weights of both layers."""
    hidden, outputs, shares = _forward(weights, samples)
    slope = np.empty_like(outputs)
    slope[:, : len(ENDS)] = shares - samples.ends
    slope[:, len(ENDS) :] = outputs[:, len(ENDS) :] - samples.treasures
    slope /= len(slope)
    back = (slope @ weights[1][:-1].T) * (hidden[:, :-1] > 0)
    return samples.rows.T @ back, hidden.T @ slope


def _weights(first: np.ndarray, second: np.ndarray) -> Weights:
    return Weights(
        tuple(tuple(map(float, row)) for row in first),
        tuple(tuple(map(float, row)) for row in second.T),
    )
