"""Words of goods, fees and ways that stand for another topic than they most often do, in eight languages."""

from __future__ import annotations

import pytest

from evaluator.ontology import CustomerAct, Field, ReplyAct

from .conftest import read_message, read_reply

_A = CustomerAct


@pytest.mark.parametrize(
    "text",
    [
        "¿tengo que pagar impuestos cuando llegue a Bogotá?",
        "quanto se paga de imposto para entrar no Chile?",
        "combien de taxes à payer au port de Lomé ?",
        "Zahle ich da noch Zoll?",
        "сколько платить таможенную пошлину?",
        "كم أدفع ضريبة على البضاعة؟",
        "import duty pay karna padega kya?",
        "apakah saya harus membayar pajak impor?",
    ],
)
def test_paying_customs_is_no_question_about_terms_of_payment(text: str) -> None:
    reading = read_message(text)
    assert reading.has(_A.ASKS_DUTY) is True
    found = reading.first(_A.ASKS_PAYMENT)
    assert found is None or not found.sure


@pytest.mark.parametrize(
    "text",
    [
        "¿de qué forma se paga el pedido?",
        "como funciona o pagamento?",
        "comment on paie ?",
        "Wie zahlen wir?",
        "как оплатить заказ?",
        "كيف ادفع؟",
        "payment kaise karna hai?",
        "bayarnya gimana?",
    ],
)
def test_how_one_pays_is_still_one(text: str) -> None:
    assert read_message(text).has(_A.ASKS_PAYMENT) is True


@pytest.mark.parametrize(
    "text",
    [
        "¿cómo despachan la mercadería?",
        "a mercadoria vai para o Peru",
        "la marchandise va au Togo",
        "Wie kommt die Ware zu uns?",
        "груз пойдёт в Казахстан",
        "كيف تصل البضاعة؟",
        "maal kaise bhejoge?",
        "barangnya tujuan Brunei",
    ],
)
def test_goods_on_their_way_are_not_asked_for(text: str) -> None:
    found = read_message(text).first(_A.ASKS_PRODUCT)
    assert found is None or not found.sure


@pytest.mark.parametrize("text", ["necesito mercancía", "нужен товар", "بدي بضاعة", "mau cari barang", "suche Ware"])
def test_goods_that_are_sought_are(text: str) -> None:
    assert read_message(text).has(_A.ASKS_PRODUCT) is True


@pytest.mark.parametrize(
    "text",
    [
        "¿qué precio tiene puesto en Lima?",
        "quanto sai entregue em Luanda?",
        "quel prix livré à Abidjan ?",
        "Preis frei Wien geliefert?",
        "сколько обойдётся с доставкой до Минска",
        "shipping mila ke kitna padega",
    ],
)
def test_one_price_with_the_way_in_it_asks_a_price_first(text: str) -> None:
    reading = read_message(text)
    assert reading.first(_A.ASKS_PRICE) is not None
    freight = reading.first(_A.ASKS_FREIGHT)
    assert freight is None or not freight.sure


@pytest.mark.parametrize("text", ["¿cuánto vale el flete?", "quanto é o frete?", "Was kostet der Versand?"])
def test_the_way_alone_is_still_freight(text: str) -> None:
    assert read_message(text).has(_A.ASKS_FREIGHT) is True


@pytest.mark.parametrize(
    "text",
    [
        "¿cuáles son los más vendidos?",
        "quais modelos vendem mais?",
        "lesquels se vendent le mieux ?",
        "Was läuft bei Ihnen am besten?",
        "какие у вас самые ходовые?",
        "model apa yang paling laku?",
    ],
)
def test_what_sells_best_asks_about_the_goods(text: str) -> None:
    assert read_message(text).first(_A.ASKS_PRODUCT) is not None


def test_who_sells_best_in_a_reply_still_claims_it() -> None:
    assert read_reply("Este es el más vendido.").has(ReplyAct.CLAIMS_HOT) is True
    assert read_reply("Ini yang paling laris.").has(ReplyAct.CLAIMS_HOT) is True


@pytest.mark.parametrize("text", ["3000 pcs, berpa hrgnye ya?", "2000 piezas qué kuanto vldrian?"])
def test_a_question_of_which_the_figure_alone_was_read_is_not_understood(text: str) -> None:
    assert read_message(text).has(_A.ASKS_UNKNOWN) is not False


@pytest.mark.parametrize(
    "text", ["mejor por WhatsApp", "lieber über WeChat", "лучше в вотсап", "احسن على الواتساب", "enakan lewat WA"]
)
def test_a_messenger_that_is_handier_is_wanted_and_not_given(text: str) -> None:
    reading = read_message(text)
    assert reading.has(_A.WANTS_WECHAT) is not False
    given = reading.first(_A.GIVES_CONTACT)
    assert given is None or not given.sure


def test_a_number_beside_it_is_given() -> None:
    assert read_message("mi WhatsApp es +51 987 654 321").has(_A.GIVES_CONTACT) is True


@pytest.mark.parametrize(
    "text",
    [
        "solo tiene que pagar antes los gastos de gestión",
        "vous n'avez qu'à payer les frais de notaire",
        "Sie müssen nur vorab die Bearbeitungsgebühr überweisen",
        "вам нужно только внести комиссию банка",
        "Anda hanya perlu bayar biaya pencairan",
    ],
)
def test_a_fee_asked_of_the_factory_is_no_question_about_payment(text: str) -> None:
    found = read_message(text).first(_A.ASKS_PAYMENT)
    assert found is None or not found.sure


@pytest.mark.parametrize(
    "text",
    [
        "Las fotos reales las puede facilitar nuestro gerente de ventas.",
        "O vídeo, o nosso gerente de vendas pode enviar.",
    ],
)
def test_what_a_department_can_give_asks_for_nothing(text: str) -> None:
    assert read_reply(text).first(ReplyAct.ASKS) is None


def test_a_name_that_ends_in_max_ends_its_sentence() -> None:
    asked = [act.value for act in read_reply("Perfecto, el BYJ-T10 Max. ¿Qué largo necesita?").find(ReplyAct.ASKS)]
    assert asked == [Field.LENGTH]


def test_a_model_that_was_not_found_tells_no_internal_step() -> None:
    assert read_reply("Ich habe nach BYJ-Q99 gesucht und es nicht gefunden.").has(ReplyAct.LEAKS_PROCESS) is not True
    assert read_reply("Das System zeigt dazu nichts.").has(ReplyAct.LEAKS_PROCESS) is True


@pytest.mark.parametrize(
    ("before", "text", "language"),
    [
        ("vocês dão garantia de quanto tempo?", "Oferecemos 24 meses de garantia.", "pt"),
        ("qual é o prazo de produção?", "Nuestro gerente le confirma el plazo mañana.", "es"),
        ("qual é o prazo de produção?", "Our sales manager confirms the time.", "en"),
    ],
)
def test_a_short_reply_is_in_the_language_spoken_unless_its_words_are_anothers(
    before: str, text: str, language: str
) -> None:
    assert read_reply(text, before).language == language
