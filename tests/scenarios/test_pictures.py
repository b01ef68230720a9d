"""The pictures: real PNG files, and QR codes that can be read."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image

from scenarios.pictures import PICTURE_KINDS, PictureKind, picture, seen, sender_of


@pytest.mark.parametrize("kind", PICTURE_KINDS)
def test_each_picture_is_a_png_and_the_same_each_time(kind: PictureKind) -> None:
    data = picture(kind)
    assert data == picture(kind)
    assert data != picture(kind, variety=1)
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        assert image.format == "PNG"
        codes = zxingcpp.read_barcodes(image.convert("L"))
    assert bool(codes) == kind.startswith("qr_")


def test_what_is_recognised() -> None:
    assert all("qr_code" in seen(kind).labels for kind in PICTURE_KINDS if kind.startswith("qr_"))
    assert seen("failed").status == "failed"
    assert seen("unreadable").status == "uncertain"
    assert [kind for kind in PICTURE_KINDS if sender_of(kind) == "staff"] == ["by_staff"]
