"""Which conversations of two runs belong together, and whether the runs may be compared at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.errors import InputError, Problem, UsageError
from evaluator.version import evaluator_version
from reports import run_dir as run
from reports.compare.side import Side, Talk


@dataclass(frozen=True)
class Paired:
    """The pairs of two runs, and what was left out of them."""

    pairs: tuple[tuple[Talk, Talk], ...]
    only_base: int
    only_candidate: int
    other_factors: int  # the same case by its number, and yet another one: the runs were asked for other levels
    invalid: int  # a pair counts where the buyer spoiled neither conversation


def check_runs(base: Path, candidate: Path) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The manifests of two runs that may be compared.

    Raises InputError where one is no run, where the base is not complete, or where they were judged by different
    evaluators; UsageError where both are the same run.
    """
    for path in (base, candidate):
        if path.exists() and not path.is_dir():
            raise InputError(f"{path}: expected a run directory (sim run or sim score write one), found a file")
    manifests = run.read_manifest(base), run.read_manifest(candidate)
    if base.resolve() == candidate.resolve():
        raise UsageError(f"{base} and {candidate} are the same run: name a base and another run as the candidate")
    state = manifests[0].get("state")
    if state != "complete":
        raise InputError(
            f"{base} cannot be the base: its state is {state!r}, and only a complete run can be a baseline; finish it"
            f" first (repeat its command with --resume --out {base})"
        )
    state = manifests[1].get("state")
    if state != "complete" and not (candidate / run.SESSIONS).exists():
        raise InputError(
            f"{candidate} cannot be compared: its state is {state!r} and it has no {run.SESSIONS} yet; let it end, or"
            f" finish it (repeat its command with --resume --out {candidate})"
        )
    _same_evaluator((base, candidate), manifests)
    return manifests


def _same_evaluator(paths: tuple[Path, Path], manifests: tuple[Mapping[str, Any], Mapping[str, Any]]) -> None:
    evaluators = [_mapping(manifest.get("evaluator")) for manifest in manifests]
    versions = [str(evaluator.get("version")) for evaluator in evaluators]
    if None in (evaluator.get("version") for evaluator in evaluators):
        path = next(path for path, one in zip(paths, evaluators, strict=True) if one.get("version") is None)
        problem = Problem(str(path / run.MANIFEST), None, "evaluator.version", "the evaluator's version", "none")
        raise InputError("the runs cannot be compared", [problem])
    if versions[0] != versions[1]:
        told = [f"{path}: evaluator {version}" for path, version in zip(paths, versions, strict=True)]
        commands = [
            f"sim score {path / run.SESSIONS} --out {path.parent / (path.name + '-rescored')}"
            for path, version in zip(paths, versions, strict=True)
            if version != evaluator_version()
        ]
        again = "".join(f"\n  {command}" for command in commands)
        raise InputError(
            "verdicts of different evaluator versions cannot be compared:"
            f" {'; '.join(told)}; score the stored conversations again with this version"
            f" ({evaluator_version()}) and compare the result:{again}"
        )
    judges_of = [evaluator.get("judge") for evaluator in evaluators]
    judges = [_judge(judge) for judge in judges_of]
    if judges[0] != judges[1]:
        told = [f"{path}: {judge}" for path, judge in zip(paths, judges, strict=True)]
        raise InputError(
            f"verdicts of different judges cannot be compared: {'; '.join(told)}; score the stored conversations of"
            f" one again with the judge of the other: sim score {paths[0] / run.SESSIONS}{_options(judges_of[1])} --out"
            f" {paths[0].parent / (paths[0].name + '-rescored')}"
        )


def _judge(judge: object) -> str:
    """What makes a judge another one: its kind, its model, its prompt and its votes; not what it has cost."""
    if not judge:
        return "no judge (rules alone)"
    if not isinstance(judge, Mapping):
        return f"judge {judge}"
    prompt = _mapping(judge.get("prompt"))
    named = [str(judge[key]) for key in ("kind", "model") if judge.get(key)]
    named += [f"prompt {prompt.get('file')} {str(prompt.get('sha256'))[:8]}"] if prompt else []
    named += [f"{judge['votes']} votes"] if judge.get("votes") else []
    return "judge " + (", ".join(named) or "without a name")


def _options(judge: object) -> str:
    """The options of `sim score` that ask for this judge."""
    if not isinstance(judge, Mapping):
        return ""
    votes = f" --judge-votes {judge['votes']}" if judge.get("votes", 1) != 1 else ""
    return f" --judge openai --judge-model {judge.get('model')}{votes}"


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def pair(base: Side, candidate: Side) -> Paired:
    """Pairs by the key of the conversations. Raises InputError where nothing is left to compare."""
    pairs: list[tuple[Talk, Talk]] = []
    other_factors = invalid = common = 0
    for key, before in base.talks.items():
        now = candidate.talks.get(key)
        if now is None:
            continue
        common += 1
        if before.factors != now.factors:
            other_factors += 1
        elif before.invalid or now.invalid:
            invalid += 1
        else:
            pairs.append((before, now))
    found = Paired(tuple(pairs), len(base.talks) - common, len(candidate.talks) - common, other_factors, invalid)
    if not pairs:
        raise InputError(_nothing_in_common(base, candidate, found))
    return found


def _nothing_in_common(base: Side, candidate: Side, found: Paired) -> str:
    counts = f"{base.path} has {len(base.talks)}, {candidate.path} has {len(candidate.talks)}"
    if found.other_factors:
        why = f"{found.other_factors} have the same template, variant and repeat, but other levels of the factors"
    elif found.invalid:
        why = f"the {found.invalid} that both have are invalid (spoiled by the simulated buyer)"
    else:
        why = "none has the same template, variant and repeat (or session id) as one of the other run"
    return f"no conversation can be paired: {counts}; {why}; drive both runs with the same options"
