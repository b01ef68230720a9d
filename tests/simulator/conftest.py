"""Fixtures of the simulator's tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from evaluator.session import Customer
from scenarios.cases import Case
from scenarios.factors import chosen_levels, factors
from scenarios.templates import Template

CaseMaker = Callable[..., Case]


@pytest.fixture
def make_case() -> CaseMaker:
    """Makes a case of a template with chosen levels, the first standard ones elsewhere."""

    def make(template: Template, variant: int = 1, repeat: int = 1, seed: int = 7, **levels: str) -> Case:
        standard = {name: known.standard[0] for name, known in factors().items()}
        chosen = {name: chosen_levels(name, allowed)[0] for name, allowed in template.factors.items()}
        return Case(0, template, variant, repeat, seed, {**standard, **chosen, **levels})

    return make


@pytest.fixture
def customer() -> Customer:
    return Customer(name="Ana", phone="+34 600000000", country="ES", timezone="Europe/Madrid", channel="website")
