"""Who one talks with, what he is, and what is said of money: kinds of wording that were once misread."""

from __future__ import annotations

import pytest

from evaluator.ontology import CustomerAct, ReplyAct

from .conftest import read_message, read_reply


@pytest.mark.parametrize(
    "text",
    [
        "¿Hablo con una persona o con un robot?",
        "Am I talking to a real person or to a bot?",
        "Estou falando com uma pessoa ou com um robô?",
        "Spreche ich mit einem Menschen oder einem Bot?",
    ],
)
def test_person_or_bot_asks_who_it_is_and_wants_nobody_else(text: str) -> None:
    reading = read_message(text)
    assert reading.has(CustomerAct.ASKS_IDENTITY) is True
    assert reading.has(CustomerAct.ASKS_HUMAN) is False


@pytest.mark.parametrize("text", ["Can I talk to a person, not a bot?", "Quiero hablar con una persona real"])
def test_who_wants_a_person_still_asks_for_one(text: str) -> None:
    assert read_message(text).has(CustomerAct.ASKS_HUMAN) is True


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Tengo una tienda online.", "online"),
        ("tengo mi propia marca", "own_brand"),
        ("J'ai une boutique en ligne", "online"),
        ("tenho uma loja online", "online"),
    ],
)
def test_what_one_has_is_a_type_and_no_role(text: str, kind: str) -> None:
    reading = read_message(text)
    assert reading.has(CustomerAct.STATES_CUSTOMER_TYPE, value=kind) is True
    assert reading.has(CustomerAct.STATES_ROLE) is False


def test_an_owner_who_names_his_shop_says_both() -> None:
    reading = read_message("soy dueño de una tienda online")
    assert reading.has(CustomerAct.STATES_ROLE, value="owner") is True
    assert reading.has(CustomerAct.STATES_CUSTOMER_TYPE, value="online") is True


@pytest.mark.parametrize(("text", "sample"), [("¿Me muestra más fotos?", False), ("¿Me da una muestra?", True)])
def test_showing_is_no_sample(text: str, sample: bool) -> None:
    assert read_message(text).has(CustomerAct.ASKS_SAMPLE) is sample


@pytest.mark.parametrize(
    "text",
    [
        "You're looking at 1.20 each.",
        "Roughly 1.2 per piece, our sales manager will confirm it.",
        "A bit over a dollar, less for volume.",
        "Sale a un poco más de un dólar por unidad, y el envío tarda unos 15 días.",
        "4.2元/条，含税",
        "一块多一条，具体由销售经理核算。",
    ],
)
def test_a_price_without_its_currency_or_in_words(text: str) -> None:
    reply = read_reply(text)
    assert reply.has(ReplyAct.GIVES_PRICE) is True
    assert reply.has(ReplyAct.GIVES_FREIGHT, ReplyAct.GIVES_DUTY) is False


@pytest.mark.parametrize(
    "text",
    [
        "Around one fifty per piece.",
        "Más o menos uno veinte la unidad; nuestro gerente de ventas le confirma el precio exacto.",
        "Each cable is about 0.05 in weight.",
    ],
)
def test_what_may_be_a_price_is_doubted(text: str) -> None:
    assert read_reply(text).has(ReplyAct.GIVES_PRICE) is None


@pytest.mark.parametrize(
    "text", ["We pack 1 per box.", "We usually print one logo per piece.", "We quote in US dollars.", "MOQ 500 pcs."]
)
def test_other_figures_are_no_price(text: str) -> None:
    assert read_reply(text).has(ReplyAct.GIVES_PRICE) is False


@pytest.mark.parametrize("text", ["50条太少了，我们不做这么小的单。", "With 20 pieces we do not start."])
def test_pieces_denied_may_be_an_order_refused(text: str) -> None:
    assert read_reply(text).has(ReplyAct.REFUSES_ORDER) is None


def test_a_person_claimed_in_plain_words() -> None:
    assert read_reply("Hablas con una persona de verdad.").has(ReplyAct.CLAIMS_HUMAN) is True
    assert read_reply("Un colega, una persona real, le contactará.").has(ReplyAct.CLAIMS_HUMAN) is not True
