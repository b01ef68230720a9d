"""The length of a reply, as M-018 counts it."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from evaluator.checks.s21_form import body_length


@pytest.mark.parametrize("text", ["Dạ bên em gửi anh/chị hai nhóm mẫu", "नमस्ते जी", "안녕하세요", "ケーブルです"])
def test_accents_of_their_own_make_a_text_no_longer(text: str) -> None:
    assert body_length(normalize("NFD", text)) == pytest.approx(body_length(normalize("NFC", text)))
