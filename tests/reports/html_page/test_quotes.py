import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.html.quotes import locate


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("We ship on Monday. Fine?", "Monday", "Monday"),
        ("Price: ２.５０ USD", "2.50 USD", "２.５０ USD"),
        ("one\n two\tthree", "one two three", "one\n two\tthree"),
        ("cafe\u0301 noir", "café", "cafe\u0301"),
        ("价格是５元。", "5元", "５元"),
        ("xﬁx", "fi", "ﬁ"),
    ],
)
def test_a_quote_is_found_where_it_stands(text: str, quote: str, found: str) -> None:
    place = locate(text, quote)
    assert place is not None
    assert text[slice(*place)] == found


@pytest.mark.parametrize("quote", ["", "  ", "price", "MONDAY"])
def test_what_does_not_stand_there_is_not_found(quote: str) -> None:
    assert locate("We ship on Monday.", quote) is None


def test_json_is_found_whatever_its_indentation() -> None:
    value = {"documents": [{"title": "MOQ", "content": "500 pieces"}]}
    assert locate(json.dumps(value, indent=2), json.dumps(value)) is not None


@given(st.text(), st.data())
def test_every_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    place = locate(text, quote)
    assert (place is not None and text[slice(*place)] == quote) or not quote.strip()
