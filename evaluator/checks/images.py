"""What a recognised image is evidence for (M-101, M-011)."""

from typing import Final

from evaluator.reading.matcher import languages, load_lexicon
from evaluator.reading.model import Tri
from evaluator.session.models import Image
from evaluator.text.language import detect

HIT_LABELS: Final = frozenset(
    {
        "qr_code", "data_cable", "connector", "plug", "charger", "packaging", "catalogue", "poster", "model_label",
        "spec_sheet",
    }
)  # fmt: skip
OTHER_LABELS: Final = frozenset({"scenery", "person", "document", "other"})
_LOOK_LABELS: Final = frozenset({"data_cable", "connector", "plug", "model_label", "poster"})
_HIT_CONCEPTS: Final = frozenset({"product", "interface", "packaging", "catalogue", "style_name"})
_QR_WORDS: Final = ("qr", "二维码", "二維碼", "qrコード", "큐알", "รหัสคิวอาร์", "رمز الاستجابة", "क्यूआर")


def image_hit(image: Image) -> Tri:
    """Whether a customer's image converts at once: a QR code, or anything of cables, surely recognised."""
    recognition = image.recognition
    if recognition is None:
        return None
    if recognition.status in ("failed", "uncertain"):
        return False
    labels = frozenset(recognition.labels or ())
    if labels & HIT_LABELS:
        return True
    if labels - OTHER_LABELS:
        return None
    if labels - {"other", "document"}:
        return False
    described = _described(recognition.description or "")
    return described if not labels or described is not True else None


def image_settles_look(image: Image) -> Tri:
    """Whether a customer's image shows a product clearly enough to settle the look (M-011)."""
    recognition = image.recognition
    if recognition is None or recognition.status in ("failed", "uncertain"):
        return False if recognition is not None else None
    labels = frozenset(recognition.labels or ())
    if labels & _LOOK_LABELS:
        return True
    if labels & {"charger", "packaging", "catalogue", "spec_sheet"} or labels - HIT_LABELS - OTHER_LABELS:
        return None
    if labels:
        return False
    return None if _described(recognition.description or "") else False


def _described(description: str) -> Tri:
    if not description.strip():
        return False
    lowered = description.casefold()
    if any(word in lowered for word in _QR_WORDS):
        return True
    code = detect(description).code
    lexicon = load_lexicon(code) if code in languages() else None
    if lexicon is None:
        return None
    concepts = {hit.concept for hit in lexicon.find(lexicon.prepare(description))}
    if concepts & _HIT_CONCEPTS:
        return True if "negation" not in concepts else None
    return None
