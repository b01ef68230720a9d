"""Stage 2.2, tools and routes of information: M-022."""

from collections.abc import Iterator

from evaluator.checks.base import Event, Finding, Metric, failed, lacking, passed
from evaluator.checks.facts import Facts
from evaluator.checks.s13_look import H5_HOST, is_official
from evaluator.checks.s22_routes import detail_urls_in

_NO_LOG = "no tool log in the record"


class M022(Metric):
    """No get_catalog_url, no H5 address, no bare address, no detailUrl."""

    id = "M-022"

    def events(self, facts: Facts) -> Iterator[Event]:
        for turn in facts.turns:
            if turn.published or turn.calls:
                yield Event(turn)

    def edges(self, facts: Facts, event: Event) -> Iterator[str]:
        if any(marker.kind == "LINK" and is_official(marker.url) for marker in event.turn.markers):
            yield "edge_1"

    def check_1(self, facts: Facts, event: Event) -> Finding:
        turn = event.turn
        if turn.calls is None:
            return lacking(_NO_LOG)
        if any(call.name == "get_catalog_url" for call in turn.calls):
            return failed("get_catalog_url was called", "get_catalog_url", "tool")
        return passed("not called")

    def check_2(self, facts: Facts, event: Event) -> Finding:
        for link in event.turn.links:
            if link.host == H5_HOST or link.host.endswith("." + H5_HOST):
                return failed("an H5 address of the back office", link.url)
        return passed("no H5 address")

    def check_3(self, facts: Facts, event: Event) -> Finding:
        for link in event.turn.links:
            if not link.in_marker:
                return failed("an address outside a marker", link.url)
        return passed("no bare address")

    def check_4(self, facts: Facts, event: Event) -> Finding:
        for url in detail_urls_in(facts, event.turn):
            return failed("a detailUrl is passed on", url)
        return passed("no detailUrl")
