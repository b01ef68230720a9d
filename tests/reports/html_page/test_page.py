"""The page as a whole: what it counts, and that nothing of a record becomes part of it."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from evaluator.catalogue import load_catalogue
from evaluator.errors import InputError
from evaluator.session import Session
from reports.html import write_html
from reports.html.embed import source_hash
from reports.html.page import script
from reports.html.words import asset, words
from reports.render import coverage_from_run

from .made import Run, Scored, failed, file_run, session, turn, verdict

_HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)><!-- <svg onload=alert(3)> ]]> "
    '" onmouseover="alert(4)" \' `${alert(5)}` {{ 7*7 }} {% raw %} # [x](javascript:alert(6)) \u202egnp.exe\u2066 '
    "\u2028\u2029 &lt;b&gt; \\u003c/script\\u003e \x1b]0;x\x07 \U0001f468\u200d\U0001f469"
)


class _Page(HTMLParser):
    """Tags with their attributes, and what stands in scripts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.scripts: dict[str | None, str] = {}
        self.words: list[str] = []
        self._script: str | None = None
        self._inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))
        self._inside = tag in ("script", "style")
        self._script = dict(attrs).get("id") if tag == "script" else None

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data
        else:
            self.words.append(data)

    def data(self, name: str) -> Any:
        """What the page hands to its code."""
        return json.loads(self.scripts[name])

    @property
    def text(self) -> str:
        """What a reader without the code sees."""
        return re.sub(r"\s+", " ", " ".join(self.words))


def _page(folder: Path, run: Run, lang: Any = "en") -> _Page:
    file_run(folder, run)
    write_html(folder, coverage_from_run(folder), lang)
    return _Page((folder / "report.html").read_text(encoding="utf-8"))


def _everywhere(text: str) -> Session:
    """A session that says ``text`` wherever a record can hold text."""
    reply = f"{text} [IMAGE:{text.replace(']', '')}|{text}]"
    full = {
        "inbound": [
            {
                "sender": "customer",
                "text": text,
                "created_at": text,
                "images": [{"id": text, "recognition": {"status": "ok", "labels": [text], "description": text}}],
            },
            {"sender": "staff", "text": text},
        ],
        "context": {"leadToOpportunityStatus": None, "nextPendingField": text, "inquiry_form_snapshot": {text: text}},
        "tool_calls": [{"agent": "inquiry", "name": text, "arguments": {text: text}, "result": [text]}],
        "inquiry": {
            "replyText": reply,
            "askedFieldKeys": [text],
            "published": False,
            "raw": text,
            "media": [{"id": text}],
        },
        "opportunity": [
            {"phase": "inbound", "raw": json.dumps({"shouldAutoConvert": text, "conversationIntent": [text]})},
            {"phase": "after_reply", "raw": text, "context": {"actualLastAiReply": text}},
        ],
    }
    simulation = {
        "template": text,
        "factors": {"language": text, text: text},
        "missed": [text],
        "targets": [text],
        "invalid": None,
        "defect": text,
    }
    customer = {"name": text, "country": text, "avatar": {text: [text]}}
    return session(text, [full], simulation=simulation, customer=customer)


def _run(text: str) -> Run:
    faults = [failed("check_1", text, source, note=text) for source in ("reply", "inbound", "tool", "raw", "form")]
    verdicts = [
        verdict("M-001", "FAIL", *faults, reason=text, evidence=text),
        verdict("M-002", "N/A", undetermined=True, reason=text),
    ]
    manifest = {
        "command": text,
        "state": text,
        "seed": text,
        "agents": {text: {"kind": text, "model": text}},
        "evaluator": {"version": text, "judge": text},
    }
    return Run([Scored(_everywhere(text), verdicts)], manifest, [{"error": text}])


def test_a_hostile_record_adds_no_tag_and_no_attribute(tmp_path: Path) -> None:
    plain, hostile = _page(tmp_path / "a", _run("plain")), _page(tmp_path / "b", _run(_HOSTILE))
    assert [tag for tag, _ in hostile.tags] == [tag for tag, _ in plain.tags]
    for (_, found), (tag, expected) in zip(hostile.tags, plain.tags, strict=True):
        assert [name for name, _ in found] == [name for name, _ in expected]
        # The one value that a record has a part in: the address of a language's sessions.
        assert found == expected or (tag == "a" and str(found[0][1]).startswith("#metric=M-"))


def test_a_hostile_record_is_in_the_data_as_it_was(tmp_path: Path) -> None:
    page = _page(tmp_path, _run(_HOSTILE))
    shown = page.data("conversation-data")[0][0]["turns"][0]["in"][0]["s"]
    text = "".join(piece if isinstance(piece, str) else piece["s"] for piece in shown)
    assert text.startswith("</script><script>alert(1)</script><img src=x")
    assert "⟨U+202E⟩gnp.exe" in text


def test_no_part_of_the_code_makes_markup_of_text() -> None:
    code = script()
    for forbidden in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        ".srcdoc",
    ):
        assert forbidden not in code


def test_the_policy_allows_the_pages_own_script_and_style_alone(tmp_path: Path) -> None:
    page = _page(tmp_path, Run([]))
    [policy] = [dict(attrs)["content"] or "" for tag, attrs in page.tags if dict(attrs).get("http-equiv")]
    assert source_hash(script()) in policy
    assert source_hash(asset("page.css")) in policy
    assert page.scripts[None].count(script()) == 1


def test_the_page_refers_to_nothing_outside(tmp_path: Path) -> None:
    page = _page(tmp_path, _run("https://example.org/x.js"))
    for tag, attrs in page.tags:
        for name, value in attrs:
            assert name not in ("src", "srcset", "action", "style"), tag
            assert not name.startswith("on"), tag
            assert name != "href" or str(value).startswith("#")


def test_a_megabyte_does_not_break_the_page(tmp_path: Path) -> None:
    text = "价格 <b>" * 150_000
    page = _page(
        tmp_path,
        Run([Scored(session("s", [turn(text, text)]), [verdict("M-001", "FAIL", failed("check_1", text[-9:]))])]),
    )
    [talk] = page.data("conversation-data")[0]
    assert talk["turns"][0]["out"]["s"][-1]["cut"] > 500_000
    assert (tmp_path / "report.html").stat().st_size < 4_000_000


def test_half_a_surrogate_pair_is_written(tmp_path: Path) -> None:
    _page(tmp_path, Run([Scored(session("s", [turn("\ud83d")]))], {"command": "\ud83d", "state": "complete"}))


def test_conclusions_count_the_valid_sessions(tmp_path: Path) -> None:
    lost = [verdict("M-008", "FAIL", failed("check_1", "Hello"))]
    spoiled = session("d", simulation={"template": "t", "factors": {"language": "vi"}, "invalid": "left the plan"})
    scored = [
        Scored(session("a")),
        Scored(session("b"), lost),
        Scored(session("c"), conclusion="undetermined"),
        Scored(spoiled, lost),
    ]
    text = _page(tmp_path, Run(scored, errors=[{"kind": "quota"}])).text
    for wanted in ("4 Sessions", "1 Qualified", "1 Unqualified", "1 Undetermined", "1 Invalid", "1 Infrastructure"):
        assert wanted in text


def test_failures_of_p0_are_named_first_and_counted(tmp_path: Path) -> None:
    scored = [Scored(session(f"s{n}"), [verdict("M-008", "FAIL" if n < 2 else "PASS")]) for n in range(6)]
    text = _page(tmp_path, Run(scored)).text
    assert re.search(r"P0 failures .*M-008 Poster language.* 2 ?/6", text)
    assert re.search(r"67% 30–90%, n=6", text)


def test_a_handful_is_no_percentage(tmp_path: Path) -> None:
    scored = [Scored(session(f"s{n}"), [verdict("M-008")]) for n in range(4)]
    text = _page(tmp_path, Run(scored)).text
    assert "too few 样本太少 (n=4)" in text
    assert "100%" not in text


def test_the_index_has_one_letter_a_metric(tmp_path: Path) -> None:
    of = session("s", simulation={"template": "t", "factors": {"language": "vi"}, "missed": ["M-002.check_1"]})
    verdicts = [verdict("M-001", "FAIL"), verdict("M-028", score=2), verdict("M-108", exercised=False)]
    [line] = _page(tmp_path, Run([Scored(of, verdicts)])).data("session-data")
    name, conclusion, codes, language, template, invalid, group, place = line
    assert (name, conclusion, language, template, invalid, group, place) == ("s", "u", "vi", "t", False, 0, 0)
    ids = load_catalogue().ids
    assert {ids[at]: code for at, code in enumerate(codes) if code != "N"} == {
        "M-001": "F",
        "M-002": "M",
        "M-028": "2",
        "M-108": "O",
    }


def test_the_manifest_warns(tmp_path: Path) -> None:
    manifest = {
        "state": "interrupted",
        "agents": {"inquiry": {"kind": "openai", "model": "m-1"}},
        "evaluator": {"judge": {"model": "m-1"}},
    }
    text = _page(tmp_path, Run([], manifest)).text
    assert "not complete: 此次运行未完成： interrupted" in text
    assert "The judge is the model under test" in text


def test_a_large_run_lies_beside_the_page(tmp_path: Path) -> None:
    page = _page(tmp_path, Run([Scored(session(f"s{n}")) for n in range(310)]))
    assert page.data("conversation-data") is None
    assert len(page.data("session-data")) == 310
    assert sorted(path.name for path in (tmp_path / "report_data").iterdir()) == [f"{n:03}.js" for n in range(8)]


def test_both_languages_are_in_the_page_and_one_is_shown(tmp_path: Path) -> None:
    page = _page(tmp_path, Run([]), "zh")
    assert ("html", (("lang", "zh"), ("data-lang", "zh"))) in page.tags
    assert "海报语言分流正确" in page.text
    assert "Poster language chosen correctly" in page.text


def test_the_same_run_gives_the_same_page(tmp_path: Path) -> None:
    _page(tmp_path, _run("plain"))
    first = (tmp_path / "report.html").read_bytes()
    _page(tmp_path, _run("plain"))
    assert (tmp_path / "report.html").read_bytes() == first


def test_a_missing_conclusion_is_an_error(tmp_path: Path) -> None:
    file_run(tmp_path, Run([Scored(session("a")), Scored(session("b"))]))
    path = tmp_path / "conclusions.jsonl"
    path.write_text(path.read_text().splitlines(keepends=True)[0])
    with pytest.raises(InputError, match="conclusion of session 'b'"):
        write_html(tmp_path, coverage_from_run(tmp_path))
    assert not (tmp_path / "report.html").exists()


def test_every_word_that_the_page_asks_for_is_there() -> None:
    wanted = set(re.findall(r'\bword\("(\w+)"\)', script()))
    template = asset("page.html.j2")
    wanted |= {*re.findall(r'\bt\("(\w+)"\)', template), *re.findall(r'data-label="(\w+)"', template)}
    assert wanted <= words().keys()
    assert all(set(texts) == {"en", "zh"} for texts in words().values())
