"""Certificates that a reply says are held: what nothing returned is made up (M-040), no level is laid on another."""

from __future__ import annotations

import pytest

from evaluator.ontology import ReplyAct
from evaluator.reading.model import Tri

from .records import INTRODUCTION, Json, document, facts_of, turn, verdicts

_ASKED = "What certificates do your cables have?"
_HELD = [
    "All our cables are CE and FCC certified.",
    "Todos nuestros cables cuentan con certificación CE y FCC.",
    "Nossos cabos têm certificação CE e RoHS.",
    "Nos câbles sont tous certifiés CE et RoHS.",
    "Unsere Kabel sind alle nach CE und RoHS zertifiziert.",
    "Dây cáp bên em đều có chứng nhận CE và FCC ạ.",
    "Kabel kami semuanya bersertifikat CE dan FCC.",
    "हमारे केबल CE और FCC प्रमाणित हैं।",
    "Наши кабели имеют сертификаты CE и FCC.",
    "كابلاتنا حاصلة على شهادات CE و FCC.",
    "我们的数据线都有CE、FCC认证。",
    "ケーブルはCEとFCCの認証を取得しています。",
    "케이블은 CE, FCC 인증을 받았습니다.",
    "สายชาร์จของเราผ่านมาตรฐาน CE และ FCC ครับ",
]
_NOT_HELD = [
    "For the EU a cable must be CE certified.",
    "Our engineers will confirm whether this model is CE certified.",
    "No tenemos certificación MFi.",
    "Para la UE los cables deben estar certificados CE.",
    "Für die EU müssen die Kabel CE-zertifiziert sein.",
    "Pour l'Europe, les câbles doivent être certifiés CE.",
    "Cáp sang EU phải có chứng nhận CE.",
    "Kabel untuk Eropa harus bersertifikat CE.",
    "出口欧盟的数据线需要有CE认证。",
    "Для ЕС кабели должны быть сертифицированы CE.",
    "สายต้องผ่านมาตรฐาน CE",
    "EU 수출용 케이블은 CE 인증을 받아야 합니다.",
]


def claimed(reply: str) -> Tri:
    """Whether a reply says that certificates are held."""
    return facts_of(turn("…", reply)).turns[0].reply.has(ReplyAct.CLAIMS_CERTIFIED)


def judged(reply: str, *tools: Json, asked: str = _ASKED, log: bool = True) -> dict[str, str]:
    """M-038 and M-040 of a turn that answers a question about certificates; `?` for what is undetermined."""
    found = verdicts(turn("hi", INTRODUCTION), turn(asked, reply, tools=tools if log else None))
    return {name: "?" if found[name].undetermined else found[name].result for name in ("M-038", "M-040")}


@pytest.mark.parametrize("reply", _HELD)
def test_certificates_that_nothing_returned_are_made_up(reply: str) -> None:
    assert claimed(reply) is True
    assert judged(reply)["M-040"] == "FAIL"


@pytest.mark.parametrize("reply", _NOT_HELD)
def test_what_must_be_or_is_left_open_is_not_said_to_be_held(reply: str) -> None:
    assert claimed(reply) is not True
    assert judged(reply)["M-040"] != "FAIL"


def test_goods_said_to_be_certified_out_of_the_air_fail_m038_too() -> None:
    assert judged(_HELD[0]) == {"M-038": "FAIL", "M-040": "FAIL"}
    assert judged(_HELD[0], asked="Tell me about your cables") == {"M-038": "FAIL", "M-040": "FAIL"}


def test_without_a_tool_log_it_stays_open() -> None:
    assert judged(_HELD[0], log=False) == {"M-038": "?", "M-040": "?"}


def test_what_a_document_names_is_not_made_up() -> None:
    policy = document("认证说明", "产品认证：CE、FCC。公司认证：ISO 9001。")
    assert judged(_HELD[0], policy) == {"M-038": "?", "M-040": "PASS"}


def test_a_standard_of_companies_is_none_of_goods() -> None:
    policy = document("认证说明", "公司认证：ISO 9001、BSCI。产品认证由技术部门确认。")
    assert judged("The HM-7 cable is certified to ISO 9001.", policy)["M-038"] == "FAIL"
    assert judged("我们这款数据线有BSCI认证。", policy)["M-038"] == "FAIL"
    assert judged("Our company is certified to ISO 9001.", policy)["M-038"] == "?"
    left = judged(
        "Our company is certified to ISO 9001; engineering confirms what the HM-7 has.",
        policy,
        asked="Is HM-7 certified?",
    )
    assert left == {"M-038": "PASS", "M-040": "PASS"}
