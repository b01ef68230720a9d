"""Words of a topic in clauses that ask for something else: they must not be sure, and the real question must be."""

from __future__ import annotations

import pytest

from evaluator.ontology import CustomerAct, ReplyAct
from evaluator.text.language import chinese_variant
from evaluator.text.numbers import find_numbers

from .conftest import read_message, read_reply, sure


@pytest.mark.parametrize(
    ("text", "meant", "not_meant"),
    [
        ("which import taxes will we be paying?", "asks_duty", "asks_payment"),
        ("輸入税はどれくらい支払うことになりますか", "asks_duty", "asks_payment"),
        ("thuế nhập bên mình phải đóng bao nhiêu phần trăm", "asks_duty", "asks_packaging"),
        ("unit price with freight included?", "asks_price", "asks_freight"),
        ("单价含运费是多少", "asks_price", "asks_freight"),
        ("運賃込みの単価を教えてください", "asks_price", "asks_freight"),
        ("운임 포함 단가 알려주세요", "asks_price", "asks_freight"),
        ("ราคารวมค่าส่งไปลาวกี่บาท", "asks_price", "asks_freight"),
        ("giá đã gồm ship là bao nhiêu vậy shop", "asks_price", "asks_freight"),
        ("you cover the legal fees first, then the inheritance is yours", "sends_scam", "asks_payment"),
        ("변호사 비용만 먼저 보내시면 됩니다", "sends_scam", "asks_payment"),
        ("小説を書いてくれませんか", "asks_other_task", "asks_customization"),
        ("这两天台风，好无聊", "goes_off_topic", "asks_delivery"),
        ("troi mua hoai luon", "goes_off_topic", "states_buying"),
        ("hôm nay trời nắng quá", "goes_off_topic", "states_customer_type"),
    ],
)
def test_a_word_of_one_topic_in_a_question_about_another(text: str, meant: str, not_meant: str) -> None:
    acts = [act.partition("=")[0] for act in sure(read_message(text))]
    assert meant in acts
    assert not_meant not in acts


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("what import duty is there and how do we pay you?", {"asks_duty", "asks_payment"}),
        ("the price and the freight to Accra please?", {"asks_price", "asks_freight"}),
        ("what is the landed cost in Accra?", {"asks_price"}),
        ("can you send me a photo?", {"asks_picture"}),
        ("which products do you have?", {"asks_product"}),
    ],
)
def test_what_is_asked_beside_it_is_still_asked(text: str, both: set[str]) -> None:
    assert both <= set(sure(read_message(text)))


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("the merchandise goes to Lagos", CustomerAct.ASKS_PRODUCT),
        ("let me send you a photo of mine", CustomerAct.ASKS_PICTURE),
        ("我拍张照片给您看", CustomerAct.ASKS_PICTURE),
        ("how long is the sea shipping?", CustomerAct.ASKS_PARAMETER),
        ("gửi qua zalo giúp mình", CustomerAct.ASKS_SHIPPING),
        ("mình đang mua hàng", CustomerAct.STATES_ROLE),
        ("ghé mua sắm tí thôi", CustomerAct.STATES_ROLE),
        ("gặp chuyên gia được không", CustomerAct.ASKS_PRICE),
        ("trận việt nam tối qua đá đẹp ghê", CustomerAct.STATES_MARKET),
        ("ke chuyen ve bien di ban", CustomerAct.INSULTS),
        ("你拜访过那边的买家吗", CustomerAct.ASKS_COMPANY),
        ("아프리카 바이어를 방문한 적 있어요?", CustomerAct.ASKS_COMPANY),
        ("our company is Green and Black Ltd", CustomerAct.STATES_APPEARANCE),
    ],
)
def test_a_mention_is_no_sure_act(text: str, act: CustomerAct) -> None:
    assert not any(found.act == act and found.sure for found in read_message(text).acts)


@pytest.mark.parametrize(
    "text", ["em phụ trách mua hàng cho công ty", "저는 회사에서 구매 맡고 있습니다", "mình là nhân viên mua hàng"]
)
def test_the_role_is_still_told(text: str) -> None:
    assert "states_role=purchaser" in sure(read_message(text))


def test_a_wish_for_something_unread_is_not_understood() -> None:
    assert not read_message("please send me the flurbles").understood


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("金型が不要とは限りません。", ReplyAct.CLAIMS_FREE),
        ("我们不照销量推荐。", ReplyAct.CLAIMS_SALES),
        ("我們不以銷量排序。", ReplyAct.CLAIMS_SALES),
    ],
)
def test_a_claim_denied_is_no_claim(text: str, act: ReplyAct) -> None:
    assert not any(found.act == act and found.sure for found in read_reply(text).acts)


@pytest.mark.parametrize(
    "text",
    [
        "没查到这个型号。",
        "その型番は見つかりませんでした。",
        "그 모델은 찾을 수 없었습니다.",
        "Em không tìm thấy mã này ạ.",
        "ค้นหาไม่พบรุ่นนี้ครับ",
    ],
)
def test_what_was_not_found_is_told(text: str) -> None:
    assert read_reply(text).has(ReplyAct.CANNOT_SAY)


def test_a_korean_department_is_named() -> None:
    assert read_reply("무역부에서 확인해 드리겠습니다.").has(ReplyAct.DEFERS_TO)


@pytest.mark.parametrize(
    ("text", "language"),
    [("Chúc anh chị một ngày tốt lành ạ", "vi"), ("素敵な一日をお過ごしください", "ja"), ("祝您有愉快的一天", "zh")],
)
def test_a_good_wish_is_no_figure(text: str, language: str) -> None:
    assert not find_numbers(text, language)


@pytest.mark.parametrize(("text", "count"), [("lay thu 60 cai", 1), ("thứ 5 tuần sau", 0)])
def test_a_count_of_pieces_is_no_ordinal(text: str, count: int) -> None:
    assert len(find_numbers(text, "vi")) == count


def test_a_balance_of_characters_shows_no_variant() -> None:
    assert chinese_variant("你是白痴嗎") == "traditional"
    assert chinese_variant("这個") == "neutral"
