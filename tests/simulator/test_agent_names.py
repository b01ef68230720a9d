"""Agents by name: what each needs, what is refused, and what the manifest says of them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from evaluator.client.ports import ScriptedModels
from evaluator.errors import InputError, NotFoundError, UsageError
from simulator.agents import AgentSetup, make_agents
from simulator.agents.model import OpenAIInquiry, OpenAIOpportunity
from simulator.agents.reference import ReferenceInquiry, ReferenceOpportunity
from simulator.prompts import default_prompt

MODELS = ScriptedModels(lambda ask: "", model="model-under-test")


def test_openai_needs_a_model() -> None:
    with pytest.raises(UsageError, match="'openai' need a model"):
        make_agents("openai")
    with pytest.raises(UsageError, match="'openai' need a model"):
        make_agents(opportunity="openai")


def test_the_prompts_that_ship_are_the_default() -> None:
    agents = make_agents("openai", setup=AgentSetup(models=MODELS))
    assert agents.name == "openai"
    assert agents.describe() == {
        "name": "openai",
        "defect": None,
        "inquiry": {
            "kind": "openai",
            "model": "model-under-test",
            "prompt": "inquiry.zh.md",
            "prompt_sha256": default_prompt("inquiry").sha256,
            "vision": False,
        },
        "opportunity": {
            "kind": "openai",
            "model": "model-under-test",
            "prompt": "opportunity.zh.md",
            "prompt_sha256": default_prompt("opportunity").sha256,
        },
    }


def test_prompts_are_files(tmp_path: Path) -> None:
    for name in ("ask.md", "decide.txt"):
        (tmp_path / name).write_bytes(name.encode())
    setup = AgentSetup(MODELS, tmp_path / "ask.md", tmp_path / "decide.txt", vision=True, temperature=0.2)
    agents = make_agents("openai", setup=setup)
    assert isinstance(agents.inquiry, OpenAIInquiry)
    assert isinstance(agents.opportunity, OpenAIOpportunity)
    assert (agents.inquiry.prompt.text, agents.inquiry.vision, agents.inquiry.temperature) == ("ask.md", True, 0.2)
    assert agents.opportunity.prompt.text == "decide.txt"
    about = agents.describe()
    assert (about["inquiry"]["prompt"], about["inquiry"]["vision"]) == ("ask.md", True)
    assert about["opportunity"]["prompt_sha256"] == hashlib.sha256(b"decide.txt").hexdigest()
    assert str(tmp_path) not in str(about)


def test_one_at_a_time() -> None:
    mixed = make_agents("reference", opportunity="openai", setup=AgentSetup(models=MODELS))
    assert isinstance(mixed.inquiry, ReferenceInquiry)
    assert isinstance(mixed.opportunity, OpenAIOpportunity)
    assert mixed.name == "reference + openai"
    assert mixed.describe()["inquiry"] == {"kind": "reference"}
    other = make_agents("openai", opportunity="reference", setup=AgentSetup(models=MODELS))
    assert isinstance(other.inquiry, OpenAIInquiry)
    assert isinstance(other.opportunity, ReferenceOpportunity)
    seeded = make_agents("openai", opportunity="defect:M-110.check_1", setup=AgentSetup(models=MODELS))
    assert seeded.defect == "M-110.check_1/blatant"
    assert seeded.describe()["opportunity"] == {"kind": "defect"}


@pytest.mark.parametrize(
    ("names", "setup", "told"),
    [
        ({}, {"inquiry_prompt": "p.md"}, "--inquiry-prompt: only the agents 'openai' read a prompt"),
        ({"inquiry": "openai"}, {"opportunity_prompt": "p.md"}, "--opportunity-prompt: only the agents 'openai'"),
        ({"opportunity": "openai"}, {"inquiry_prompt": "p.md"}, "'reference' do not"),
        ({"opportunity": "openai"}, {"vision": True}, "--vision: the inquiry agent 'reference' looks at no pictures"),
        ({"name": "http://localhost:1"}, {"inquiry_prompt": "p.md"}, "'http:http://localhost:1' do not"),
    ],
)
def test_an_option_without_effect_is_wrong_usage(
    tmp_path: Path, names: dict[str, str], setup: dict[str, Any], told: str
) -> None:
    (tmp_path / "p.md").write_text("prompt", encoding="utf-8")
    given = {key: tmp_path / value if isinstance(value, str) else value for key, value in setup.items()}
    with pytest.raises(UsageError, match=told):
        make_agents(**names, setup=AgentSetup(models=MODELS, **given))


def test_a_prompt_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.md: expected a text file"):
        make_agents("openai", setup=AgentSetup(models=MODELS, inquiry_prompt=tmp_path / "none.md"))


def test_unknown_names() -> None:
    for name in ("openia", "defect:", "", "pyhton:a:b"):
        with pytest.raises(NotFoundError):
            make_agents(name)
