import json
import re

from hypothesis import given
from hypothesis import strategies as st

from reports.html.embed import compact, harmless, policy, script_call, source_hash

_ANY = st.text(st.characters())  # half surrogate pairs too
_JSON = st.recursive(
    _ANY | st.integers() | st.booleans() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(_ANY, inner)
)


@given(_JSON)
def test_data_comes_back_as_it_went_in(value: object) -> None:
    assert json.loads(harmless(compact(value))) == value


@given(_JSON)
def test_data_holds_nothing_that_a_page_could_take_for_markup(value: object) -> None:
    text = harmless(compact(value))
    text.encode()
    assert not re.search("[<>&\u2028\u2029\n\r]", text)


@given(_JSON)
def test_a_script_of_one_call_hands_over_the_text(value: object) -> None:
    match = re.fullmatch(r"f\(7,(\".*\")\);\n", script_call("f", 7, compact(value)))
    assert match is not None
    assert json.loads(json.loads(match[1])) == value


def test_the_policy_names_the_script_and_reaches_nothing() -> None:
    text = policy("run()", "a{}")
    assert source_hash("run()") in text
    assert text.startswith("default-src 'none'")
    assert "unsafe" not in text


def test_the_hash_is_the_one_that_browsers_take() -> None:
    assert source_hash("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
