"""Kinds of wording that were once misread: statements with a question word in them, vague pointing, near languages."""

from __future__ import annotations

import pytest

from evaluator.ontology import CustomerAct
from evaluator.reading import RuleReader
from evaluator.reading.model import TextReading
from evaluator.session import Session

from .conftest import read_message, sure

SHOWN = "[IMAGE:poster-en-1|a]\n[IMAGE:poster-en-2|b]"


def after(messages: list[str], reply: str | None = None) -> TextReading:
    """The reading of the last of these messages, one a turn; each is answered with this reply."""
    turns = [{"inbound": [{"sender": "customer", "text": text}], "toolCalls": []} for text in messages]
    if reply is not None:
        turns = [{**turn, "inquiry": {"replyText": reply, "published": True}} for turn in turns]
    record = {"schema": "sim.session/1", "session_id": "s", "turns": turns}
    return RuleReader().read(Session.from_json(record)).turns[-1].messages[-1]


@pytest.mark.parametrize(
    "text",
    [
        "a gente tem uma marca nossa de cabos",
        "a gente tem umas lojas de cabos",
        "minha empresa tem uma linha de acessórios",
        "mi empresa tiene una marca de accesorios",
        "cám ơn anh nhiều",
        "cam on shop nhieu",
    ],
)
def test_a_statement_with_a_word_that_also_asks_is_no_question(text: str) -> None:
    asked = [act for act in read_message(text).acts if act.act.startswith("asks_") and act.sure]
    assert not asked


@pytest.mark.parametrize(("text", "act"), [("vocês têm cabos?", "asks_product"), ("tem um cabo de 2m", "asks_product")])
def test_the_same_verb_still_asks(text: str, act: str) -> None:
    assert act in sure(read_message(text))


@pytest.mark.parametrize(
    "text",
    [
        "udah berapa lama bikin kabel",
        "how long have you been making cables?",
        "há quanto tempo vocês fabricam cabos?",
        "как давно производите кабели",
        "wie lange fertigen sie schon kabel?",
    ],
)
def test_how_long_goods_have_been_made_is_asked_of_the_company(text: str) -> None:
    acts = sure(read_message(text))
    assert "asks_company" in acts
    assert "asks_delivery" not in acts


@pytest.mark.parametrize("text", ["카탈로그 받을 수 있을까요", "샘플도 받을 수 있나요?", "사진 받을 수 있을까요"])
def test_a_thing_that_one_would_like_to_receive_is_no_lead_time(text: str) -> None:
    assert read_message(text).has(CustomerAct.ASKS_DELIVERY) is False


def test_when_it_can_be_received_is_one() -> None:
    assert "asks_delivery" in sure(read_message("언제 받을 수 있나요?"))


@pytest.mark.parametrize(
    "messages",
    [
        ["masih belum tahu yg itu"],
        ["weiß ich leider noch nicht"],
        ["celui en Type-C to Lightning"],
        ["我要Type-C to Lightning那種"],
        ["kabel ini harganya berapa ya"],
        ["how much is this cable"],
        ["要完整的目录，文件的那种。"],
        ["send the full catalogue, the one as a pdf please"],
    ],
)
def test_pointing_that_leaves_the_style_open_is_no_sure_choice(messages: list[str]) -> None:
    reading = after(["ok", *messages], SHOWN)
    assert reading.has(CustomerAct.CHOOSES_STYLE, CustomerAct.STATES_APPEARANCE) is not True


@pytest.mark.parametrize(
    "text", ["the second one in the first row", "我要第二排左边那款", "das linke auf dem zweiten bild"]
)
def test_pointing_at_one_style_is(text: str) -> None:
    assert after(["ok", text], SHOWN).has(CustomerAct.CHOOSES_STYLE) is True


@pytest.mark.parametrize(
    "text", ["เราทำของขวัญสั่งทำ มีสายชาร์จไหมครับ", "wir machen individuelle Werbegeschenke und suchen Kabel"]
)
def test_what_is_custom_made_are_the_customers_gifts(text: str) -> None:
    assert read_message(text).has(CustomerAct.ASKS_CUSTOMIZATION) is not True


@pytest.mark.parametrize(
    ("messages", "language"),
    [
        (["Bom dia, tudo bem?", "somos importadores"], "pt"),
        (["cho em hỏi giá cáp", "co catalog k shop"], "vi"),
        (["お世話になります。", "連絡先 jo@cablexo.com"], "ja"),
    ],
)
def test_what_two_languages_share_does_not_leave_the_one_spoken(messages: list[str], language: str) -> None:
    reading = after(messages)
    assert reading.language == language or not reading.reliable


def test_a_japanese_caption_of_kanji_and_one_particle_is_not_surely_chinese() -> None:
    turn = {
        "inbound": [{"sender": "customer", "text": "画像を送ってもらえますか"}],
        "inquiry": {"replyText": "写真です。\n[IMAGE:img-1|BYJ-D50の画像]\n[IMAGE:img-2|製品画像]", "published": True},
    }
    record = {"schema": "sim.session/1", "session_id": "s", "turns": [turn]}
    reply = RuleReader().read(Session.from_json(record)).turns[0].reply
    assert reply is not None
    assert [caption.language for caption in reply.captions] == ["ja", "ja"]


@pytest.mark.parametrize("text", ["meine Adresse ist jo@cablehouse.de", "mi correo es ventas@cablesur.com"])
def test_the_words_of_a_mail_address_name_no_goods(text: str) -> None:
    assert read_message(text).has(CustomerAct.ASKS_PRODUCT) is False


def test_a_line_of_goods_is_asked_for_and_no_document() -> None:
    acts = sure(read_message("商品のラインナップを教えてください"))
    assert "asks_product" in acts
    assert not any(act.startswith("asks_catalogue") for act in acts)


def test_a_language_that_is_new_and_not_certain_is_read_by_its_own_words() -> None:
    assert after(["chào shop, shop có cáp sạc nhanh không ạ", "catálogo completo pfv"]).has("asks_catalogue") is True


def test_who_runs_a_brand_of_accessories_tells_his_type_and_asks_for_nothing() -> None:
    reading = read_message("액세서리 브랜드 운영하고 있어요")
    assert "states_customer_type=own_brand" in sure(reading)
    assert reading.has(CustomerAct.ASKS_PRODUCT, CustomerAct.STATES_ROLE) is not True
