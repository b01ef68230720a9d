"""Words by which a model that plays the buyer gives away that it plays: the test, the plan, its orders, itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from evaluator.ontology import CustomerAct
from evaluator.text import fold
from scenarios.phrases import customer_keys

_WORDS: Final = 7  # so many words in a row from another text are copied
_CHARACTERS: Final = 16  # … or so many characters where no spaces part words
_SENTENCE: Final = 4  # words that a description must have to be told from ordinary talk
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")

_ENGLISH: Final = (
    r"test (?:case|scenario|conversation|message|run)s?|test(?:ing)? (?:the|this|your|you)? ?(?:ai|bot|assistant|agent)"
    r"|evaluat(?:e|ed|es|or|ion|ing)|benchmark\w*|metrics?|scenario|simulat\w+|role[- ]?play\w*|large language model"
    r"|language model|chatgpt|as an ai|(?:i am|i'm|im) (?:just )?an? (?:ai|bot|virtual|language)\b|(?:system )?prompt"
    r"|instructions?|rubric|checklist|verdict|customer phrase|simulated buyer|the buyer (?:says|asks|sends|wants)"
    r"|here (?:is|are) (?:the|my|your) (?:message|reply|answer|wording)s?|my plan is|json"
)
_OTHERS: Final = (
    r"测试(?:用例|场景|对话|消息|你们的(?:机器人|系统|客服))|測試(?:用例|場景|對話|訊息)|评测|評測|评估指标|語言模型|语言模型"
    r"|作为(?:一个|一名)?(?:ai|人工智能)|作為(?:一個)?ai|我是(?:一个)?(?:ai|人工智能|机器人|機器人)|模拟(?:买家|客户|对话)"
    r"|模擬(?:買家|客戶)|角色扮演|提示词|提示詞|剧本|劇本"
    r"|mô hình ngôn ngữ|mo hinh ngon ngu|kịch bản|kich ban|đóng vai|modelo de ling?u\w+|simulación|simulação"
    r"|juego de rol|como (?:una )?ia(?!\w)|modèle de langage|simulation|jeu de rôle|sprachmodell|rollenspiel"
    r"|языков\w+ модел\w+|симуляци\w+|ролев\w+ игр\w+|как ии(?!\w)|نموذج لغوي|محاكاة|ذكاء اصطناعي"
    r"|言語モデル|シミュレーション|ロールプレイ|언어 모델|시뮬레이션|역할극|โมเดลภาษา|จำลองสถานการณ์|भाषा मॉडल"
    r"|model bahasa|simulasi|dil modeli"
)
_GIVEAWAY = re.compile(rf"(?<!\w)(?:{_ENGLISH})(?!\w)|{_OTHERS}", re.IGNORECASE)
# What only this project's own data has: metrics, checks, names with an underscore, slots left unfilled.
_INTERNAL = re.compile(r"\bM-\d{3}\b|\b(?:check|edge)_\d+\b|\{\w*\}|<\w+>|\[(?:your|my|the|insert)\b[^\]]*\]")
_JOINED = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def leaks(text: str, reference: str, of_machines: bool = False) -> Iterator[str]:
    """What in a text shows the plan behind it. What stands in the ``reference`` wording too is the buyer's business.

    ``of_machines``: the buyer asks the assistant about itself, so that words for machines and roles are natural.
    """
    allowed = {fold(match[0]) for match in _GIVEAWAY.finditer(reference)}
    for pattern in (_INTERNAL,) if of_machines else (_GIVEAWAY, _INTERNAL):
        for match in pattern.finditer(text):
            if fold(match[0]) not in allowed and match[0] not in reference:
                yield f"it speaks of what no buyer knows ({match[0]!r})"
    for match in _JOINED.finditer(text):
        if match[0] in _names():
            yield f"it has an inner name ({match[0]!r})"
    for about in _descriptions():
        if about in fold(text) and about not in fold(reference):
            yield "it describes the message instead of saying it"


def copied(text: str, source: str, reference: str) -> bool:
    """Whether a good part of a text is taken word for word from ``source``, and not from the ``reference``."""
    text, source, reference = _bare(text), _bare(source), _bare(reference)
    return any(piece in source and piece not in reference for piece in _pieces(text))


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", fold(text)))


def _pieces(text: str) -> Iterator[str]:
    if _UNSPACED.search(text):
        yield from (text[at : at + _CHARACTERS] for at in range(len(text) - _CHARACTERS + 1))
        return
    words = text.split(" ")
    yield from (" ".join(words[at : at + _WORDS]) for at in range(len(words) - _WORDS + 1))


@cache
def _names() -> frozenset[str]:
    return frozenset({*customer_keys(), *(str(act) for act in CustomerAct)})


@cache
def _descriptions() -> tuple[str, ...]:
    return tuple(fold(about) for about in customer_keys().values() if len(about.split()) >= _SENTENCE)
