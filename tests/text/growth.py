"""How the cost of a function grows with its input: two measurements in one run, compared."""

import time
from collections.abc import Callable

_ROUNDS = 3


def growth(function: Callable[[str], object], piece: str, times: int) -> float:
    """The cost of a text four times as long, divided by four times the cost of the text: about 1 where it is linear."""
    return _cost(function, piece * (4 * times)) / (4 * _cost(function, piece * times) + 1e-4)


def _cost(function: Callable[[str], object], text: str) -> float:
    best = float("inf")
    for number in range(_ROUNDS):
        start = time.process_time()
        function(text + " " * number)  # another text each time: results are cached
        best = min(best, time.process_time() - start)
    return best
