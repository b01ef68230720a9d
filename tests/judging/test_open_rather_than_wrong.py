"""What once was decided wrongly and cannot be sure: it is open, and what is plain beside it stays decided."""

from __future__ import annotations

import pytest

from .records import INTRODUCTION, Json, document, turn, verdicts


def judged(metric: str, asked: str, reply: str, *tools: Json, first: str = "hi") -> str:
    """A metric's verdict on one answer after the introduction; ? where it is undetermined."""
    found = verdicts(turn(first, INTRODUCTION), turn(asked, reply, tools=tools))[metric]
    return "?" if found.undetermined else found.result


def search(keyword: str, **products: str) -> Json:
    """A product search and what it found: ids with names."""
    rows = [{"productId": number, "name": name, "category": "cable", "tags": []} for number, name in products.items()]
    return {
        "agent": "inquiry",
        "name": "search_products",
        "arguments": {"keyword": keyword},
        "result": {"products": rows},
    }


MOQ = document("起订量", "常规款每款 MOQ 400 条")
PAYMENT = document("付款方式", "T/T，30% 定金，70% 尾款出货前。")
CERTIFICATION = document("认证与合规", "市场准入由商务部按目的国要求核对。")


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("Will your cables clear customs in Kenya?", "Yes, they will clear customs without any problem."),
        ("¿Sus cables pasan la aduana?", "Sí, los cables pasan la aduana sin ningún problema."),
        ("你们的线能清关吗？", "我们的线一定可以顺利清关。"),
        ("Пройдут ли кабели таможню?", "Кабели пройдут таможню без проблем."),
    ],
)
def test_a_promise_to_clear_customs_fails(asked: str, reply: str) -> None:
    assert judged("M-038", asked, reply, CERTIFICATION) == "FAIL"


def test_customs_left_to_the_department_pass() -> None:
    reply = "Our commercial department will confirm the customs requirements of your country."
    assert judged("M-038", "Will your cables clear customs in Kenya?", reply, CERTIFICATION) == "PASS"


def test_a_colour_that_can_be_made_is_not_surely_in_stock() -> None:
    policy = document("定制政策", "颜色可定制，由技术部门评估。")
    reply = "Since we can make any colour, the pink one is in stock."
    assert judged("M-036", "Can you customize the colour pink?", reply, policy) in ("?", "FAIL")


@pytest.mark.parametrize(
    "reply",
    [
        "Have a look at our two style groups first. The MOQ is 400 pieces per model.",
        "Usually an online shop tests a few styles in small quantity first. The MOQ is 400 pieces per model.",
    ],
)
def test_what_stands_before_the_answer_does_not_pass(reply: str) -> None:
    assert judged("M-003", "What is your MOQ?", reply, MOQ) != "PASS"
    assert judged("M-003", "What is your MOQ?", "The MOQ is 400 pieces per model.", MOQ) == "PASS"


def test_a_question_in_the_place_of_terms_does_not_pass() -> None:
    assert judged("M-003", "Do you take paypal?", "Great. Which connector are you looking for?", PAYMENT) != "PASS"


def test_a_near_model_does_not_pass_as_the_one_sought() -> None:
    tools = (search("QD-55"), search("QD", p1="QD-50"))
    reply = "The jacket of the QD-55 is liquid silicone."
    for metric in ("M-020", "M-040"):
        assert judged(metric, "What material is the QD-55 jacket?", reply, *tools) != "PASS"


def test_a_name_in_an_answer_on_the_company_that_nothing_returned_is_open() -> None:
    company = document("公司介绍", "深圳贝怡佳，PD 快充数据线工厂。")
    asked = "Tell me about your company"
    assert judged("M-040", asked, "We have an office in Hanoi and supply Sony in Japan.", company) == "?"
    assert judged("M-040", asked, "We are a cable factory in Shenzhen.", company) == "PASS"


def test_a_policy_stated_without_a_look_up_is_open() -> None:
    asked = "What if the cables arrive defective?"
    assert judged("M-040", asked, "We exchange every defective product without condition.") == "?"


@pytest.mark.parametrize(("first", "wrong"), [("Grüezi", "?"), ("holaa", "?"), ("OK 100", "FAIL")])
def test_a_greeting_in_no_list_leaves_the_language_open(first: str, wrong: str) -> None:
    spanish = (
        "¡Hola! Soy Tom Jasper, de la fábrica Beiyijia. ¿Vende al por mayor, en línea, con marca propia o regalos?"
    )
    found = verdicts(turn(first, spanish))["M-017"]
    assert ("?" if found.undetermined else found.result) == wrong


def test_numbered_choices_are_no_sentences() -> None:
    assert judged("M-029", "ok", "Sure. Pick one: 1. braided 2. silicone 3. clear 4. flat 5. coiled") != "FAIL"
    assert judged("M-029", "ok", "Sure. That is fine. I see. Take your time. We are here.") == "FAIL"


def test_a_model_sought_in_vain_may_be_asked_to_be_shown() -> None:
    reply = "I can't match ZX-880 to one of our models yet. Could you send me a picture of it?"
    assert judged("M-011", "I need the material of model ZX-880", reply, search("ZX-880")) == "PASS"
