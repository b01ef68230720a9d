"""Web addresses, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.text import find_links, find_mails
from tests.text.growth import growth

_TOO_STEEP = 3.0  # a square law would give 4 and more


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("see https://a.example.com/b?c=1#d.", ["https://a.example.com/b?c=1#d"]),
        ("(https://en.example.org/wiki/USB_(hw))", ["https://en.example.org/wiki/USB_(hw)"]),
        ("请看https://foo.com/bar谢谢", ["https://foo.com/bar"]),
        ("官网www.foo.com，欢迎", ["www.foo.com"]),
        ("www.foo.com。", ["www.foo.com"]),
        ("ดูที่www.foo.comนะ", ["www.foo.com"]),
        ("foo.com에서 봤어요", ["foo.com"]),
        ("beiyijia.top", ["beiyijia.top"]),
        ("foo.com/bar, or bar.com.vn!", ["foo.com/bar", "bar.com.vn"]),
        ("amazon.ae and noon.com", ["amazon.ae", "noon.com"]),
        ("在1688.com看到", ["1688.com"]),
        ("http://1.2.3.4:8080/x.", ["http://1.2.3.4:8080/x"]),
        ("http://localhost:3000", ["http://localhost:3000"]),
        ("HTTPS://FOO.COM/A", ["HTTPS://FOO.COM/A"]),
        ("https://müller.de/ä", ["https://müller.de/ä"]),
        ("https://例子.公司/x", ["https://例子.公司/x"]),
        ("сайт пример.рф.", ["пример.рф"]),
        ("https://foo.com،", ["https://foo.com"]),
        ("https://foo.com।", ["https://foo.com"]),
        ("mein shop firma.de.", ["firma.de"]),
        ("t.me/abc", ["t.me/abc"]),
        ("shop-a.in", ["shop-a.in"]),
        ("ftp://files.example.com/a", ["ftp://files.example.com/a"]),
        ("**https://foo.com**", ["https://foo.com"]),
    ],
)
def test_found(text: str, urls: list[str]) -> None:
    links = find_links(text)
    assert [link.url for link in links] == urls
    assert all(text[link.start : link.end] == link.url for link in links)
    assert all(link.bare for link in links)


@pytest.mark.parametrize(
    "text",
    [
        "3.5mm", "e.g. this", "i.e.", "catalogue.pdf", "photo.JPG", "v1.2.3", "Node.js", "README.md", "john@foo.com",
        "10.00 USD",
        "ok.no problem", "gracias.de nada", "fine.in stock", "price.The next", "U.S.A.", "Co.,Ltd.", "a.m.",
        "USB3.2", "1.5m.to",
        "...", "1.2", "merci.ca va", "shop oi.co hang ko", "2.5A", "https://", "www.", "", "Nr.5", "x.y",
    ],
)  # fmt: skip
def test_none(text: str) -> None:
    assert find_links(text) == ()


def test_in_markers() -> None:
    inside, outside = find_links("[LINK:https://www.foo.com/|site] www.foo.com")
    assert inside.in_marker
    assert not inside.bare
    assert outside.bare
    assert (inside.host, inside.scheme) == ("www.foo.com", "https")
    assert outside.scheme == ""


def test_mails() -> None:
    assert find_mails("write to tom.j@foo.com.") == ("tom.j@foo.com",)
    assert find_mails("@foo") == ()


pieces = st.sampled_from(
    ["http://", "www.", "foo", ".com", ".", "/", "@", "例", "а", " ", "-", ":", "?", ")", "(", "[LINK:", "|", "]"]
)


@given(st.lists(pieces, max_size=20).map("".join))
def test_spans_are_true_and_apart(text: str) -> None:
    end = 0
    for link in find_links(text):
        assert text[link.start : link.end] == link.url
        assert link.url
        assert link.host
        assert link.start >= end
        end = link.end


@pytest.mark.parametrize("piece", ["a.", "a-", "www.", "a@", "http://", ".", "x", "例.", "a.b@"])
def test_hostile_texts_cost_grows_with_their_length_only(piece: str) -> None:
    assert growth(find_links, piece, 2500) < _TOO_STEEP
