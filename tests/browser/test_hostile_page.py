"""Sixty hostile conversations in a real browser: nothing runs, nothing breaks the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.session.safe import safe_text
from reports.plain import visible
from tests.reports.html_page.hostile import TEXTS

from .conftest import Open
from .runs import hostile

# Elements that no part of the page makes: one of them would be markup out of a record.
_FOREIGN = (
    "iframe, object, embed, base, img, video, audio, math, template, textarea, link, form:not(#filters), "
    "style ~ style, body script:not([id]):not(:last-of-type), [onerror], [onload], [onclick], [style]"
)
# Goes through all conversations by key, unfolds what is folded, and chooses the first mark of each.
_READ_ALL = """
async (foreign) => {
  const seen = [];
  const turn = () => new Promise((done) => setTimeout(done, 0));
  for (let left = document.querySelectorAll('#list a').length; left > 0; left -= 1) {
    document.querySelectorAll('#talk details').forEach((node) => { node.open = true; });
    [...document.querySelectorAll('#talk .brief')].slice(0, 3).forEach((node) => node.click());
    const mark = document.querySelector('#talk mark');
    if (mark) mark.click();
    seen.push([document.querySelector('#talk h3').textContent, document.querySelectorAll('#talk .bubble').length,
      document.querySelectorAll('#talk mark').length, document.querySelectorAll(foreign).length, window.pwned]);
    const moved = left > 1 && new Promise((done) => addEventListener('hashchange', done, { once: true }));
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    await moved;
    await turn();
  }
  return seen;
}
"""


@pytest.mark.slow
def test_nothing_of_sixty_hostile_conversations_runs(tmp_path: Path, open_page: Open) -> None:
    seen = open_page(hostile(tmp_path))
    assert seen.page.title() == "Evaluation report"
    read = seen.page.evaluate(_READ_ALL, _FOREIGN)
    assert [name for name, *_ in read] == [visible(safe_text(text)) for text in TEXTS]
    for _, bubbles, marks, foreign, ran in read:
        assert bubbles == 3
        assert marks >= 1
        assert (foreign, ran) == (0, None)
    assert seen.page.title() == "Evaluation report"


def test_hostile_words_in_the_address_and_in_the_filters(tmp_path: Path, open_page: Open) -> None:
    run = hostile(tmp_path)
    seen = open_page(
        run, "metric=<img src=x onerror=window.pwned=1>&result=__proto__&session=constructor&part=toString"
    )
    assert seen.page.locator(_FOREIGN).count() == 0
    for level in ("language", "time"):
        seen.page.select_option(f"[name={level}]", index=3)
        assert seen.page.locator("#list a").count() >= 0
    seen.page.fill("[name=q]", TEXTS[0])
    seen.page.select_option(".choices select[data-factor]", index=5)
    seen.page.click(".matrix [data-metric=M-001] .open")
    assert seen.page.locator(_FOREIGN).count() == 0
    assert seen.page.evaluate("window.pwned") is None
