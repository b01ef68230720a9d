"""The wording that several commands share: counts, unknown names, and many problems kept short."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from evaluator.errors import IncompleteRun, NotFoundError, Problem

MOST_VALUES: Final = 20  # longer lists are not printed: the nearest names do
MOST_PROBLEMS: Final = 20  # of one file; a fault that every record has is understood after a few
_OPTIONS: Final = {
    "metrics": "--metric",
    "stages": "--stage",
    "templates": "--template",
    "factors": "--factor",
    "paths": "the path of the records",
}


class Interrupted(IncompleteRun):
    """Ctrl-C, after what was finished has been written."""

    @classmethod
    def with_kept(cls, number: int, folder: object) -> "Interrupted":
        """What was kept, and how the run is finished."""
        are = "is" if number == 1 else "are"
        kept = f"{counted(number, 'conversation')} {are} kept in {folder}"
        return cls(f"{kept}; add --resume --out {folder} to finish")


def counted(number: int, noun: str) -> str:
    """`1 record`, `2 records`: the last word takes the s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unknown(kind: str, name: str, known: Iterable[str]) -> NotFoundError:
    """The error for a name that there is not; it lists the names there are, where they are few."""
    names = list(known)
    error = NotFoundError.among(kind, name, names)
    if len(names) > MOST_VALUES:
        return error
    return NotFoundError(f"{error.message} (expected one of {', '.join(names)})", error.nearest)


def by_metric(targets: Iterable[str]) -> str:
    """`M-008.check_1`, `M-008.check_2` and so on in short: each metric once."""
    groups: dict[str, list[str]] = {}
    for target in dict.fromkeys(targets):
        metric, _, part = target.partition(".")
        groups.setdefault(metric, []).append(part)
    return "; ".join(f"{metric}.{', '.join(parts)}" for metric, parts in groups.items())


def first_problems(problems: Sequence[Problem]) -> list[Problem]:
    """The first problems; the last entry says how many there are more."""
    kept = list(problems[:MOST_PROBLEMS])
    left = len(problems) - len(kept)
    return [*kept, Problem("", found=f"… and {left} more")] if left else kept


class Teller:
    """Prints problems on stderr as they come, the first of each file alone; `close` says how many were left out."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._seen: Counter[str] = Counter()

    def tell(self, problems: Iterable[Problem]) -> None:
        """Prints them, as long as their files have not had enough."""
        from simulator.rundir import warn

        for problem in problems:
            self._seen[problem.file] += 1
            if self._seen[problem.file] <= MOST_PROBLEMS:
                warn(f"{self._kind}: {problem}")

    def close(self) -> None:
        """A line for each file with more than were printed."""
        from simulator.rundir import warn

        for file, number in self._seen.items():
            if number > MOST_PROBLEMS:
                warn(f"{self._kind}: {file}: … and {number - MOST_PROBLEMS} more")


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What two manifests were not asked alike, in words: the option, and both its values."""
    found = []
    if old.get("command") != new.get("command"):
        return [f"it was started by sim {old.get('command')}, this is sim {new.get('command')}"]
    before, now = _mapping(old, "options"), _mapping(new, "options")
    for name in dict.fromkeys([*before, *now]):
        if name == "inputs" or before.get(name) == now.get(name):
            continue
        found.append(_differs(_OPTIONS.get(name, f"--{name}"), before.get(name), now.get(name)))
    files, files_now = _mapping(before, "inputs"), _mapping(now, "inputs")
    if not found:  # other paths are other files: that is said already
        for file in sorted({*files, *files_now}):
            if files.get(file) != files_now.get(file):
                found.append(f"the contents of {file} are not what they were when the run was started")
    if old.get("seed") != new.get("seed"):
        found.append(_differs("--seed", old.get("seed"), new.get("seed")))
    agents, agents_now = _mapping(old, "agents"), _mapping(new, "agents")
    if agents.get("name") != agents_now.get("name"):
        found.append(_differs("--agents", agents.get("name"), agents_now.get("name")))
    else:
        found += _nested(agents, agents_now, "the agents")
    found += _nested(_mapping(old, "buyer"), _mapping(new, "buyer"), "the buyer")
    versions = [_mapping(one, "evaluator").get("version") for one in (old, new)]
    if versions[0] != versions[1]:
        found.append(
            f"the evaluator is another one (version {versions[0]} when the run was started, {versions[1]} now)"
        )
    judges = [_mapping(one, "evaluator").get("judge") for one in (old, new)]
    if bool(judges[0]) != bool(judges[1]):
        found.append(_differs("--judge", *("openai" if judge else "rules" for judge in judges)))
    else:
        found += _nested(judges[0] or {}, judges[1] or {}, "the judge")
    return found


def _nested(old: Mapping[str, Any], new: Mapping[str, Any], whose: str) -> list[str]:
    """What two descriptions differ in, each value with the keys that lead to it."""
    found = []
    for key in dict.fromkeys([*old, *new]):
        before, now = old.get(key), new.get(key)
        if before == now:
            continue
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            found += _nested(before, now, f"{whose}: {key}")
        elif "sha256" in key:
            found.append(f"{whose}: the prompt's contents are not what they were when the run was started")
        else:
            found.append(_differs(f"{whose}: {key}", before, now))
    return found


def _mapping(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = document.get(name)
    return value if isinstance(value, Mapping) else {}


def _differs(name: str, before: object, now: object) -> str:
    return f"{name} was {_value(before)} when the run was started, and is {_value(now)} now"


def _value(value: object) -> str:
    if value is None or value == []:
        return "not given"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
