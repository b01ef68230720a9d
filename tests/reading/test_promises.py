"""What is said as a fact of goods that clear customs, and what only speaks of clearing."""

from __future__ import annotations

import pytest

from evaluator.ontology import ReplyAct

from .conftest import read_reply


@pytest.mark.parametrize(
    "text",
    [
        "Yes, they will clear at the port.",
        "There is no problem with customs.",
        "Los cables pasan la aduana sin ningún problema.",
        "Os cabos passam na alfândega sem problemas.",
        "Les câbles passeront la douane.",
        "Die Kabel kommen ohne Probleme durch den Zoll.",
        "Hàng bên em qua hải quan bình thường ạ.",
        "Kabel kami pasti lolos bea cukai.",
        "Кабели пройдут таможню без проблем.",
        "كابلاتنا تمر من الجمارك بدون أي مشكلة.",
        "कस्टम में कोई दिक्कत नहीं होगी।",
        "我们的线一定可以顺利清关。",
        "我們的線可以順利清關，沒有任何門檻。",
        "問題なく通関できます。",
        "통관에 문제없습니다.",
        "ผ่านศุลกากรแน่นอนครับ",
    ],
)
def test_goods_that_are_said_to_clear_are_a_promise(text: str) -> None:
    assert read_reply(text).has(ReplyAct.PROMISES, value="clearance") is True


@pytest.mark.parametrize(
    "text",
    [
        "Our commercial department will confirm what customs asks for.",
        "I can't confirm that they will clear customs.",
        "El departamento comercial confirma los requisitos de aduana.",
        "Die Handelsabteilung prüft, ob es beim Zoll Probleme gibt.",
        "清关要求由商务部按目的国核对。",
        "통관 문제는 담당 영업 매니저가 확인해 드립니다.",
        "通関の要件は営業担当が確認いたします。",
        "Требования таможни уточнит коммерческий отдел.",
    ],
)
def test_customs_left_to_others_are_no_promise(text: str) -> None:
    assert read_reply(text).has(ReplyAct.PROMISES, value="clearance") is False
