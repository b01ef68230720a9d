"""Edits keep the meaning: markers, addresses and names stay as they are."""

import pytest

from simulator.edits import KINDS

REPLY = "Our BYJ-A7 carries 100W. See www.beiyijia.top!\n[IMAGE:p-12|Group 1. Nice?]"


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("emoji", REPLY, REPLY.replace("top!", "top! 🙂")),
        ("emoji", "[IMAGE:p-12|Group 1]", "[IMAGE:p-12|Group 1]"),
        ("emoji", "", ""),
        ("full-width digits", REPLY, REPLY.replace("100W", "１００W")),
        ("full-width digits", "A-03, 500 pcs", "A-03, ５００ pcs"),
        ("full-width digits", "PD3.0, 20W/1,000 (prd_8f31c0)", "PD3.0, ２０W/１,０００ (prd_8f31c0)"),
        ("stop dropped", "Sure. It is.", "Sure. It is"),
        ("stop dropped", "好的。\n[IMAGE:p-1|图。]", "好的\n[IMAGE:p-1|图。]"),
        ("stop dropped", "Let me see...", "Let me see..."),
        ("stop doubled", "Sure. It is.", "Sure. It is.."),
        ("! doubled", "Hello! Great!!", "Hello!! Great!!"),
        ("? doubled", "¿Cuánto? [LINK:https://x.com/?a=1|ver]", "¿Cuánto?? [LINK:https://x.com/?a=1|ver]"),
        (
            "full-width ? and !",
            "¿Cuánto? Hi! [LINK:https://x.com/?a=1|Ver? sí]",
            "¿Cuánto？ Hi！ [LINK:https://x.com/?a=1|Ver? sí]",
        ),
        ("curled apostrophes", "I'm in - 'yes' e-mail l'usine", "I’m in – 'yes' e-mail l’usine"),
        ("decomposed", "Được 1 é [IMAGE:p-1|é]", "Đu\u031bo\u031b\u0323c 1 e\u0301 [IMAGE:p-1|é]"),
        ("line ends spaced", "one\n\ntwo", "one \n\ntwo "),
        ("spaces doubled", "we need 1 000 pcs", "we  need  1 000  pcs"),
        ("spaces doubled", "see [IMAGE:p-1|two words]", "see  [IMAGE:p-1|two words]"),
        ("first letter's case", "hello", "Hello"),
        ("first letter's case", "Được nhé", "được nhé"),
        ("first letter's case", "USB-C please", "USB-C please"),
        ("first letter's case", "[IMAGE:p-1|x]", "[IMAGE:p-1|x]"),
        ("first letter's case", "привет", "привет"),
    ],
)
def test_an_edit(kind: str, text: str, expected: str) -> None:
    assert KINDS[kind](text, "en") == expected


def test_turkish_i_has_another_capital() -> None:
    assert KINDS["first letter's case"]("istiyorum", "tr") == "istiyorum"
    assert KINDS["first letter's case"]("merhaba", "tr") == "Merhaba"
