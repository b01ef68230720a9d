"""Lists for those who write scenarios: the seeded defects, and what a buyer can say."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from simulator.cli import WELL

if TYPE_CHECKING:
    from simulator.agents.defects import Defect

AS_JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def defects(
    words: Annotated[
        list[str] | None, typer.Argument(help="A metric, such as M-008, or a check or edge of one; nothing: all.")
    ] = None,
    as_json: AS_JSON = False,
) -> int:
    """Lists the seeded defects by metric: the name for `--agents defect:…`, and what goes wrong."""
    from evaluator.catalogue import load_catalogue
    from simulator.agents.defects import defects as seeded

    chosen = [entry for word in words or [""] for entry in (_matching(word) if word else seeded())]
    if as_json:
        documents = [
            {
                "defect": entry.id,
                "target": entry.target,
                "kind": entry.kind,
                "agent": _agent(entry),
                "about": entry.about,
            }
            for entry in chosen
        ]
        print(json.dumps(documents, ensure_ascii=False, indent=1))
        return WELL
    catalogue, before = load_catalogue(), ""
    for entry in chosen:
        metric = entry.target.partition(".")[0]
        if metric != before:
            print(f"{metric} {catalogue.metric(metric).name.en}")
            before = metric
        print(f"  {entry.id:26} {entry.about}")
    return WELL


def _matching(word: str) -> "list[Defect]":
    """The defects of a metric, check or edge. Raises NotFoundError with the nearest names, or for one without any."""
    from evaluator.catalogue import load_catalogue
    from evaluator.errors import NotFoundError
    from simulator.agents.defects import defects as seeded
    from simulator.agents.defects import find_defect

    metric, _, part = word.partition(".")
    if not part:
        found = list(seeded(load_catalogue().metric(metric).id))
        if not found:
            raise NotFoundError(f"no defect is seeded for {word}")
        return found
    of_target = [entry for entry in seeded() if word in (entry.target, entry.id)]
    return of_target or [find_defect(word)]


def _agent(entry: "Defect") -> str:
    return "inquiry" if entry.inquiry is not None else "opportunity"


def phrases(
    words: Annotated[
        list[str] | None, typer.Argument(help="Phrases, or parts of their names, such as catalogue; nothing: all.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of the sample wording.")] = "en",
    as_json: AS_JSON = False,
) -> int:
    """Lists what a buyer can say in a template (`say:`): the meaning, the slots, and one wording."""
    from evaluator.errors import NotFoundError
    from scenarios.factors import factors
    from scenarios.phrases import available_languages, load_phrases, phrase_keys, phrase_meanings
    from simulator.cli.messages import unknown

    if language not in available_languages():
        raise unknown("language", language, factors()["language"].levels)
    known = phrase_keys()["customer"]
    asked = [word.strip().casefold() for word in words or ()]
    chosen = [key for key in known if not asked or any(word in key for word in asked)]
    if not chosen:
        raise NotFoundError.among("customer phrase", " ".join(words or ()), known)
    about, wordings = phrase_meanings("customer"), load_phrases(language)
    samples = {key: wordings.wordings("customer", key)[0] for key in chosen}
    if as_json:
        documents = [
            {"phrase": key, "about": about[key], "slots": sorted(known[key]), "sample": samples[key]} for key in chosen
        ]
        print(json.dumps(documents, ensure_ascii=False, indent=1))
        return WELL
    for key in chosen:
        print(f"{key:28} {about[key]}\n{'':28} {samples[key]}")
    return WELL
