"""Stage 2.1, language and turns: M-017."""

from collections.abc import Iterator

from evaluator.checks.base import Event, Finding, Metric, failed, not_applicable, passed, undecided
from evaluator.checks.facts import Facts, TurnFacts
from evaluator.checks.languages import follows, variant_follows


class M017(Metric):
    """The reply is in the language of the newest customer message."""

    id = "M-017"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.published and turn.newest is not None and turn.sentences:
                yield Event(turn)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        text = event.turn.text
        if event.turn.reply.language not in (None, "en") and any(
            word.isupper() and len(word) > 1 for word in text.split()
        ):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        assert turn.newest is not None
        if turn.newest[1].language is None:
            return not_applicable("the message has no language of its own")
        return _judge(turn, f"the message is {turn.newest[1].language}, the reply {turn.reply.language}")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.reply.language != "zh":
            return not_applicable("the reply is not Chinese")
        if variant_follows(turn.reply, turn):
            return passed(f"{turn.reply.variant} characters", _first(turn))
        return failed(f"{turn.reply.variant} characters, which the customer did not write", _first(turn))

    def check_3(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        assert turn.newest is not None
        if turn.newest[1].language is not None:
            return not_applicable("the message has a language of its own")
        return _judge(turn, f"the reply is {turn.reply.language}: neither English nor the language established before")


def _judge(turn: TurnFacts, note: str) -> Finding:
    right = follows(turn.reply, turn)
    if right is None:
        return undecided(f"{note}; one of the two is not certain")
    return passed("the languages agree", _first(turn)) if right else failed(note, _first(turn))


def _first(turn: TurnFacts) -> str | None:
    return next((sentence.text for sentence in turn.sentences), None)
