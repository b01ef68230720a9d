"""Personal data out of a record: what goes, what stays, in many languages, and that the verdicts stay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.redaction import redact
from evaluator.redaction.contacts import find_contacts
from evaluator.redaction.placeholders import is_phone_placeholder
from evaluator.scoring import Scorer
from evaluator.session import Session
from evaluator.text import find_mails
from evaluator.verdicts import Verdict
from tests.session import strategies

Json = dict[str, Any]


def record(text: str, reply: str = "ok", **more: Any) -> Session:
    turn: Json = {"inbound": [{"sender": "customer", "text": text}], "tool_calls": [], "inquiry": {"replyText": reply}}
    turn |= more.pop("turn", {})
    return Session.from_json({"schema": "sim.session/1", "session_id": "s-1", "turns": [turn], **more})


def text_of(session: Session) -> str:
    return session.turns[0].inbound[0].text


def reply_of(session: Session) -> str:
    inquiry = session.turns[0].inquiry
    assert inquiry is not None
    return inquiry.reply_text or ""


IN_LANGUAGES = {
    "en": (
        "my name is John Smith, whatsapp +1 (415) 555-2671, mail j.smith@acme.com, 3000 pcs",
        "my name is XXXX, whatsapp +1 (999) 000-0001, mail mail1@redacted.example, 3000 pcs",
    ),
    "zh": (
        "我叫陈伟，微信号：chenwei_88，手机13800138000，要3000条",
        "我叫某甲，微信号：XXXXXX_1，手机19990000001，要3000条",
    ),
    "zh without a word": ("加我13800138000吧", "加我19990000001吧"),
    "vi": ("mình tên Lan, sđt 0912 345 678, cần 3000 sợi", "mình tên XXXX, sđt 0999 000 001, cần 3000 sợi"),
    "es": (
        "Me llamo Rocío Pérez, mi tel es +34 612 345 678, 500 piezas",
        "Me llamo XXXX, mi tel es +34 999 000 001, 500 piezas",
    ),
    "ar": ("اسمي محمد علي ورقمي ٠٥٠١٢٣٤٥٦٧", "اسمي سسسس ورقمي 0999000001"),
    "ru": ("меня зовут Иван Петров, тел. +7 912 345-67-89", "меня зовут ХХХХ, тел. +7 999 000-00-01"),
    "fr": ("Je m'appelle Pierre Dupont, tél 06 12 34 56 78", "Je m'appelle XXXX, tél 09 99 00 00 01"),
    "de": ("Ich heiße Jürgen Groß, 0171 2345678, 2000 Stück", "Ich heiße XXXX, 0999 0000001, 2000 Stück"),
    "pt": (
        "meu nome é João Silva, whatsapp +55 11 91234-5678",
        "meu nome é XXXX, whatsapp +55 99 90000-0001",
    ),
    "ja": ("田中太郎と申します。電話090-1234-5678", "某甲と申します。電話099-9000-0001"),
    "ko": ("제 이름은 김민수입니다. 전화 010-1234-5678", "제 이름은 가가가가입니다. 전화 099-9000-0001"),
    "th": ("ติดต่อ 081-234-5678 ผมชื่อสมชาย", "ติดต่อ 099-900-0001 ผมชื่อกกกก"),
    "id": ("nama saya Budi Santoso, wa 0812-3456-7890", "nama saya XXXX, wa 0999-0000-0001"),
    "hi": ("मेरा नाम राहुल मेहता है, नंबर +91 98765 43210", "मेरा नाम कककक है, नंबर +91 99900 00001"),
    "full width": ("ＴＥＬ：０９１２３４５６７８", "ＴＥＬ：0999000001"),
    "a link": ("wa.me/84912345678 please", "wa.me/99900000001 please"),
    "skype": ("my skype: live:abc.1", "my skype: XXXXXX_1"),
    "signature": ("price?\nBest regards,\nMarta Kowalska", "price?\nBest regards,\nXXXX"),
    "quantity after a phone": ("0912 345 678 3000 pcs", "0999 000 001 3000 pcs"),
}


@pytest.mark.parametrize("name", IN_LANGUAGES)
def test_what_customers_tell_of_themselves(name: str) -> None:
    given_text, expected = IN_LANGUAGES[name]
    once = redact(record(given_text))
    assert text_of(once) == expected
    assert redact(once) == once


@pytest.mark.parametrize(
    "text",
    [
        "3000 pcs, 1.2 m, 100W, USB 3.1, $1.20, by 2026-05-01 at 10:15",
        "price 150000000 VND or 12.500.000đ",
        "order no 123456789012",
        "quantities 10000, 20000, 30000",
        "BYJ-K20 or A-03, ISO 9001, iPhone 15",
        "I'm Interested in cables from China",
        "I am Purchasing Manager of a shop",
        "do you have wechat? can we pay by wechat pay",
        "What's your line: wholesale import or own brand?",
        "see https://www.beiyijia.top/p/1234567890123",
        "[IMAGE:vi-poster-849123456789|Lan 0912345678]",
        "我是批发商，要5000条",
        "мне нужно 3000 штук",
    ],
)
def test_what_is_not_personal_stays(text: str) -> None:
    assert text_of(redact(record(text))) == text


def test_the_customer_s_own_name_and_phone_go_everywhere_and_alike() -> None:
    raw = json.dumps({"reason": "Nguyễn Thị Lan gave 0912345678"})
    session = record(
        "Lan đây, gọi 0912-345-678",
        "Chào Lan, cảm ơn NGUYỄN THỊ LAN! [IMAGE:vi-1|Lan]",
        customer={"name": "Nguyễn Thị Lan", "phone": "+84 912 345 678", "country": "VN", "avatar": "http://a/lan.png"},
        turn={
            "opportunity": [{"phase": "inbound", "raw": raw}],
            "tool_calls": [
                {"name": "knowledge_search", "arguments": {"query": "Lan 0912345678"}, "result": {"documents": []}}
            ],
        },
    )
    redacted = redact(session)
    assert redacted.customer is not None
    assert (redacted.customer.name, redacted.customer.phone) == ("XXXX", "+84 999 000 001")
    assert redacted.customer.avatar == "redacted"
    assert redacted.customer.country == "VN"
    assert text_of(redacted) == "XXXX đây, gọi 0999-000-001"
    assert reply_of(redacted) == "Chào XXXX, cảm ơn XXXX! [IMAGE:vi-1|Lan]"  # a marker stays to the letter
    assert redacted.turns[0].tool_calls is not None
    assert redacted.turns[0].tool_calls[0].arguments == {"query": "XXXX 0999000001"}
    assert "912345678" not in redacted.to_json_line()
    assert json.loads(redacted.turns[0].runs[0].raw or "")["reason"] == "XXXX gave 0999000001"


def test_different_people_and_phones_are_told_apart() -> None:
    text = "my name is Ana Ruiz, 0912345678 or 0987654321, a@b.com and c@d.com and A@B.com"
    assert text_of(redact(record(text))) == (
        "my name is XXXX, 0999000001 or 0999000002,"
        " mail1@redacted.example and mail2@redacted.example and mail1@redacted.example"
    )


def test_company_site_and_contact_of_the_form_go_there_and_in_the_texts() -> None:
    form = {
        "company": "Sol y Mar Trading",
        "website": "www.sol-y-mar.example",
        "contact": "Ana Ruiz",
        "phone": "612 345 678",
        "product": "BYJ-K20",
        "city": "Madrid",
        "quantity": "3000",
    }
    session = record(
        "somos Sol y Mar Trading, www.sol-y-mar.example",
        turn={"context": {"inquiry_form_snapshot": form, "nextPendingField": "company"}},
    )
    redacted = redact(session)
    assert redacted.turns[0].context is not None
    assert redacted.turns[0].context.next_pending_field == "company"
    after = redacted.turns[0].context.form
    assert after is not None
    assert after == form | {
        "company": "XXXX",
        "website": "www.site1.redacted.example",
        "contact": "YYYY",
        "phone": "999 000 001",
    }
    assert text_of(redacted) == "somos XXXX, www.site1.redacted.example"


def test_a_form_that_says_nothing_goes_on_saying_nothing() -> None:
    form = {"company": "none", "website": "not yet", "contact": "", "phone": "later"}
    session = record("hi", turn={"context": {"inquiry_form_snapshot": form}})
    context = redact(session).turns[0].context
    assert context is not None
    assert context.form == form


def test_what_the_factory_publishes_and_its_persona_stay() -> None:
    document = {"title": "contacts", "content": "sales@beiyijia.top, +86 755 1234 5678"}
    session = record(
        "I'm Tom Jasper from here? call +86 138 0013 8000",
        "I'm Tom Jasper from Beiyijia. sales@beiyijia.top, +86 755 1234 5678",
        customer={"name": "Tom Brown"},
        turn={"tool_calls": [{"name": "knowledge_search", "result": {"documents": [document]}}]},
    )
    redacted = redact(session)
    assert reply_of(redacted) == reply_of(session)
    assert redacted.turns[0].tool_calls == session.turns[0].tool_calls
    assert text_of(redacted) == "I'm Tom Jasper from here? call +86 999 0000 0001"


def test_what_the_form_s_tool_returns_is_the_customer_s() -> None:
    calls = [{"name": "inquiry_form_snapshot_get", "result": {"company": "Sol Trading", "phone": "0912345678"}}]
    redacted = redact(record("tel 0912345678", turn={"tool_calls": calls}))
    assert redacted.turns[0].tool_calls is not None
    assert redacted.turns[0].tool_calls[0].result == {"company": "XXXX", "phone": "0999000001"}


@pytest.mark.parametrize("session_id", ["wa-+84912345678", "84912345678", "lan@shop.vn", "chat Lan Nguyen"])
def test_an_id_that_tells_the_customer_is_replaced_and_stays_unique(session_id: str) -> None:
    customer = {"name": "Lan Nguyen", "phone": "+84 912 345 678"}
    ids = {
        redact(record(text, customer=customer).model_copy(update={"session_id": session_id})).session_id
        for text in ("one", "two")
    }
    assert len(ids) == 2
    assert all(entry.startswith("session-") for entry in ids)


def test_an_id_that_tells_nothing_stays() -> None:
    assert redact(record("hi")).session_id == "s-1"


def test_what_the_simulation_says_is_meant_goes_too_and_the_rest_of_it_stays() -> None:
    meant = [[{"language": "en", "acts": [{"act": "gives_contact", "value": "ana@shop.example"}]}]]
    simulation = {"template": "m001-greeting", "invalid": None, "meant": meant}
    redacted = redact(record("mail ana@shop.example", simulation=simulation))
    assert redacted.simulation is not None
    assert redacted.simulation["template"] == "m001-greeting"
    assert "mail1@redacted.example" in json.dumps(redacted.simulation["meant"])
    assert "ana@" not in redacted.to_json_line()


def test_names_in_escaped_output_go_too() -> None:
    raw = json.dumps({"note": "陈伟 asks"})  # escaped
    session = record("hi", customer={"name": "陈伟"}, turn={"opportunity": [{"phase": "inbound", "raw": raw}]})
    assert json.loads(redact(session).turns[0].runs[0].raw or "") == {"note": "某甲 asks"}


_PIECES = st.sampled_from(
    [
        "+84 912 345 678", "0912.345.678", "13800138000", "(021) 5551-2345", "+1 415-555-2671",
        "８６１３８００１３８０００",
        "ana.ruiz@shop.example", "a+b@c.co.uk", "wechat: lan_2020", "line id: abc9", "wa.me/34612345678", "Lan", "陈伟",
        "my name is Ana Ruiz", "3000 pcs", "$1.20", "2026-05-01", "BYJ-K20", "[IMAGE:a-1|b]", "我叫", "tel", "电话",
        ",", "999", "0999000001", "mail1@redacted.example", "XXXX", "\n", "www.shop.example/0912345678",
    ]
)  # fmt: skip
_TEXTS = st.lists(_PIECES | strategies.text, max_size=6).flatmap(
    lambda parts: st.sampled_from([" ", ""]).map(lambda glue: glue.join(parts))
)


@settings(max_examples=200)
@given(_TEXTS, _TEXTS, st.sampled_from(["Lan", "Ana Ruiz", "陈伟", "+84 912 345 678", "", "Tom"]))
def test_no_contact_is_left_and_redacting_again_changes_nothing(text: str, reply: str, name: str) -> None:
    once = redact(record(text, reply, customer={"name": name, "phone": "+84 912 345 678"}))
    assert redact(once).to_json_line() == once.to_json_line()
    for left in (text_of(once), reply_of(once)):
        assert all("@redacted.example" in mail for mail in find_mails(left))
        for span in find_contacts(left):
            assert span.kind != "phone" or is_phone_placeholder(span.value), left


@settings(max_examples=100)
@given(strategies.session)
def test_any_record_stays_a_record(document: Json) -> None:
    once = redact(Session.from_json(document))
    assert redact(once).to_json_line() == once.to_json_line()
    assert set(once.to_json_dict()) == set(document)
    assert len(once.turns) == len(document["turns"])


def decided(verdicts: tuple[Verdict, ...]) -> list[Any]:
    return [
        (entry.metric_id, entry.result, entry.undetermined, [(check.check, check.result) for check in entry.checks])
        for entry in verdicts
    ]


def test_labelled_conversations_are_judged_alike(tmp_path_factory: pytest.TempPathFactory) -> None:
    from evaluator.session import Loaded, read_sessions
    from tests.labelled.build import build

    folder = tmp_path_factory.mktemp("labelled")
    build(folder)
    scorer, changed = Scorer(), 0
    for loaded in read_sessions([folder / "sessions"]):
        assert isinstance(loaded, Loaded)
        redacted = redact(loaded.session)
        if redacted != loaded.session:
            changed += 1
            assert decided(scorer.score(redacted).verdicts) == decided(scorer.score(loaded.session).verdicts)
    assert changed
