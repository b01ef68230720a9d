"""What the rule reader takes a customer message or a reply for, in every language that has a lexicon."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluator.checks.facts import closing_of
from evaluator.checks.questions import at_most_one
from evaluator.ontology import CUSTOMER_TYPES, CustomerAct, Field, ReplyAct
from evaluator.reading import RuleReader
from evaluator.reading.matcher import languages
from evaluator.reading.model import ReplyReading, TextReading
from evaluator.session import Session

from .conftest import read_message, read_reply, sure

_TEXTS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("messages.yaml").read_text(encoding="utf-8"))
_WELL_COVERED = {"en", "zh", "vi", "vi-bare", "es", "ar"}


def _messages(key: str) -> list[Any]:
    return [
        pytest.param(language.removesuffix("-bare"), text, acts, id=f"{language}-{text}")
        for language, messages in _TEXTS[key].items()
        for text, *acts in messages
    ]


def _replies(key: str) -> list[Any]:
    return [pytest.param(text, id=language) for language, text in _TEXTS[key].items()]


def asked(reading: ReplyReading) -> list[str | None]:
    """What a reply asks for, the unsure included."""
    return [act.value for act in reading.find(ReplyAct.ASKS)]


def test_every_language_has_messages_of_each_kind() -> None:
    codes = set(languages())
    customer = {language: len(messages) for language, messages in _TEXTS["customer"].items()}
    assert {language.removesuffix("-bare") for language in customer} == codes
    assert {language for language, number in customer.items() if number < 3} == set()
    assert {language for language in _WELL_COVERED if customer[language] < 8} == set()
    for key in ("introduction", "deferral", "closing", "look"):
        assert set(_TEXTS[key]) == codes


@pytest.mark.parametrize(("language", "text", "acts"), _messages("customer"))
def test_a_customer_message_does_what_it_plainly_does(language: str, text: str, acts: list[str]) -> None:
    reading = read_message(text)
    assert set(acts) <= set(sure(reading)), reading.acts
    assert (reading.language, reading.read, reading.understood) == (language, True, True)
    assert all(act.quote in text for act in reading.acts)


@pytest.mark.parametrize(("language", "text", "acts"), _messages("customer_not"))
def test_what_is_denied_or_only_mentioned_is_not_surely_done(language: str, text: str, acts: list[str]) -> None:
    reading = read_message(text)
    wrong = [act for act in sure(reading) for banned in acts if act == banned or act.startswith(f"{banned}=")]
    assert wrong == []


@pytest.mark.parametrize("text", _replies("introduction"))
def test_an_introduction_that_offers_the_four_directions(text: str) -> None:
    reading = read_reply(text)
    assert {"introduces", *(f"names_direction={kind}" for kind in CUSTOMER_TYPES)} <= set(sure(reading))
    assert asked(reading) == [Field.CUSTOMER_TYPE]
    assert not reading.has(ReplyAct.DEFERS_TO, ReplyAct.GIVES_PRICE, ReplyAct.ASKS_FIXED_FORMAT)


@pytest.mark.parametrize("text", _replies("deferral"))
def test_a_deferral_names_the_sales_department_and_asks_nothing(text: str) -> None:
    reading = read_reply(text)
    assert "defers_to=sales" in sure(reading)
    assert asked(reading) == []
    assert not reading.has(ReplyAct.GIVES_PRICE, ReplyAct.GIVES_TIME, ReplyAct.SAYS_OFF_HOURS)


@pytest.mark.parametrize("text", _replies("closing"))
def test_a_closing_is_complete_and_asks_nothing(text: str) -> None:
    reading = read_reply(text)
    assert closing_of(reading) is True
    assert asked(reading) == []


@pytest.mark.parametrize("kind", ["introduction", "deferral", "look"])
def test_nothing_else_is_a_closing(kind: str) -> None:
    taken = [language for language, text in _TEXTS[kind].items() if closing_of(read_reply(text)) is not False]
    assert taken == []


@pytest.mark.parametrize("text", _replies("look"))
def test_a_question_about_the_look_asks_for_it_alone(text: str) -> None:
    reading = read_reply(text)
    assert asked(reading) == [Field.APPEARANCE]
    assert at_most_one(reading).result == "PASS"


# ---------- what is understood against what was said before


@pytest.mark.parametrize(
    ("before", "text", "quantity"),
    [
        ("How many pieces would you need?", "800", True),
        ("Which style would you prefer?", "800", False),
        ("您大概需要多少条？", "800", True),
        ("¿Qué cantidad necesita?", "800", True),
    ],
)
def test_a_bare_number_is_a_quantity_where_one_was_asked(before: str, text: str, quantity: bool) -> None:
    reading = read_message(text, before)
    assert reading.has(CustomerAct.STATES_QUANTITY) is (True if quantity else None)


@pytest.mark.parametrize(
    "text",
    [
        "hai mươi lăm nghìn một sợi",
        "25k/1 sợi",
        "twenty thousand a piece",
        "25 ribu sebiji",
        "बीस हज़ार एक पीस",
        "สองหมื่นหนึ่งเส้น",
        "两万一根",
        "veinte mil la pieza",
        "vinte mil uma peça",
        "vingt mille la pièce",
        "zwanzigtausend das Stück",
        "двадцать тысяч за штуку",
        "عشرين ألف للقطعة",
    ],
)
def test_a_number_for_one_piece_is_not_surely_a_quantity(text: str) -> None:
    for before in (None, "How many pieces would you need?"):
        assert read_message(text, before).has(CustomerAct.STATES_QUANTITY) is None


def test_a_style_is_chosen_only_once_styles_were_shown() -> None:
    shown = "Have a look at our styles:\n[IMAGE:p-1|one]\n[IMAGE:p-2|two]"
    assert read_message("A-03 looks right", shown).has(CustomerAct.CHOOSES_STYLE) is True
    assert read_message("A-03 looks right").has(CustomerAct.CHOOSES_STYLE) is None


def test_a_message_without_a_language_of_its_own_states_what_it_holds() -> None:
    for text, act in (("Type-C", "states_interface=c"), ("60W", "states_power=60"), ("2m", "states_length=2")):
        reading = read_message(text)
        assert (reading.language, sure(reading)) == (None, [act])


@pytest.mark.parametrize(
    ("first", "then", "language"),
    [
        ("Olá, quero comprar cabos para minha loja", "certo", "pt"),
        ("Olá, quero comprar cabos para minha loja", "claro", "pt"),
        ("Hola, busco cables para mi tienda", "bien", "es"),
        ("Hola, busco cables para mi tienda", "importante", "es"),
        ("Bonjour, je cherche des câbles pour ma boutique", "super", "fr"),
        ("Bonjour, je cherche des câbles pour ma boutique", "import", "fr"),
        ("Halo, saya mau beli kabel untuk toko", "ya", "id"),
        ("chào shop, mình cần mua cáp sạc", "si", "vi"),
        ("Guten Tag, ich suche Ladekabel für meinen Laden", "import", "de"),
        ("Olá, quero comprar cabos para minha loja", "muchas gracias, señor", "es"),
        ("Bonjour, je cherche des câbles pour ma boutique", "what is the price?", "en"),
    ],
)
def test_a_few_words_of_several_languages_do_not_leave_the_one_spoken(first: str, then: str, language: str) -> None:
    turns = [{"inbound": [{"sender": "customer", "text": text}]} for text in (first, then, "ok")]
    reading = RuleReader().read(Session.from_json({"schema": "sim.session/1", "session_id": "s", "turns": turns}))
    assert reading.turns[1].messages[0].language == language


def test_one_doubtful_word_does_not_change_what_comes_after() -> None:
    texts = ("Hi, I need cables for my shop", "genial", "MOQ?")
    turns = [{"inbound": [{"sender": "customer", "text": text}]} for text in texts]
    reading = RuleReader().read(Session.from_json({"schema": "sim.session/1", "session_id": "s", "turns": turns}))
    assert not reading.turns[1].messages[0].reliable
    assert "asks_moq" in sure(reading.turns[2].messages[0])


def test_a_language_without_a_lexicon_is_not_read() -> None:
    reading = read_message("Πόσο κοστίζει το καλώδιο και ποια είναι η ελάχιστη παραγγελία;")
    assert (reading.language, reading.read, reading.understood, reading.acts) == ("el", False, False, ())
    assert reading.has(CustomerAct.ASKS_PRICE) is None


def test_english_words_inside_chinese_are_read() -> None:
    assert "asks_moq" in sure(read_message("请问你们的moq是多少呢"))
    assert "asks_sample" in sure(read_message("可以先寄sample吗？"))


@pytest.mark.parametrize(
    "text", ["quantum flux toroid gardens overflow beyond meridian", "gửi lời hỏi thăm bà con lối xóm nhà ngoại nhé"]
)
def test_words_that_nothing_covers_are_not_understood(text: str) -> None:
    reading = read_message(text)
    assert (reading.read, reading.understood) == (True, False)
    assert reading.has(CustomerAct.ASKS_PRICE) is None


def test_a_question_about_something_unread_is_an_unknown_question() -> None:
    reading = read_message("does the moon rise over your harbour?")
    assert reading.has(CustomerAct.ASKS_UNKNOWN) is None
    assert reading.has(CustomerAct.ASKS_PRICE) is None


# ---------- replies


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("The unit price is USD 1.85 per piece.", ["gives_price=1.85"]),
        ("Sea freight is about $120.", ["gives_freight=120"]),
        ("Production takes 15 days.", ["gives_time=15"]),
        ("We can give 5% discount.", ["gives_discount=5"]),
        ("The cable carries 100W.", ["gives_number=power"]),
        ("Reply 1, 2 or 3 please.", ["asks_fixed_format"]),
        ("Could you share your WhatsApp number?", ["asks_contact=wechat"]),
        ("Is there anything else I can help you with?", ["offers_help"]),
    ],
)
def test_what_a_reply_gives(text: str, acts: list[str]) -> None:
    assert set(acts) <= set(sure(read_reply(text)))


@pytest.mark.parametrize(
    ("general", "of_an_order"),
    [
        ("Sorry, we can't do that.", "Sorry, we can't take such small orders."),
        ("抱歉，这个做不了。", "抱歉，这么小的订单我们接不了。"),
        ("Leider können wir das so nicht ausführen.", "Kleinbestellungen können wir leider nicht annehmen."),
        ("お受けできません。", "少量のご注文はお受けできません。"),
        ("ขอโทษค่ะ รับไม่ได้", "ขอโทษค่ะ จำนวนนี้รับออเดอร์ไม่ได้"),
        ("Xin lỗi, bên em không thể nhận.", "Xin lỗi, bên em không thể nhận đơn hàng này."),
    ],
)
def test_a_refusal_is_surely_of_an_order_only_where_it_says_so(general: str, of_an_order: str) -> None:
    assert read_reply(general).has(ReplyAct.REFUSES_ORDER) is None
    assert read_reply(of_an_order).has(ReplyAct.REFUSES_ORDER) is True


@pytest.mark.parametrize(
    "text",
    [
        "Recebemos as suas informações.",
        "Recebemos todos os seus dados.",
        "Recibimos todos los datos.",
        "Vos coordonnées nous sont bien parvenues.",
        "We have got all your details.",
        "Ihre Daten sind bei uns angekommen.",
        "Thông tin của anh bên em nhận rồi ạ.",
        "आपकी जानकारी हमें मिल चुकी है।",
    ],
)
def test_information_received(text: str) -> None:
    assert read_reply(text).has(ReplyAct.SAYS_RECEIVED) is True


@pytest.mark.parametrize("text", ["Recebemos muitos pedidos do Brasil.", "We have the details in the catalogue."])
def test_other_things_received_or_had(text: str) -> None:
    assert read_reply(text).has(ReplyAct.SAYS_RECEIVED) is not True


def test_two_things_asked_are_two_and_alternatives_are_one() -> None:
    two = read_reply("Which style would you prefer? And how many pieces do you need?")
    assert two.asked() == {Field.APPEARANCE, Field.QUANTITY}
    assert at_most_one(two).result == "FAIL"
    one = read_reply("Are you the owner, or do you handle purchasing?")
    assert one.asked() == {Field.BUYER_ROLE}
    assert at_most_one(one).result == "PASS"


def test_captions_are_read_beside_the_reply_and_not_in_it() -> None:
    reading = read_reply("Here are our styles.\n[IMAGE:p-1|价格 1.85 USD?]\n[VIDEO:https://v.example.com/a.mp4|]")
    assert len(reading.captions) == 1
    assert isinstance(reading.captions[0], TextReading)
    assert reading.captions[0].language == "zh"
    assert asked(reading) == []
    assert not reading.has(ReplyAct.GIVES_PRICE)


def test_a_reply_of_markers_alone_is_read_and_does_nothing() -> None:
    reading = read_reply("[IMAGE:p-1|]\n[IMAGE:p-2|]")
    assert (reading.read, reading.understood, reading.acts) == (True, True, ())
    assert reading.has(ReplyAct.ASKS) is False
