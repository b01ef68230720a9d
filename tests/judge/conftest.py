"""The labelled conversations, as the tests of the rules score them."""

from judging.conftest import labelled

__all__ = ["labelled"]
