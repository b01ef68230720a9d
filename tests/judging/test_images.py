"""What a customer's picture is evidence for."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.checks.images import HIT_LABELS, OTHER_LABELS, image_hit, image_settles_look
from evaluator.reading.model import Tri
from evaluator.session import Image

from .records import image


def made(*labels: str, **seen: Any) -> Image:
    """An image of the record."""
    return Image.from_json(image(*labels, **seen))


@pytest.mark.parametrize("label", sorted(HIT_LABELS))
def test_each_label_of_cables_or_a_code_is_a_hit(label: str) -> None:
    assert image_hit(made(label)) is True
    assert image_hit(made(label, "scenery", "other")) is True


@pytest.mark.parametrize("label", sorted(HIT_LABELS))
@pytest.mark.parametrize("status", ["failed", "uncertain"])
def test_nothing_is_hit_by_a_picture_that_was_not_surely_recognised(label: str, status: str) -> None:
    seen = made(label, status=status, description="a USB cable")
    assert (image_hit(seen), image_settles_look(seen)) == (False, False)


@pytest.mark.parametrize("label", sorted(OTHER_LABELS))
def test_other_subjects_are_no_hit(label: str) -> None:
    assert image_hit(made(label)) is False


def test_a_label_that_nobody_knows_may_be_one() -> None:
    assert image_hit(made("hologram")) is None
    assert image_settles_look(made("hologram")) is None


@pytest.mark.parametrize(
    ("description", "hit"),
    [
        ("a braided USB cable on a table", True),
        ("ein QR-Code", True),
        ("微信二维码", True),
        ("no cable in it", None),  # denied, perhaps
        ("a mountain lake", None),
        ("μια φωτογραφία", None),  # a language that is not read
        ("", False),
    ],
)
def test_without_labels_the_description_counts(description: str, hit: Tri) -> None:
    assert image_hit(made(description=description)) is hit


@pytest.mark.parametrize(("label", "hit"), [("other", None), ("document", None), ("scenery", False), ("person", False)])
def test_a_description_against_a_label_decides_nothing_alone(label: str, hit: Tri) -> None:
    assert image_hit(made(label, description="a USB cable")) is hit


def test_an_image_without_a_recognition_is_not_known() -> None:
    seen = Image.from_json({"id": "x"})
    assert (image_hit(seen), image_settles_look(seen)) == (None, None)


@pytest.mark.parametrize(
    ("label", "settles"),
    [
        ("data_cable", True), ("connector", True), ("plug", True), ("model_label", True), ("poster", True),
        ("charger", None), ("packaging", None), ("catalogue", None), ("spec_sheet", None),
        ("qr_code", False), ("scenery", False), ("other", False),
    ],
)  # fmt: skip
def test_what_settles_the_look(label: str, settles: Tri) -> None:
    assert image_settles_look(made(label)) is settles
