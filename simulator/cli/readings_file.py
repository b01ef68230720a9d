"""Reading `readings.jsonl`, which may have been corrected by hand."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evaluator.reading import Reading


def read_readings(path: Path) -> "dict[str, tuple[Reading, int]]":
    """Readings by session id, each with its line, from a `readings.jsonl` that may have been corrected by hand."""
    from pydantic import ValidationError

    from evaluator.errors import InputError, Problem
    from evaluator.reading import Reading
    from simulator.cli.messages import first_problems

    found: dict[str, tuple[Reading, int]] = {}
    problems: list[Problem] = []
    lines = [(number, line) for number, line in enumerate(_lines(path), start=1) if line.strip()]
    if lines and lines[0][1].strip() in ("{", "["):  # laid out over many lines, each of which would be a problem
        told = Problem(str(path), lines[0][0], "", "one JSON object per line", "JSON over several lines")
        raise InputError("the readings cannot be used", [told])
    for number, line in lines:
        try:
            reading = Reading.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            if first["type"] == "json_invalid":
                problems.append(Problem(str(path), number, "", "one JSON object per line", "a line that is no JSON"))
            else:
                place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
                expected, value = _reading_fault(first["type"], first["msg"], first["input"])
                problems.append(Problem(str(path), number, place.lstrip("."), expected, value))
            continue
        if reading.session_id in found:
            problems.append(Problem(str(path), number, "session_id", "each session once", repr(reading.session_id)))
        found[reading.session_id] = reading, number
    if problems:
        raise InputError("the readings cannot be used", first_problems(problems))
    return found


def _reading_fault(kind: str, message: str, value: object) -> tuple[str, str]:
    """What was expected of a field of a reading, and what was found."""
    found = json.dumps(value, ensure_ascii=False, default=str)[:60]
    match kind:
        case "extra_forbidden":
            return "no such key here", found
        case "missing":
            return "this key, which is missing", ""
        case "bool_type":
            return "true or false", found
        case "int_type":
            return "a whole number", found
        case _:
            return message, found


def _lines(path: Path) -> list[str]:
    from evaluator.errors import InputError

    try:
        return path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected a file of readings, found text that is not UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: expected a file of readings, found: {why(error)}") from None


def why(error: OSError) -> str:
    """What the system says, without its number and the path once more."""
    return error.strerror or str(error)
