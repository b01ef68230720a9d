"""Models, standards, trade terms, poster items and connectors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import (
    find_incoterms,
    find_interfaces,
    find_models,
    find_poster_items,
    find_standards,
)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("BYJ-A7", ["BYJ-A7"]),
        ("byj a7 or byj-l31", ["BYJ-A7", "BYJ-L31"]),
        ("BYJ-A7多长,BYJ-S66呢", ["BYJ-A7", "BYJ-S66"]),
        ("BYJ-A7요", ["BYJ-A7"]),
        ("L31.", ["L31"]),
        ("price l31?", ["L31"]),
        ("item A-03", ["A-03"]),
        ("XJ-200-C and SKU-20394", ["XJ-200-C", "SKU-20394"]),
        ("G8 und X30", ["G8", "X30"]),
    ],
)
def test_models(text: str, codes: list[str]) -> None:
    names = find_models(text)
    assert [name.code for name in names] == codes
    assert all(text[name.start : name.end] == name.raw for name in names)


@pytest.mark.parametrize(
    "text",
    [
        "20W", "1.2m", "100pcs", "PD3.0", "PD 100W", "PD100W", "QC4", "USB-C", "USB2.0", "USB4", "Type-C", "C2L", "C2C",
        "iPhone 15", "iPhone15", "H5", "ISO9001", "IP67", "4K", "5G", "B2B", "A4", "MP3", "WiFi6", "AWG28", "C100W",
        "top10", "No5", "x100", "m2", "t12", "Samsung S24", "v2", "Q3", "tanya2", "covid19",
        "[IMAGE:en-a1|x]", "https://a.example.com/A7", "",
    ],
)  # fmt: skip
def test_no_models(text: str) -> None:
    assert find_models(text) == ()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("CE, FCC & RoHS?", ["CE", "FCC", "RoHS"]),
        ("有CE认证吗", ["CE"]),
        ("ce/rohs", ["CE", "RoHS"]),
        ("do you have ce certificate", ["CE"]),
        ("mfi certified", ["MFi"]),
        ("iso9001 / ISO 14001:2015", ["ISO 9001", "ISO 14001"]),
        ("KC 인증, PSE", ["KC", "PSE"]),
        ("3C认证", ["CCC"]),
        ("UN38.3", ["UN38.3"]),
        ("ce que vous faites", []),
        ("reach me, he is ul", []),
        ("nice place", []),
    ],
)
def test_standards(text: str, codes: list[str]) -> None:
    assert [name.code for name in find_standards(text)] == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("FOB Shenzhen or cif", ["FOB", "CIF"]),
        ("EXW价", ["EXW"]),
        ("ex works, C&F", ["EXW", "CFR"]),
        ("DDP/DDU/DAP", ["DDP", "DDU", "DAP"]),
        ("fobia", []),
    ],
)
def test_incoterms(text: str, codes: list[str]) -> None:
    assert [name.code for name in find_incoterms(text)] == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("A-03 and B06", ["A-03", "B-06"]),
        ("款A3", ["A-03"]),
        ("a-3要", ["A-03"]),
        ("mẫu B 12", ["B-12"]),
        ("A4", []),
        ("BYJ-A07", []),
        ("A100", []),
        ("a 12", []),
    ],
)
def test_poster_items(text: str, codes: list[str]) -> None:
    assert [name.code for name in find_poster_items(text)] == codes


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Type-C to Lightning", "c-lightning"),
        ("lightning to type c", "c-lightning"),
        ("C to L", "c-lightning"),
        ("c2l", "c-lightning"),
        ("USB-C–Lightning", "c-lightning"),
        ("type c转lightning", "c-lightning"),
        ("C转苹果", "c-lightning"),
        ("C-C", "c-c"),
        ("C-to-C", "c-c"),
        ("双C", "c-c"),
        ("cáp 2 đầu C", "c-c"),
        ("C ra C", "c-c"),
        ("C vers C", "c-c"),
        ("C auf C", "c-c"),
        ("C на C", "c-c"),
        ("C ke Lightning", "c-lightning"),
        ("C to C요", "c-c"),
        ("usb a to c", "a-c"),
        ("usb to type-c", "a-c"),
        ("A to Micro", "a-micro"),
        ("USB-A to Lightning", "a-lightning"),
        ("usb-c/a", "a-c"),
        ("C口", "c"),
        ("usb-c", "c"),
        ("USB-A", "a"),
        ("Lightning", "lightning"),
        ("苹果头", "lightning"),
        ("for iphone", "lightning"),
        ("micro usb", "micro"),
        ("айфон", "lightning"),
        ("タイプC", "c"),
        ("라이트닝", "lightning"),
        ("टाइप सी", "c"),
        ("تايب سي", "c"),
    ],
)
def test_interfaces(text: str, ends: str) -> None:
    (interface,) = find_interfaces(text)
    assert "-".join(interface.ends) == ends
    assert interface.is_pair == ("-" in ends)


@pytest.mark.parametrize(
    "text",
    ["A/C", "L/C at sight", "a to z", "vitamin c", "c", "usb cable", "USB 2.0", "iphone 15", "lighting", "class A", ""],
)
def test_no_interfaces(text: str) -> None:
    assert find_interfaces(text) == ()


pieces = st.sampled_from(
    ["BYJ", "-", "A", "7", "C", " to ", "USB", "type", "c", "线", " ", ".", "ISO", "CE", "W", "/", "L"]
)


@given(st.lists(pieces, max_size=15).map("".join))
def test_spans_are_true(text: str) -> None:
    for finder in (find_models, find_standards, find_incoterms, find_poster_items, find_interfaces):
        for found in finder(text):
            assert text[found.start : found.end] == found.raw
