"""Fixtures of the tests of the command line: runs that are made once, and records to score."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from .helpers import M008, ROOT, SharedRun, shared, sim, stopped


@pytest.fixture(scope="session")
def shared_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all worker processes of this test run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cli-runs"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def m008(shared_base: Path) -> SharedRun:
    """The scenarios of M-008 in Vietnamese and English, against the reference agents."""
    return shared(shared_base, "m008", lambda folder: sim(*M008, "--out", folder))


@pytest.fixture(scope="session")
def faulty(shared_base: Path) -> SharedRun:
    """An agent that sends the wrong posters to Vietnamese buyers."""
    options = ("run", "--template", "m008-vietnamese-trigger", "--languages", "vi", "--limit", "2")
    agents = ("--agents", "defect:M-008.check_1/blatant")
    return shared(shared_base, "faulty", lambda folder: sim(*options, *agents, "--out", folder))


@pytest.fixture(scope="session")
def killed(shared_base: Path) -> SharedRun:
    """The run of `m008`, killed by SIGKILL as soon as three sessions were in its journal."""
    return shared(shared_base, "killed", lambda folder: stopped("SIGKILL", 3, *M008, "--out", folder))


@pytest.fixture(scope="session")
def interrupted(shared_base: Path) -> SharedRun:
    """The run of `m008`, interrupted by SIGINT as soon as three sessions were in its journal."""
    options = (*M008, "--concurrency", "1")
    return shared(shared_base, "interrupted", lambda folder: stopped("SIGINT", 3, *options, "--out", folder))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def record() -> dict[str, Any]:
    """The smallest record of the README."""
    found = re.search(r"```json\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    document = json.loads(found[1])
    assert isinstance(document, dict)
    return document
