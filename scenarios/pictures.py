"""The pictures that scenarios send: what the platform's recogniser says of each kind, and the picture itself as PNG.

A record holds an id and a recognition; the file is made on demand, the same bytes each time.
"""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

PictureKind: TypeAlias = Literal[
    "qr_wechat",
    "qr_url",
    "qr_payment",
    "qr_product",
    "qr_logistics",
    "data_cable",
    "connector",
    "charger",
    "packaging",
    "scenery",
    "unreadable",
    "failed",
    "by_staff",
]
PICTURE_KINDS: Final[tuple[PictureKind, ...]] = get_args(PictureKind)
_SIDE: Final = 96


@dataclass(frozen=True, slots=True)
class Seen:
    """What the recogniser says of a picture (``images[].recognition`` of the record)."""

    status: Literal["ok", "uncertain", "failed"]
    labels: tuple[str, ...]
    description: str


_SEEN: Final[dict[PictureKind, Seen]] = {
    "qr_wechat": Seen("ok", ("qr_code",), "a WeChat contact card with a QR code"),
    "qr_url": Seen("ok", ("qr_code",), "a QR code on a white sheet"),
    "qr_payment": Seen("ok", ("qr_code",), "a payment QR code"),
    "qr_product": Seen("ok", ("qr_code",), "a QR code on a product label"),
    "qr_logistics": Seen("ok", ("qr_code",), "a waybill with a QR code"),
    "data_cable": Seen("ok", ("data_cable",), "a braided charging cable, both ends visible"),
    "connector": Seen("ok", ("connector",), "close-up of a cable's connector"),
    "charger": Seen("ok", ("charger",), "a wall charger"),
    "packaging": Seen("ok", ("packaging",), "a colour box for a cable"),
    "scenery": Seen("ok", ("scenery",), "a beach at sunset"),
    "unreadable": Seen("uncertain", (), "too blurred to tell what it shows"),
    "failed": Seen("failed", (), ""),
    "by_staff": Seen("ok", ("data_cable",), "a charging cable on a table"),
}
_QR_TEXTS: Final[dict[str, str]] = {
    "qr_wechat": "weixin://contacts/profile/demo-buyer",
    "qr_url": "https://shop.example/item/42",
    "qr_payment": "pay://demo/merchant/0001",
    "qr_product": "SN:DEMO-2026-0042",
    "qr_logistics": "WAYBILL:DEMO1234567890",
}


def seen(kind: PictureKind) -> Seen:
    """What the recogniser says of a picture of that kind."""
    return _SEEN[kind]


def sender_of(kind: PictureKind) -> Literal["customer", "staff"]:
    """Who sends it: a colleague for ``by_staff``, else the customer."""
    return "staff" if kind == "by_staff" else "customer"


def picture(kind: PictureKind, variety: int = 0) -> bytes:
    """The picture as PNG: a real QR code for the QR kinds, else a drawing by kind and ``variety``."""
    if kind in _QR_TEXTS:
        return _qr(f"{_QR_TEXTS[kind]}?v={variety}")
    return _drawing(kind, variety)


def _qr(text: str) -> bytes:
    import segno  # only where a picture is wanted

    target = io.BytesIO()
    segno.make(text, error="m", micro=False).save(target, kind="png", scale=4, border=4)
    return target.getvalue()


def _drawing(kind: str, variety: int) -> bytes:
    """Stripes in three colours taken from the kind: distinct, small, and no picture library needed."""
    digest = hashlib.sha256(f"{kind}/{variety}".encode()).digest()
    colours = [digest[start : start + 3] for start in (0, 3, 6)]
    width = 3 + digest[9] % 12
    blurred = kind == "unreadable"
    rows = bytearray()
    for y in range(_SIDE):
        rows.append(0)
        for x in range(_SIDE):
            stripe = colours[(x + y) // width % 3]
            rows += bytes(128 + (part - 128) // 16 for part in stripe) if blurred else stripe
    return _png(_SIDE, _SIDE, bytes(rows))


def _png(width: int, height: int, rows: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
