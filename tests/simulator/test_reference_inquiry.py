"""The reference inquiry assistant: what the specification wants of each turn, as drafts."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.ontology import CustomerAct as Act
from evaluator.session import Customer, TurnContext
from scenarios.phrases import load_phrases
from scenarios.phrases.meaning import Meant, MeantAct
from scenarios.world import Tools, WorldOverrides, load_world
from simulator.agents import HistoryMessage, HistoryTurn, InquiryBrief, PictureView
from simulator.agents.draft import Draft
from simulator.agents.reference.inquiry import Situation, write_draft
from simulator.agents.render import render
from simulator.agents.situation import Reading

NOON, NIGHT = "2026-03-02T12:00:00+08:00", "2026-03-02T22:00:00+08:00"
POSTERS = {
    "en": "x\n[IMAGE:poster-en-7f3a91|a]\n[IMAGE:poster-en-c04d52|b]",
    "vi": "x\n[IMAGE:poster-vi-1be8d6|a]\n[IMAGE:poster-vi-90a2c7|b]",
}
CLOSING = load_phrases("en").wordings("replies", "closes_handover")[0]
Said = MeantAct | Act


def turn(
    *acts: Said, language: str | None = "en", reply: str | None = None, at: str = NOON, **more: Any
) -> HistoryTurn:
    meant = Meant(language, tuple(MeantAct(act) if isinstance(act, Act) else act for act in acts))
    pictures = tuple(picture(kind) for kind in more.get("pictures", ()))
    return HistoryTurn((HistoryMessage("customer", "words", at, pictures, meant),), reply)


def picture(status: str) -> PictureView:
    labels = ("data_cable",) if status == "ok" else ()
    return PictureView("cust-img-1", "customer", "data_cable", status, labels, "")  # type: ignore[arg-type]


HELLO = turn(Act.GREETS, reply="Hi, Tom Jasper here. What kind of customer are you?")
TYPE = MeantAct(Act.STATES_CUSTOMER_TYPE, "online")
INTERFACE = MeantAct(Act.STATES_INTERFACE, "Type-C to Lightning")


def draft(*history: HistoryTurn, world: WorldOverrides | None = None, **context: Any) -> Draft:
    tools = Tools(load_world().override(world or WorldOverrides()), "inquiry")
    brief = InquiryBrief(Customer(), TurnContext.model_validate(context, by_name=True))
    return write_draft(Situation(brief, Reading(history, tools)))


def keys(entry: Draft) -> list[str]:
    return [line.key for line in entry.lines]


def queries(entry: Draft) -> list[str]:
    return [str(call.arguments.get("query")) for call in entry.calls if call.name == "knowledge_search"]


def test_the_first_turn_is_fixed_whatever_is_asked() -> None:
    entry = draft(turn(Act.ASKS_PRICE, MeantAct(Act.ASKS_CATALOGUE, "full"), TYPE), next_pending_field="customer_type")
    assert keys(entry) == ["introduces_and_asks_type"]
    assert (entry.calls, entry.markers, entry.asked) == ((), (), ("customer_type",))


def test_an_asked_field_is_listed_only_where_the_platform_names_it() -> None:
    assert draft(turn(Act.GREETS), next_pending_field="buyer_role").asked == ()
    assert draft(turn(Act.GREETS)).asked == ()


def test_type_alone_is_confirmed_and_the_role_asked_once() -> None:
    entry = draft(HELLO, turn(TYPE), next_pending_field="buyer_role")
    assert keys(entry) == ["confirms_online", "asks_role"]
    assert entry.asked == ("buyer_role",)
    known = draft(HELLO, turn(TYPE, MeantAct(Act.STATES_ROLE, "owner")), next_pending_field="product")
    assert keys(known) == ["confirms_online", "asks_product"]
    role = load_phrases("en").wordings("replies", "asks_role")[0]
    assert "asks_role" not in keys(draft(HELLO, turn(TYPE, reply=role), turn(TYPE)))


def test_a_product_question_goes_before_the_role() -> None:
    entry = draft(HELLO, turn(TYPE, Act.ASKS_PRICE))
    assert keys(entry) == ["defers_price", "invites_to_posters"]
    assert entry.asked == ()


@pytest.mark.parametrize("language", ["en", "es", "ar", None, "zh"])
def test_other_languages_get_the_english_posters(language: str | None) -> None:
    entry = draft(HELLO, turn(Act.ASKS_PRODUCT, language=language))
    assert queries(entry) == ["英文快速选品海报"]
    assert [marker.target for marker in entry.markers] == ["poster-en-7f3a91", "poster-en-c04d52"]


@pytest.mark.parametrize("language", ["vi", "vi-ascii"])
def test_vietnamese_gets_the_vietnamese_posters(language: str) -> None:
    entry = draft(HELLO, turn(Act.ASKS_PRODUCT, language=language))
    assert queries(entry) == ["越南语快速选品海报"]
    assert entry.language == language


def test_the_first_triggering_message_decides_alone() -> None:
    first = HistoryMessage("customer", "a", NOON, (), Meant("vi", (MeantAct(Act.GREETS),)))
    second = HistoryMessage("customer", "b", NOON, (), Meant(None, (INTERFACE,)))
    third = HistoryMessage("customer", "c", NOON, (), Meant("vi", (MeantAct(Act.ASKS_PRICE),)))
    assert queries(draft(HELLO, HistoryTurn((first, second, third)))) == ["英文快速选品海报"]


@pytest.mark.parametrize("act", [Act.ASKS_PAYMENT, Act.ASKS_DELIVERY, Act.ASKS_CERTIFICATION, Act.ASKS_COMPANY])
def test_policies_alone_trigger_no_posters(act: Act) -> None:
    entry = draft(HELLO, turn(act))
    assert entry.markers == ()
    assert len(queries(entry)) == 1


def test_posters_go_out_once() -> None:
    entry = draft(HELLO, turn(Act.ASKS_PRICE, reply=POSTERS["en"]), turn(Act.ASKS_PRODUCT, language="vi"))
    assert keys(entry) == ["answers_product"]
    assert entry.markers == ()


def test_posters_that_did_not_arrive_were_not_sent() -> None:
    entry = draft(HELLO, turn(Act.ASKS_PRICE, reply=None), turn(Act.ASKS_PRICE))
    assert len(entry.markers) == 2


@pytest.mark.parametrize("world", [WorldOverrides(poster_missing=True), WorldOverrides(poster_one_marker=True)])
def test_without_a_whole_document_only_the_question_is_answered(world: WorldOverrides) -> None:
    entry = draft(HELLO, turn(Act.ASKS_PRICE), world=world)
    assert keys(entry) == ["defers_price"]
    assert (entry.markers, queries(entry)) == ((), ["英文快速选品海报"])


def test_an_interface_alone_asks_for_the_look_only() -> None:
    entry = draft(HELLO, turn(INTERFACE), next_pending_field="power")
    assert keys(entry) == ["accepts_interface", "invites_to_posters", "asks_appearance"]
    assert (entry.asked, len(entry.markers)) == ((), 2)
    beside = draft(HELLO, turn(INTERFACE, MeantAct(Act.STATES_POWER, "27W")))
    assert keys(beside) == ["accepts_interface", "invites_to_posters"]
    after = draft(HELLO, turn(Act.ASKS_PRICE, reply=POSTERS["en"]), turn(INTERFACE))
    assert keys(after) == ["accepts_interface", "asks_appearance"]


def test_a_model_settles_the_look() -> None:
    entry = draft(HELLO, turn(MeantAct(Act.NAMES_MODEL, "BYJ-S11"), Act.ASKS_PRICE))
    assert keys(entry) == ["defers_price", "notes_model", "asks_version"]
    assert entry.markers == ()
    assert [call.name for call in entry.calls] == ["search_products", "get_product_detail"]
    single = draft(HELLO, turn(MeantAct(Act.NAMES_MODEL, "BYJ-C40")))
    assert keys(single) == ["notes_model", "asks_length"]


def test_a_model_that_does_not_exist_is_not_replaced_by_one_like_it() -> None:
    entry = draft(HELLO, turn(MeantAct(Act.NAMES_MODEL, "BYJ-K2")))
    assert keys(entry) == ["asks_for_clues"]


def test_pictures_settle_the_look_only_when_they_can_be_read() -> None:
    clear = draft(HELLO, turn(pictures=["ok"]))
    assert keys(clear) == ["notes_look", "asks_interface"]
    blurred = draft(HELLO, turn(Act.ASKS_PRICE, pictures=["uncertain"]))
    assert len(blurred.markers) == 2


def test_a_style_of_the_posters_settles_the_look() -> None:
    entry = draft(HELLO, turn(Act.ASKS_PRICE, reply=POSTERS["en"]), turn(Act.CHOOSES_STYLE))
    assert keys(entry) == ["notes_look", "asks_interface"]


def test_later_pictures() -> None:
    before = (HELLO, turn(Act.ASKS_PRICE, reply=POSTERS["en"]))
    assert keys(draft(*before, turn(Act.ASKS_PICTURE))) == ["asks_to_describe"]
    named = draft(*before, turn(MeantAct(Act.NAMES_MODEL, "BYJ-C40"), Act.ASKS_PICTURE))
    assert [marker.target for marker in named.markers] == ["img-c40-2d7b"]
    assert keys(named)[0] == "sends_pictures"
    bare = draft(
        *before,
        turn(MeantAct(Act.NAMES_MODEL, "BYJ-C40"), Act.ASKS_PICTURE),
        world=WorldOverrides(media_missing=("BYJ-C40",)),
    )
    assert (keys(bare)[0], bare.markers) == ("no_pictures", ())


def test_the_catalogue_comes_after_the_posters() -> None:
    ask = MeantAct(Act.ASKS_CATALOGUE, "full")
    early = draft(HELLO, turn(ask))
    assert keys(early) == ["answers_product", "invites_to_posters"]
    assert {marker.kind for marker in early.markers} == {"IMAGE"}
    before = (HELLO, turn(ask, reply=POSTERS["vi"]))
    late = draft(*before, turn(ask))
    assert [(marker.kind, marker.target) for marker in late.markers] == [
        ("DOCUMENT", "doc-catalogue-5e21b8"),
        ("LINK", "https://www.beiyijia.top/"),
    ]
    missing = draft(*before, turn(ask), world=WorldOverrides(catalogue_missing=True))
    assert [marker.kind for marker in missing.markers] == ["LINK"]
    assert keys(missing) == ["sends_site_only"]


def test_the_handover_comes_before_everything() -> None:
    entry = draft(turn(Act.ASKS_PRICE, at=NIGHT), lead_status="converted")
    assert (keys(entry), entry.calls, entry.markers, entry.asked) == (["closes_handover"], (), (), ())
    assert keys(draft(turn(Act.GREETS, at=NOON), lead_status="converted")) == ["introduces_and_asks_type"]
    again = draft(
        HELLO, turn(Act.ASKS_PRICE, reply=CLOSING, at=NIGHT), turn(Act.THANKS, at=NIGHT), lead_status="converted"
    )
    assert "closes_handover" not in keys(again)


def test_policies_come_from_the_documents() -> None:
    quantity = MeantAct(Act.STATES_QUANTITY, "200")
    entry = draft(HELLO, turn(Act.ASKS_MOQ, quantity))
    assert keys(entry)[:2] == ["answers_moq", "welcomes_small_order"]
    assert entry.lines[0].slots == {"moq": "600", "box_moq": "3000"}
    unknown = draft(HELLO, turn(Act.ASKS_MOQ), world=WorldOverrides(policy_missing=("moq",)))
    assert keys(unknown)[0] == "defers_moq"


@pytest.mark.parametrize(
    ("act", "key"),
    [
        (Act.ASKS_SAMPLE, "answers_sample"),
        (Act.ASKS_PAYMENT, "answers_payment"),
        (Act.ASKS_DELIVERY, "answers_delivery"),
        (Act.ASKS_CERTIFICATION, "answers_certification"),
        (Act.ASKS_CUSTOMIZATION, "answers_customization"),
        (Act.ASKS_COMPANY, "answers_company"),
        (Act.ASKS_AFTER_SALES, "answers_after_sales"),
        (Act.ASKS_PLATFORM, "answers_no_platform"),
        (Act.ASKS_SHIPPING, "defers_shipping"),
    ],
)
def test_each_policy_can_be_answered_and_worded_in_every_language(act: Act, key: str) -> None:
    from scenarios.phrases import available_languages

    for language in available_languages():
        entry = draft(HELLO, turn(act, language=language))
        assert keys(entry)[0] == key
        assert "{" not in render(entry, "salt")


def test_parameters_come_from_one_row() -> None:
    ask = MeantAct(Act.ASKS_PARAMETER, "weight", "BYJ-K20")
    assert keys(draft(HELLO, turn(ask))) == ["asks_version"]
    version = turn(MeantAct(Act.STATES_INTERFACE, "Type-C to Lightning"), reply="ok")
    assert keys(draft(HELLO, version, turn(ask)))[0] == "defers_parameter"  # the cell is empty
    other = turn(MeantAct(Act.STATES_INTERFACE, "Type-C to Type-C"), reply="ok")
    assert draft(HELLO, other, turn(ask)).lines[0].slots["value"] == "34 g"
    several = tuple(MeantAct(Act.ASKS_PARAMETER, name, "BYJ-C40") for name in ("power", "length"))
    assert [line.part for line in draft(HELLO, turn(*several)).lines] == ["list", "list"]


def test_a_version_that_was_asked_for_brings_the_answer() -> None:
    ask = turn(MeantAct(Act.ASKS_PARAMETER, "power", "BYJ-K20"), reply="which version?")
    told = draft(HELLO, ask, turn(MeantAct(Act.STATES_INTERFACE, "Type-C to Lightning")))
    assert [(line.key, line.slots.get("value")) for line in told.lines] == [("gives_parameter", "30W")]


def test_no_version_is_asked_where_all_have_the_same_value() -> None:
    entry = draft(HELLO, turn(MeantAct(Act.ASKS_PARAMETER, "length", "BYJ-K20")))
    assert [(line.key, line.slots.get("value")) for line in entry.lines] == [("gives_parameter", "1.2 m")]


def test_another_interface_of_a_settled_model_is_restated() -> None:
    model = turn(MeantAct(Act.NAMES_MODEL, "BYJ-K20"), MeantAct(Act.STATES_INTERFACE, "Type-C to Type-C"), reply="ok")
    assert keys(draft(HELLO, model, turn(INTERFACE))) == ["confirms_interface"]
    asked = turn(INTERFACE, MeantAct(Act.ASKS_PARAMETER, "power", "BYJ-K20"))
    assert keys(draft(HELLO, model, asked)) == ["gives_parameter"]


def test_chinese_is_simplified_unless_he_wrote_traditional() -> None:
    assert draft(turn(Act.GREETS, language="zh")).language == "zh-Hans"
    assert draft(turn(Act.GREETS, language="zh-Hant", reply="x"), turn(Act.GREETS, language="zh")).language == "zh-Hant"
    assert draft(turn(Act.GREETS, language="xx")).language == "en"
    assert draft(turn(Act.GREETS, language="es", reply="x"), turn(Act.GREETS, language=None)).language == "es"


@pytest.mark.parametrize(
    ("act", "key"),
    [(Act.THANKS, "answers_thanks"), (Act.SAYS_GOODBYE, "answers_bye"), (Act.GOES_OFF_TOPIC, "redirects")],
)
def test_small_talk(act: Act, key: str) -> None:
    assert keys(draft(HELLO, turn(act))) == [key]


def test_a_long_reply_becomes_two_paragraphs() -> None:
    entry = draft(HELLO, turn(Act.ASKS_SAMPLE, Act.ASKS_MOQ, Act.ASKS_CUSTOMIZATION))
    body = render(entry, "salt").split("\n[IMAGE")[0]
    assert body.count("\n\n") == 1


def test_pictures_before_the_posters() -> None:
    assert keys(draft(HELLO, turn(Act.ASKS_PICTURE))) == ["asks_to_describe"]
    assert keys(draft(HELLO, turn(Act.ASKS_PRODUCT, Act.ASKS_PICTURE))) == ["answers_product", "invites_to_posters"]
