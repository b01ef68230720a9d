"""What seeded defects have proven, as a run's coverage tells it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from evaluator.certification import proven as kept_proven
from evaluator.errors import InputError
from evaluator.version import evaluator_version
from reports import run_dir as run
from reports.certification import FILE
from reports.coverage_model import Coverage


def proven_for(run_dir: Path) -> Mapping[str, bool]:
    """What the kept certification says, and one that lies beside the run; each of the evaluator that scored the run.

    Raises InputError where the one beside the run is damaged.
    """
    scored_by = (run.read_manifest(run_dir).get("evaluator") or {}).get("version")
    kept = kept_proven() if scored_by == evaluator_version() else {}
    path = run_dir / FILE
    try:
        beside = json.loads(path.read_text(encoding="utf-8"))
        own = beside["proven"] if beside["evaluator"] == scored_by else {}
        return {**kept, **{str(target): bool(value) for target, value in own.items()}}
    except FileNotFoundError:
        return kept
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"{path}: expected what sim certify --out wrote, {error!r}") from None


def with_proof(coverage: Coverage, proven: Mapping[str, bool]) -> Coverage:
    """The coverage with these proofs in the place of those that were known when it was counted."""
    metrics = {}
    for name, metric in coverage.metrics.items():
        checks = {key: part.model_copy(update=_proof(proven, name, key)) for key, part in metric.checks.items()}
        edges = {key: part.model_copy(update=_proof(proven, name, key)) for key, part in metric.edges.items()}
        metrics[name] = metric.model_copy(update={"checks": checks, "edges": edges})
    return coverage.model_copy(update={"metrics": metrics})


def _proof(proven: Mapping[str, bool], metric: str, part: str) -> dict[str, bool]:
    target = f"{metric}.{part}"
    return {"proven": proven[target]} if target in proven else {}
