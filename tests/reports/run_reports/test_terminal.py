"""The table on the terminal, as a person sees it."""

from io import StringIO

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import NotFoundError
from reports.coverage import Coverage, build_coverage
from reports.plain import Lang
from reports.terminal import print_coverage

from .snapshots import compare
from .synthetic import session, small_run, verdict


class Terminal(StringIO):
    """A terminal that keeps what it was sent."""

    def isatty(self) -> bool:
        return True


def coverage() -> Coverage:
    runs = small_run()
    verdicts = (item for _, items in runs for item in items)
    proven = {"M-008.check_1": True, "M-008.check_2": False}
    sessions = (one for one, _ in runs)
    return build_coverage(sessions, verdicts, load_catalogue(), frozenset({"M-008.check_1"}), proven, (310, 300))


def printed(of: Coverage, lang: Lang, *metrics: str) -> str:
    out = StringIO()
    print_coverage(of, lang, metrics, out)
    return out.getvalue()


def test_the_tables_look_as_they_did() -> None:
    compare("overview-zh.txt", printed(coverage(), "zh", "M-008", "M-009", "M-028"))
    compare("overview-en.txt", printed(coverage(), "en", "M-008", "M-009", "M-028"))
    compare("metric-zh.txt", printed(coverage(), "zh", "M-008"))
    compare("metric-en.txt", printed(coverage(), "en", "M-008"))


def test_all_metrics_are_listed_where_none_is_named() -> None:
    lines = printed(coverage(), "en").splitlines()
    assert [line[:5] for line in lines if line.startswith("M-")] == list(load_catalogue().ids)
    assert sum(line.startswith("Metric ") for line in lines) == 1


def test_one_metric_is_shown_whole() -> None:
    text = printed(coverage(), "en", "M-008")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert lines[0] == "M-008 Poster language chosen correctly (P0, 1.3)"
    assert any(line.startswith("check_1 ") and line.endswith("yes 5 4 1 – yes") for line in lines)
    assert any(line.startswith("check_2 ") and line.endswith("no 1 1 – – no") for line in lines)
    assert any(line.startswith("edge_1 ") and line.endswith("no 1 –") for line in lines)
    assert "vi 4 1 – 80% (38–96%, n=5)" in lines
    assert "? 1 – – too few (n=1)" in lines
    assert "5 passed and 1 failed of 6 decided: 83% (44–97%, n=6)" in lines
    assert "not counted: 0 N/A or without occasion, 0 undetermined; probes missed: 1" in lines


def test_scores_have_a_mean_and_no_rate() -> None:
    text = printed(coverage(), "en", "M-028")
    assert "5 scored: mean 3.00 of 5 (n=5)" in text
    assert "%" not in text


def test_nothing_decided_is_said() -> None:
    assert "nothing decided" in printed(coverage(), "en", "M-009")


def test_invalid_sessions_are_said() -> None:
    one = session("a", template="t", invalid="spoiled")
    of = build_coverage([one], [verdict("a")], load_catalogue())
    assert "sessions: 1, of which 1 invalid and left out" in printed(of, "en")


def test_an_unknown_metric_is_an_error() -> None:
    with pytest.raises(NotFoundError, match="M-999"):
        printed(coverage(), "en", "M-999")


def test_plain_where_it_is_no_terminal() -> None:
    text = printed(coverage(), "zh") + printed(coverage(), "en", "M-008")
    assert "\x1b" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())


@pytest.mark.parametrize("columns", [80, 100, 200])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_line_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int, lang: Lang) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    for metrics in ((), ("M-008",)):
        out = Terminal()
        print_coverage(coverage(), lang, metrics, out)
        assert "\x1b[" in out.getvalue()
        widths = [cell_len(Text.from_ansi(line).plain.rstrip()) for line in out.getvalue().splitlines()]
        assert max(widths) <= columns


def test_a_hostile_factor_neither_colours_nor_steers_the_terminal() -> None:
    level = "[bold red]x[/] \x1b[2J\x1b]0;title\x07 \u202eabc" + "y" * 10_000
    one = session("a", template="t", factors={"language": level, "[link=http://e.x]f[/link]": "vi"})
    of = build_coverage([one], [verdict("a")], load_catalogue())
    text = printed(of, "en", "M-008")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[bold red]x[/]" in text
    assert max(map(len, text.splitlines())) <= 120
