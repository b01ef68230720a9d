"""Two run directories against each other: what pairs, what counts, what is said and shown."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError, UsageError
from evaluator.version import evaluator_version
from reports.compare import Comparison, MetricComparison, compare_runs, write_comparison
from reports.compare.terminal import print_comparison
from reports.plain import Lang

from .made import case, column, session, write

NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(2)> {{ 7 * 7 }} \u202e http://example.org"


def compared(tmp_path: Path, base: Any, candidate: Any, **more: Any) -> Comparison:
    return compare_runs(write(tmp_path / "base", base), write(tmp_path / "candidate", candidate, **more))


def metric(comparison: Comparison, name: str = "M-008") -> MetricComparison:
    return next(one for one in comparison.metrics if one.metric_id == name)


def test_a_fall_in_many_pairs_is_a_regression_and_the_reverse_an_improvement(tmp_path: Path) -> None:
    good, bad = column("P" * 60), column("F" * 12 + "P" * 48)
    found = metric(compared(tmp_path, good, bad))
    assert (found.finding, found.pairs, found.fell, found.rose, found.templates) == ("regressed", 60, 12, 0, 10)
    assert found.chance == pytest.approx(2**-12)
    assert found.change.value == pytest.approx(-0.2)
    assert found.change.interval is not None
    assert found.change.interval[1] < 0
    turned = metric(compare_runs(tmp_path / "candidate", tmp_path / "base"))
    assert (turned.finding, turned.fell, turned.rose) == ("improved", 0, 12)
    assert turned.chance_improved == found.chance


def test_where_nothing_changed_there_is_no_evidence_or_not_enough(tmp_path: Path) -> None:
    comparison = compared(tmp_path, column("P" * 80), column("P" * 80))
    found = metric(comparison)
    assert (found.finding, found.repeats_needed) == ("no evidence", None)
    assert found.power >= 0.8
    few = metric(compared(tmp_path, column("P" * 8), column("P" * 8)))
    assert few.finding == "under-powered"
    assert few.repeats_needed is not None
    assert few.pairs_needed == 8 * few.repeats_needed
    assert few.pairs_needed > 20
    nothing = metric(comparison, "M-009")
    assert (nothing.finding, nothing.pairs, nothing.repeats_needed) == ("under-powered", 0, None)


def test_undetermined_is_no_pass_and_lost_decisions_are_said(tmp_path: Path) -> None:
    comparison = compared(tmp_path, column("PPPPPPPP"), column("UUUPPP-F"))
    found = metric(comparison)
    assert (found.pairs, found.fell, found.lost, found.decided_fell) == (4, 1, 3, True)
    assert (found.base.n, found.candidate.value) == (4, 0.75)
    assert (found.candidate_counts.undetermined, found.candidate_counts.not_applicable) == (3, 1)
    told = printed(comparison)
    assert "Fewer decided than in the base" in told
    assert "M-008 8 → 4 of 8 (3 undetermined, were 0)" in told


def test_pairs_are_made_by_case_whatever_the_session_is_called(tmp_path: Path) -> None:
    base = [(case("t", 1, 1), {"M-008": "P"}), (case("t", 1, 2), {"M-008": "P"}), (case("u", 1, 1), {"M-008": "P"})]
    renamed = {**case("t", 1, 2), "session_id": "other"}
    candidate = [
        (renamed, {"M-008": "F"}),
        (case("t", 1, 1), {"M-008": "P"}),
        (case("u", 1, 1, factors={"language": "vi"}), {"M-008": "F"}),
        (case("new", 1, 1), {"M-008": "F"}),
    ]
    pairs = compared(tmp_path, base, candidate)
    assert (pairs.pairs.paired, pairs.pairs.other_factors, pairs.pairs.only_candidate) == (2, 1, 1)
    assert pairs.pairs.repeats == 2
    assert metric(pairs).fell == 1
    assert pairs.flips[0].candidate_session == "other"


def test_imported_records_pair_by_session_id(tmp_path: Path) -> None:
    base = [(session(f"shop-{n}"), {"M-008": "P"}) for n in range(5)]
    comparison = compared(tmp_path, base, [*base[:3], (session("shop-9"), {"M-008": "P"})])
    assert (comparison.pairs.paired, comparison.pairs.only_base, comparison.pairs.only_candidate) == (3, 2, 1)
    assert comparison.pairs.templates == 0
    assert "3 pairs of conversations, by session id" in printed(comparison)


def test_invalid_conversations_are_counted_and_left_out(tmp_path: Path) -> None:
    spoilt = (case("t9", 9, 1, invalid="left its language"), {"M-008": "F"})
    base = [*column("PPP"), (case("t9", 9, 1), {"M-008": "P"})]
    comparison = compared(tmp_path, base, [*column("PPP"), spoilt])
    assert (comparison.pairs.paired, comparison.pairs.invalid, comparison.candidate.invalid) == (3, 1, 1)
    assert metric(comparison).pairs == 3
    assert comparison.flips == ()
    assert "1 invalid" in printed(comparison)


def test_scores_are_compared_by_which_way_they_went(tmp_path: Path) -> None:
    found = metric(compared(tmp_path, column("44444444", "M-028"), column("33333344", "M-028")), "M-028")
    assert (found.finding, found.pairs, found.fell) == ("regressed", 8, 6)
    assert (found.mean_base, found.mean_candidate, found.base.value) == (4.0, 3.25, None)
    assert found.change.value == -0.75


def test_repeats_give_pass_to_the_k(tmp_path: Path) -> None:
    base = column("PPPPPF", templates=1, repeats=3)
    comparison = compared(tmp_path, base, base, agents={"name": "other"})
    values = {power.k: (power.base.n, power.base.value) for power in comparison.qualified}
    assert values == {1: (2, pytest.approx(5 / 6)), 2: (2, pytest.approx(2 / 3)), 3: (2, 0.5)}
    assert [power.base.value for power in metric(comparison).pass_power] == [one[1] for one in values.values()]


def test_a_flip_is_shown_at_the_turn_where_the_two_part(tmp_path: Path) -> None:
    base = [(case("t", 1, 1, ["same", "good", "end"]), {"M-008": "P", "M-009": "F"})]
    candidate = [(case("t", 1, 1, ["same", "bad"]), {"M-008": "F", "M-009": "F"})]
    (flip,) = compared(tmp_path, base, candidate).flips
    assert [(one.metric_id, one.base, one.candidate, one.quote) for one in flip.metrics] == [
        ("M-008", "PASS", "FAIL", "hello")
    ]
    assert flip.parting is not None
    assert flip.parting.turn == 2
    assert [entry.text for entry in flip.parting.base] == ["hello", "good"]
    assert [entry.text for entry in flip.parting.candidate] == ["hello", "bad"]


def test_a_verdict_that_changed_on_the_same_record_has_no_turn(tmp_path: Path) -> None:
    record = case("t", 1, 1)
    (flip,) = compared(tmp_path, [(record, {"M-008": "P"})], [(record, {"M-008": "F"})]).flips
    assert (flip.parting, flip.same_record) == (None, True)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_stands_alone_and_nothing_in_it_can_run(tmp_path: Path, lang: Lang) -> None:
    base = [(case("t", 1, 1, ["yes"]), {"M-008": "P"})]
    candidate = [(case("t", 1, 1, [NASTY]), {"M-008": "F"})]
    comparison = compared(tmp_path, base, candidate, agents={"name": NASTY})
    write_comparison(comparison, tmp_path, None, lang)
    page = (tmp_path / "compare.html").read_text(encoding="utf-8")
    assert "default-src &#39;none&#39;; style-src &#39;sha256-" in page
    assert re.findall(r"<(script|img|link|iframe|object)\b", page) == []
    assert re.findall(r"(?:src|href|action)=", page.replace("src=x", "")) == []
    assert "{{ 7 * 7 }}" in page
    assert "⟨U+202E⟩" in page
    assert "prefers-color-scheme: dark" in page
    assert f'id="in-{lang}" checked' in page
    assert "Comparison of two runs" in page
    assert "两次运行的对比" in page


def test_the_markdown_is_short_and_holds_no_markup_of_others(tmp_path: Path) -> None:
    base = [(case("t", number, 1, ["yes"]), dict.fromkeys(load_catalogue().ids, "P")) for number in range(1, 9)]
    bad = [(case("t", number, 1, [NASTY]), dict.fromkeys(load_catalogue().ids, "F")) for number in range(1, 9)]
    comparison = compared(tmp_path, base, bad, agents={"name": "@all [x](http://example.org)"})
    write_comparison(comparison, tmp_path)
    text = (tmp_path / "compare.md").read_text(encoding="utf-8")
    assert len(text) < 20_000
    assert "http://" not in text
    assert "@all" not in text
    assert "**regressed**" in text or "**regressed, all in one template**" in text
    assert "and 42 more" in text or "and 43 more" in text


def test_the_document_has_every_metric_with_its_figures(tmp_path: Path) -> None:
    comparison = compared(tmp_path, column("PPPF"), column("PPFF"))
    write_comparison(comparison, tmp_path)
    document = json.loads((tmp_path / "compare.json").read_text(encoding="utf-8"))
    assert document["schema"] == "sim.comparison/1"
    assert [one["metric_id"] for one in document["metrics"]] == list(load_catalogue().ids)
    assert document["metrics"][7]["base"]["n"] == 4
    assert len(document["metrics"][7]["base"]["interval"]) == 2
    assert document["flipped"] == 1
    assert document["gates"] is None
    assert Comparison.model_validate(
        {("schema_name" if k == "schema" else k): v for k, v in document.items() if k != "gates"}
    )


def test_runs_of_different_evaluators_are_refused_with_the_command_that_helps(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        compare_runs(
            write(tmp_path / "a", column("P"), version="old1"),
            write(tmp_path / "b", column("P"), version=evaluator_version()),
        )
    told = str(error.value)
    assert "different evaluator versions" in told
    assert f"sim score {tmp_path}/a/sessions.jsonl --out {tmp_path}/a-rescored" in told
    assert f"sim score {tmp_path}/b" not in told
    with pytest.raises(InputError, match="different judges"):
        compare_runs(
            write(tmp_path / "c", column("P"), evaluator={"version": "x", "judge": {"kind": "openai", "model": "m"}}),
            write(tmp_path / "d", column("P"), evaluator={"version": "x", "judge": None}),
        )


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    good = write(tmp_path / "good", column("PP"))
    with pytest.raises(InputError, match="only a complete run can be a baseline"):
        compare_runs(write(tmp_path / "part", column("P"), state="interrupted"), good)
    with pytest.raises(UsageError, match="the same run"):
        compare_runs(good, good / ".." / "good")
    with pytest.raises(InputError, match="no conversation can be paired"):
        compare_runs(good, write(tmp_path / "other", [(case("z", 1, 1), {"M-008": "P"})]))
    with pytest.raises(InputError, match="other levels"):
        compare_runs(good, write(tmp_path / "fr", [(case("t0", 1, 1, factors={"language": "fr"}), {"M-008": "P"})]))
    with pytest.raises(InputError, match="the same case twice"):
        compare_runs(
            good,
            write(
                tmp_path / "twice",
                [(case("t0", 1, 1), {"M-008": "P"}), ({**case("t0", 1, 1), "session_id": "b"}, {"M-008": "P"})],
            ),
        )
    with pytest.raises(InputError, match=r"evaluator\.version"):
        compare_runs(good, write(tmp_path / "none", column("P"), version=None))
    with pytest.raises(InputError, match="no metric is called 'M-999'"):
        compare_runs(good, write(tmp_path / "odd", [(case("t0", 1, 1), {"M-999": "P"})]))


def test_a_partial_candidate_is_compared_and_says_so(tmp_path: Path) -> None:
    comparison = compared(tmp_path, column("PPPP"), column("PP"), state="interrupted")
    assert not comparison.complete
    assert "! The candidate is not complete (state: interrupted)" in printed(comparison)
    assert "候选运行未完成" in printed(comparison, "zh")


def test_nothing_decided_is_said(tmp_path: Path) -> None:
    comparison = compared(tmp_path, column("UU"), column("--"))
    assert not comparison.decided
    assert "this comparison shows nothing" in printed(comparison)


def printed(comparison: Comparison, lang: Lang = "en") -> str:
    out = StringIO()
    print_comparison(comparison, None, lang, out)
    return re.sub(r"\s+", " ", out.getvalue())
