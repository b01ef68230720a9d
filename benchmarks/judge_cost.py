"""What judging with a model costs: calls and tokens a session, against one call for each metric: `make judge-cost`.

The models are scripted, so no endpoint is asked. The reader reports what the rules read (or, a second time, leaves out
every fifth act, as a model that differs from the rules does: what it leaves out is then asked of the judge). The judge
answers every question, with a quote and a reason of ordinary length. The other side is as lean as it can be: for each
metric its catalogue entry in English, the same transcript, and an answer of the specification's form; not a word of
instruction.

Tokens are estimated on both sides alike: a letter of Chinese, Japanese or Korean is one token, two letters of any other
script but Latin are one, and so are four characters of the rest.
"""

import argparse
import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.labelled import SHARED, own_set
from evaluator.answers import Kind, kind_of
from evaluator.catalogue import Metric, load_catalogue
from evaluator.client import Ask, ScriptedModels
from evaluator.errors import InputError
from evaluator.judge import ModelScorer, open_questions
from evaluator.judge.transcript import fenced, whole
from evaluator.ontology import MODEL_CUSTOMER_ACTS, MODEL_REPLY_ACTS
from evaluator.reading import Reading, RuleReader
from evaluator.session import Refused, Session, read_sessions

_MOST_CALLS: Final = 2.5  # a session
_MOST_SHARE: Final = 0.10  # of the tokens of single calls
_FORGETS: Final = 5  # the second reader leaves out every fifth act
_OPPORTUNITY_PARTS: Final = (5, 6)
_QUESTION: Final = re.compile(r"^- (M-\d{3}\.\w+)(?: \(turn (\d+)[\d, ]*\))?: ", re.MULTILINE)
_MOST_QUOTED: Final = 80  # characters
_WHY: Final = "The reply turns to its own question and says nothing about the price."
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass
class Cost:
    """Sums over sessions."""

    sessions: int = 0
    calls: int = 0
    tokens: int = 0
    answered: int = 0  # of the tokens, those of the completions
    questions: int = 0
    single: int = 0  # tokens of 58 single calls


def tokens(text: str) -> int:
    """An estimate, the same for whatever is sent or comes back."""
    wide = len(_CJK.findall(text))
    narrow = sum(character < "\u0250" for character in text)  # Latin, digits, marks
    return wide + (len(text) - wide - narrow + 1) // 2 + (narrow + 3) // 4


def main() -> None:
    """Measures a folder of session records: the shared cases where they exist, else the project's own."""
    parser = argparse.ArgumentParser(prog="judge_cost", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="session records")
    folder: Path | None = parser.parse_args().folder
    if folder is None:
        folder = SHARED / "sessions" if SHARED.is_dir() else own_set().sessions
    sessions = list(_sessions(folder))
    for forgets in (0, _FORGETS):
        print("\n".join(report(measure(sessions, forgets), forgets)))


def _sessions(folder: Path) -> Iterator[Session]:
    for loaded in read_sessions([folder]):
        if isinstance(loaded, Refused):
            raise InputError(f"{loaded.where}: the record cannot be used", loaded.problems)
        yield loaded.session


def report(cost: Cost, forgets: int) -> Iterator[str]:
    """The figures, and whether they reach the aims."""
    each = cost.sessions or 1
    reader = f"leaves out every {forgets}th act of the rules" if forgets else "reports what the rules read"
    calls, share = cost.calls / each, cost.tokens / (cost.single or 1)
    yield f"{cost.sessions} sessions; a reader that {reader}"
    yield f"  questions a session   {cost.questions / each:10.1f}"
    yield f"  calls a session       {calls:10.2f}   aim ≤ {_MOST_CALLS}: {_reached(calls <= _MOST_CALLS)}"
    yield f"  tokens a session      {cost.tokens / each:10.0f}   of them answers {cost.answered / each:.0f}"
    yield f"  … of 58 single calls  {cost.single / each:10.0f}"
    yield f"  share                 {share:10.1%}   aim ≤ {_MOST_SHARE:.0%}: {_reached(share <= _MOST_SHARE)}"


def _reached(reached: bool) -> str:
    return "reached" if reached else "not reached"


def measure(sessions: Iterable[Session], forgets: int) -> Cost:
    """The cost of each session, both ways; ``forgets``: the reader leaves out every so-manieth act, 0 for none."""
    cost = Cost()
    for session in sessions:
        reading = RuleReader().read(session)
        models = ScriptedModels(_answers(session, reading, forgets, cost))
        scored = asyncio.run(ModelScorer(models).score(session))
        if open_questions(session, scored.reading):
            raise AssertionError(f"{session.session_id}: the scripted judge left questions open")
        cost.sessions += 1
        cost.calls += len(models.asked)
        cost.tokens += sum(tokens(message["content"]) for ask in models.asked for message in ask.messages)
        cost.single += _single(session)
    cost.tokens += cost.answered
    return cost


def _answers(session: Session, reading: Reading, forgets: int, cost: Cost) -> Callable[[Ask], str]:
    """The scripted models; what they write is counted."""

    def say(ask: Ask) -> str:
        if ask.role == "reader":
            written = _dump({"acts": list(_acts(session, reading, forgets))})
        else:
            asked = _QUESTION.findall(ask.messages[0]["content"])
            cost.questions += len(asked)
            written = _dump({"answers": [_answer(session, name, int(turn or 0)) for name, turn in asked]})
        cost.answered += tokens(written)
        return written

    return say


def _acts(session: Session, reading: Reading, forgets: int) -> Iterator[Mapping[str, Any]]:
    """What the reader reports: the rules' sure acts, as far as a model is asked about them."""
    told = 0
    for record, turn in zip(session.turns, reading.turns, strict=True):
        pairs = enumerate(zip(record.inbound, turn.messages, strict=True), start=1)
        texts = {f"c{index}": text for index, (message, text) in pairs if message.sender == "customer"}
        if turn.reply is not None:
            texts["r"] = turn.reply
        for name, text in texts.items():
            for act in text.acts:
                if not act.sure or act.act not in (MODEL_REPLY_ACTS if name == "r" else MODEL_CUSTOMER_ACTS):
                    continue
                told += 1
                if not forgets or told % forgets:
                    shown = {"act": act.act, "value": act.value, "quote": act.quote}
                    yield {"turn": turn.turn, "text": name, **shown}


_PLAIN: Final[Mapping[Kind, str]] = {"check": "PASS", "applies": "YES", "condition": "NO", "score": "4"}


def _answer(session: Session, name: str, turn: int) -> Mapping[str, Any]:
    """The judge's answer to a question about a turn; 0 is none in particular."""
    kind = kind_of(load_catalogue(), name)
    assert kind is not None
    for number in (turn, *range(1, len(session.turns) + 1)):
        quote = _words(session, number) if number else ""
        if quote:
            turns = [number] if turn in (0, number) else [number, turn]
            return {"id": name, "result": _PLAIN[kind], "turns": turns, "quote": quote, "why": _WHY}
    raise AssertionError(f"{session.session_id}: nothing to quote for {name}")


def _words(session: Session, number: int) -> str:
    """Some words of a turn: the reply's, else the customer's."""
    turn = session.turns[number - 1]
    reply = (turn.inquiry.reply_text if turn.inquiry else None) or ""
    texts = (reply, *(message.text for message in turn.inbound))
    said = next((text.strip() for text in texts if text.strip()), "")
    return " ".join(said.split("\n")[0].split()[:8])[:_MOST_QUOTED]


def _single(session: Session) -> int:
    """The tokens of one call for each metric, answers included."""
    shown = {part: tokens(fenced(whole(session, opportunity=part))) for part in (False, True)}
    quote = next(filter(None, (_words(session, number) for number in range(len(session.turns), 0, -1))), "")
    total = 0
    for entry in load_catalogue():
        verdict = {
            "metric_id": entry.id,
            "result": "PASS",
            "score": None,
            "evidence": f"turn 2: {quote}",
            "reason": _WHY,
        }
        total += tokens(_entry(entry)) + shown[entry.part in _OPPORTUNITY_PARTS] + tokens(_dump(verdict))
    return total


def _entry(entry: Metric) -> str:
    """A metric's catalogue entry in English, without what only our own tables of implications need."""
    left_out = {"implies", "implications"}
    return _dump(_english(entry.model_dump(mode="json", exclude_none=True, exclude=left_out)))


def _english(value: Any) -> Any:
    if isinstance(value, dict):
        return value["en"] if set(value) == {"zh", "en"} else {key: _english(item) for key, item in value.items()}
    return [_english(item) for item in value] if isinstance(value, list) else value


def _dump(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False)


if __name__ == "__main__":
    main()
