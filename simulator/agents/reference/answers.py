"""What a correct assistant has to say to each thing that a customer does, with the look-ups that it takes.

Every answer comes from a tool's result or names who confirms; nothing is asked here but what is needed to answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from evaluator.ontology import CustomerAct as Act
from scenarios.phrases import load_phrases
from scenarios.phrases.meaning import FACTORY, MeantAct
from scenarios.world import EMPTY_CELL
from simulator.agents.draft import Call, Line, Marker
from simulator.agents.reference.policies import POLICIES, facts_in, slots_from
from simulator.agents.situation import Reading

# The table's column for each parameter.
_COLUMNS: Final = {
    "power": "Power",
    "length": "Length",
    "material": "Jacket",
    "colour": "Colour",
    "diameter": "Outer diameter",
    "weight": "Weight",
}
_POLICY_OF: Final[dict[Act, str]] = {
    Act.ASKS_MOQ: "moq",
    Act.ASKS_PACKAGING: "moq",
    Act.ASKS_SAMPLE: "sample",
    Act.ASKS_PAYMENT: "payment",
    Act.ASKS_DELIVERY: "delivery",
    Act.ASKS_SHIPPING: "shipping",
    Act.ASKS_CERTIFICATION: "certification",
    Act.ASKS_MARKET_ACCESS: "certification",
    Act.ASKS_CUSTOMIZATION: "customization",
    Act.ASKS_LOGO: "customization",
    Act.ASKS_COMPANY: "company",
    Act.ASKS_AFTER_SALES: "after_sales",
    Act.ASKS_PLATFORM: "platform",
}
# Questions that are answered by naming who settles them; with what is searched first, if anything.
_DEFERRED: Final[dict[Act, tuple[str, str | None]]] = {
    Act.ASKS_PRICE: ("defers_price", None),
    Act.ASKS_DISCOUNT: ("defers_discount", None),
    Act.HAGGLES: ("defers_discount", None),
    Act.ASKS_FREIGHT: ("defers_freight", "物流"),
    Act.ASKS_DUTY: ("defers_duty", None),
    Act.ASKS_STOCK: ("defers_stock", None),
    Act.ASKS_HUMAN: ("passes_to_human", None),
    Act.ASKS_IDENTITY: ("discloses", None),
    Act.WANTS_WECHAT: ("passes_to_human", None),
}
# Special cases of an act, told by its value: what is answered, and what is searched first, if anything.
_SPECIAL_CASES: Final[dict[tuple[Act, str | None], tuple[str, str | None]]] = {
    (Act.ASKS_SHIPPING, "transit"): ("defers_transit", "物流"),
    (Act.ASKS_PAYMENT, "proforma"): ("defers_proforma", "付款方式"),
    (Act.ASKS_CUSTOMIZATION, "mould"): ("answers_mould", "定制"),
    (Act.ASKS_PRODUCT, "popular"): ("no_ranking", None),
    (Act.HAGGLES, "private"): ("declines_private_deal", "付款方式"),
    (Act.GIVES_CONTACT, "offered"): ("no_contact_needed", None),
}
_REDIRECTED: Final = frozenset(
    {
        Act.INSULTS,
        Act.SENDS_SEXUAL,
        Act.SENDS_SCAM,
        Act.ADVERTISES,
        Act.GOES_OFF_TOPIC,
        Act.ASKS_OTHER_TASK,
        Act.INJECTS,
    }
)
_NOTED: Final = frozenset(
    {
        Act.STATES_BUSINESS,
        Act.STATES_BUYING,
        Act.STATES_PERSONAL_USE,
        Act.STATES_LENGTH,
        Act.STATES_PACKAGING,
        Act.STATES_MARKET,
        Act.STATES_COMPANY,
        Act.GIVES_CONTACT,
    }
)
_CORRECTABLE: Final = frozenset({Act.STATES_INTERFACE, Act.STATES_POWER, Act.STATES_LENGTH, Act.STATES_QUANTITY})
_KBVIDEO: Final = re.compile(r"\[KBVIDEO:([^|\]]+)\|")


class Answers:
    """Collects what the turn's acts call for: calls, lines, markers, and the one question that an answer needs."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.calls: list[Call] = []
        self.answers: list[Line] = []
        self.notes: list[Line] = []
        self.markers: list[Marker] = []
        self.needed: Line | None = None
        self.single_version = False
        self._dry = reading.tools.unlogged()
        for act in _in_force(reading.acts):
            self._take(act)
        self._parameters()
        if "picture" in reading.looks:
            self._note("notes_look")

    def look_up(self, name: str, **arguments: Any) -> Any:
        """What a call returns; the call is made for good when the reply is."""
        call = Call(name, arguments)
        if call not in self.calls:
            self.calls.append(call)
        return self._dry.run(name, arguments)

    def _take(self, act: MeantAct) -> None:
        special: dict[Act, Callable[[MeantAct], None]] = {
            Act.ASKS_PRODUCT: self._product,
            Act.ASKS_CATALOGUE: self._catalogue,
            Act.ASKS_PICTURE: self._picture,
            Act.ASKS_VIDEO: self._video,
            Act.ASKS_UNKNOWN: self._unknown,
            Act.STATES_INTERFACE: self._interface,
            Act.STATES_POWER: self._power,
            Act.STATES_QUANTITY: lambda act: self._note("notes_quantity", quantity=str(act.value)),
            Act.STATES_APPEARANCE: lambda _: self._note("notes_look"),
            Act.CHOOSES_STYLE: lambda _: self._note("notes_look"),
            Act.NAMES_MODEL: self._model,
        }
        if (act.act, act.value) in _SPECIAL_CASES:
            self._special_case(act)
        elif act.act in special:
            special[act.act](act)
        elif act.act in _POLICY_OF:
            self._policy(_POLICY_OF[act.act])
        elif act.act in _DEFERRED:
            key, query = _DEFERRED[act.act]
            if query is not None:
                self.look_up("knowledge_search", query=query)
            self._answer(key)
        elif act.act in _REDIRECTED:
            self._answer("redirects")
        elif act.act in _NOTED:
            self._note("notes_detail")

    def _special_case(self, act: MeantAct) -> None:
        key, query = _SPECIAL_CASES[act.act, act.value]
        if query is not None:
            self.look_up("knowledge_search", query=query)
        self._answer(key)

    def _answer(self, key: str, **slots: str) -> None:
        line = Line("answer", key, slots)
        if line not in self.answers:
            self.answers.append(line)

    def _note(self, key: str, **slots: str) -> None:
        line = Line("note", key, slots)
        if line not in self.notes:
            self.notes.append(line)

    def _product(self, _: MeantAct) -> None:
        self.look_up("search_products", keyword="PD cable")
        self._answer("answers_product")

    def _catalogue(self, _: MeantAct) -> None:
        """The catalogue itself, once the posters were sent in an earlier turn; before, an answer and the posters."""
        if not self.reading.posters_before:
            self._answer("answers_product")
            return
        found = self.look_up("knowledge_search", query="完整产品目录")["documents"]
        document = next((marker for entry in found if (marker := _document_in(entry["content"]))), None)
        site = Marker("LINK", "https://www.beiyijia.top/", "link_caption")
        self._answer("sends_site_only" if document is None else "sends_catalogue")
        self.markers += [site] if document is None else [document, site]

    def _picture(self, act: MeantAct) -> None:
        model = act.about or self.reading.model
        identifier = None if model is None else self._product_id(model)
        if model is not None and identifier is not None:
            self._pictures_of(model, identifier)
        elif model is not None:
            self.needed = Line("question", "asks_for_clues", {"model": model}, asks="product")
        elif self.reading.posters_before or self.reading.trigger is None:
            self.needed = Line("question", "asks_to_describe", asks="appearance")
        else:
            self._answer("answers_product")  # and the posters, which show what there is

    def _pictures_of(self, model: str, identifier: str) -> None:
        items = self.look_up("get_product_media", productId=identifier)["items"]
        images = [item for item in items if item["type"] == "IMAGE"]
        if not images:
            self._answer("no_pictures")
            return
        self._answer("sends_pictures", model=model)
        self.markers += [Marker("IMAGE", item["id"], "picture_caption", {"model": model}) for item in images[:1]]

    def _video(self, act: MeantAct) -> None:
        """The product's own video by its url; the workshop's as the knowledge base marks it."""
        if act.value == FACTORY:
            found = self.look_up("knowledge_search", query="工厂视频")["documents"]
            video = next((match[1] for entry in found if (match := _KBVIDEO.match(entry["content"]))), None)
            self._answer("no_video" if video is None else "sends_factory_video")
            self.markers += [] if video is None else [Marker("KBVIDEO", video, "factory_video_caption")]
            return
        model = act.about or self.reading.model
        identifier = None if model is None else self._product_id(model)
        if model is None or identifier is None:
            self._picture(act)
            return
        items = self.look_up("get_product_media", productId=identifier)["items"]
        urls = [item["url"] for item in items if item["type"] == "VIDEO"]
        self._answer("sends_video" if urls else "no_video", **({"model": model} if urls else {}))
        self.markers += [Marker("VIDEO", url, "video_caption", {"model": model}) for url in urls[:1]]

    def _unknown(self, act: MeantAct) -> None:
        """What no source of the company holds, of a product that there is."""
        identifier = None if act.about is None else self._product_id(act.about)
        if act.about is not None and identifier is None:
            self.needed = Line("question", "asks_for_clues", {"model": act.about}, asks="product")
        elif act.about is not None:
            self.look_up("get_product_detail", productId=identifier)
            self.look_up("knowledge_search", query="认证 盐雾测试")
            self._answer("defers_test", model=act.about)

    def _interface(self, act: MeantAct) -> None:
        if self._open_question():
            return  # it is what he was asked for, and the answer follows
        if self._changes_interface(act):
            self.needed = Line("question", "confirms_interface", {"interface": str(act.value)})
        elif self.reading.model is not None and self.reading.product_id(self.reading.model) is not None:
            self._note("notes_detail")  # a version of the model that he named: no look is open, nothing to search
        else:
            self.look_up("search_products", keyword=str(act.value))
            self._answer("accepts_interface", interface=str(act.value))

    def _changes_interface(self, act: MeantAct) -> bool:
        """Another interface than before, of a product whose look is settled, and nothing asked beside it."""
        earlier = [entry.value for entry in self.reading.earlier_acts if entry.act == Act.STATES_INTERFACE]
        asks = any(str(entry.act).startswith("asks_") for entry in self.reading.acts)
        settled = self.reading.look_settled_before and not self.reading.looks
        return settled and not asks and bool(earlier) and earlier[-1] != act.value

    def _open_question(self) -> tuple[MeantAct, ...]:
        """The parameters asked for in the turn before, where the version was open then and is told now."""
        reading = self.reading
        if len(reading.meanings) < 2 or reading.does(Act.ASKS_PARAMETER) or not reading.does(Act.STATES_INTERFACE):
            return ()
        before = [act for meant in reading.meanings[-2] for act in meant.acts if act.act == Act.ASKS_PARAMETER]
        told = any(act.act == Act.STATES_INTERFACE for act in reading.earlier_acts)
        return () if told or not all(act.about for act in before) else tuple(before)

    def _power(self, act: MeantAct) -> None:
        self.look_up("search_products", keyword=str(act.value))
        self._note("notes_detail")

    def _model(self, act: MeantAct) -> None:
        model = str(act.value)
        identifier = self._product_id(model)
        if identifier is None:
            self.needed = Line("question", "asks_for_clues", {"model": model}, asks="product")
            return
        detail = self.look_up("get_product_detail", productId=identifier)
        self._note("notes_model", model=detail["name"])
        versions = [row["Version"] for row in detail["specifications"]]
        self.single_version = len(versions) == 1
        if len(versions) > 1 and self.reading.value(Act.STATES_INTERFACE) not in versions:
            self._ask_version(detail["name"], versions)

    def _ask_version(self, model: str, versions: list[str]) -> None:
        listed = load_phrases(self.reading.language).joiners.list.join(versions)
        self.needed = Line("question", "asks_version", {"model": model, "versions": listed}, asks="interface")

    def _policy(self, name: str) -> None:
        policy = POLICIES[name]
        facts = facts_in(policy, self.look_up("knowledge_search", query=policy.query))
        if facts is None or policy.answers is None:
            self._answer(policy.defers)
            return
        joiner = load_phrases(self.reading.language).joiners.list
        self._answer(policy.answers, **slots_from(facts, self.reading.language, joiner))
        quantity = self.reading.value(Act.STATES_QUANTITY)
        if name == "moq" and quantity is not None and quantity.isdigit() and int(quantity) < int(facts["moq"]):
            self._answer("welcomes_small_order")

    def _parameters(self) -> None:
        """All parameters asked for at once: of one version, from its own row; a list where there are several."""
        asked = [act for act in dict.fromkeys(self.reading.acts) if act.act == Act.ASKS_PARAMETER]
        asked = asked or list(self._open_question())
        names = [str(act.value) for act in asked if act.value in _COLUMNS]
        compared = [act.about for act in asked if act.value == "general" and act.about]
        if len(compared) == 2:
            self._compare(*compared)
            return
        model = next((act.about for act in asked if act.about), self.reading.model) if asked else None
        if not names or model is None:
            if asked:
                self._answer("answers_product")
            return
        identifier = self._product_id(model)
        if identifier is None:
            self.needed = Line("question", "asks_for_clues", {"model": model}, asks="product")
            return
        detail = self.look_up("get_product_detail", productId=identifier)
        row = self._row(detail, names)
        if row is None:
            self._ask_version(detail["name"], [entry["Version"] for entry in detail["specifications"]])
            return
        self.answers += [self._parameter(name, row, detail["name"], len(names) > 1) for name in names]

    def _compare(self, model: str, other: str) -> None:
        """Two models by their power, each as its own table has it."""
        powers = []
        for name in (model, other):
            identifier = self._product_id(name)
            row = (
                None
                if identifier is None
                else self._row(self.look_up("get_product_detail", productId=identifier), ["power"])
            )
            powers.append(EMPTY_CELL if row is None else row["Power"])
        if EMPTY_CELL in powers:
            self._answer("no_ranking")
        else:
            self._answer("compares", model=model, value=powers[0], other=other, other_value=powers[1])

    def _row(self, detail: Any, names: list[str]) -> Any:
        """The row of the version that he needs; None where that is open and the answer depends on it."""
        rows = detail["specifications"]
        wanted = self.reading.value(Act.STATES_INTERFACE)
        alike = all(len({entry.get(_COLUMNS[name], EMPTY_CELL) for entry in rows}) == 1 for name in names)
        chosen = next((entry for entry in rows if entry["Version"] == wanted), None)
        return rows[0] if chosen is None and alike else chosen

    def _parameter(self, name: str, row: Any, model: str, listed: bool) -> Line:
        words = load_phrases(self.reading.language).wordings("replies", f"parameter_{name}")[0]
        value = row.get(_COLUMNS[name], EMPTY_CELL)
        if value == EMPTY_CELL:
            return Line("list" if listed else "answer", "defers_parameter", {"model": model, "parameter": words})
        slots = {"model": model, "parameter": words, "value": value}
        return Line("list", "lists_parameter", slots) if listed else Line("answer", "gives_parameter", slots)

    def _product_id(self, model: str) -> str | None:
        """The product of exactly that name, looked up for good."""
        found = self.look_up("search_products", keyword=model)["products"]
        return next((str(entry["productId"]) for entry in found if entry["name"].casefold() == model.casefold()), None)


def _in_force(acts: tuple[MeantAct, ...]) -> list[MeantAct]:
    """The turn's acts, each once; of values that one message takes back from another, the last (M-019)."""
    last = {act.act: act for act in acts if act.act in _CORRECTABLE}
    return [act for act in dict.fromkeys(acts) if last.get(act.act, act) == act]


def _document_in(content: str) -> Marker | None:
    """The catalogue's marker in a document: its id and file name as they stand, the caption to be worded."""
    if not content.startswith("[DOCUMENT:"):
        return None
    identifier, file_name, _ = content.removeprefix("[DOCUMENT:").rstrip("]").split("|", 2)
    return Marker("DOCUMENT", identifier, "document_caption", file_name=file_name)
