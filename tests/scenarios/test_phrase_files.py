"""The phrase files and what their phrases mean."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from evaluator.errors import InputError, NotFoundError
from evaluator.ontology import CustomerAct
from scenarios.phrases import available_languages, fill, load_phrases, phrase_keys, read_phrases, slots_of
from scenarios.phrases.meaning import MeantAct, meaning_of

FIRST = {"en", "zh-Hans", "zh-Hant", "vi", "vi-ascii", "es", "ar"}


def tiny() -> dict[str, object]:
    """A whole phrase file of nonsense: each key with three wordings and its slots."""
    groups: dict[str, object] = {
        group: {
            key: [f"{key} {at} " + " ".join(f"{{{slot}}}" for slot in slots) for at in range(3)]
            for key, slots in keys.items()
        }
        for group, keys in phrase_keys().items()
    }
    return {"language": "xx", "locale": "en_US", **groups}


def write(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "xx.yaml"
    path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    return path


def test_the_first_languages_are_there_and_every_file_is_whole() -> None:
    assert set(available_languages()) >= FIRST
    for language in available_languages():
        assert load_phrases(language).language == language


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    phrases = read_phrases(write(tmp_path, tiny()))
    assert phrases.joiners.sentence == " "
    assert fill(phrases.wordings("customer", "asks_freight")[0], {"market": "Peru"}).endswith("Peru")


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    content = tiny()
    del content["customer"]["asks_price"]  # type: ignore[attr-defined]
    with pytest.raises(InputError, match=r"customer\.asks_price: expected this key, which is missing"):
        read_phrases(write(tmp_path, content))


@pytest.mark.parametrize(
    ("wordings", "expected"),
    [
        (["a", "b"], "at least 3 wordings"),
        (["a", "b", "b"], "at least 3 wordings"),
        ("a", "a list of texts"),
        (["a", "b", ""], "a list of texts"),
        (["a", "b", "c {model}"], "no slots"),
    ],
)
def test_bad_wordings_are_named_with_line(tmp_path: Path, wordings: object, expected: str) -> None:
    content = tiny()
    content["customer"]["asks_price"] = wordings  # type: ignore[index]
    with pytest.raises(InputError, match=expected) as caught:
        read_phrases(write(tmp_path, content))
    assert caught.value.problems[0].line


def test_a_strange_key_and_a_strange_slot_are_named(tmp_path: Path) -> None:
    content = tiny()
    content["replies"]["sings"] = ["a", "b", "c"]  # type: ignore[index]
    content["customer"]["asks_freight"] = ["a {market}", "b {port}", "c"]  # type: ignore[index]
    with pytest.raises(InputError) as caught:
        read_phrases(write(tmp_path, content))
    assert "replies.sings" in str(caught.value)
    assert "{port}" in str(caught.value)


def test_a_file_that_is_no_phrase_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="language"):
        read_phrases(write(tmp_path, ["x"]))


def test_unknown_names_have_near_ones() -> None:
    with pytest.raises(NotFoundError, match="vi"):
        load_phrases("vie")
    with pytest.raises(NotFoundError, match="asks_price"):
        load_phrases("en").wordings("customer", "ask_price")


def test_a_slot_without_a_value_is_an_error() -> None:
    with pytest.raises(InputError, match=r"\{model\}"):
        fill("the {model}", {"market": "Peru"})
    assert slots_of("{a} and {b} and {a}") == {"a", "b"}


def test_every_customer_phrase_has_a_meaning() -> None:
    without = {"sends_image", "declines_to_say", "does_not_know", "pushes", "repeats"}
    without |= {"flatters", "wants_all_questions", "wants_estimate", "says_local_time"}
    for key, slots in phrase_keys()["customer"].items():
        acts = meaning_of(key, dict.fromkeys(slots, "x"))
        assert bool(acts) == (key not in without), key
        assert all(isinstance(act.act, CustomerAct) for act in acts)


@pytest.mark.parametrize(
    ("key", "slots", "meant"),
    [
        ("states_type_gift", {}, [MeantAct(CustomerAct.STATES_CUSTOMER_TYPE, "gift")]),
        ("states_role_owner", {}, [MeantAct(CustomerAct.STATES_ROLE, "owner")]),
        ("asks_catalogue_again", {}, [MeantAct(CustomerAct.ASKS_CATALOGUE, "full")]),
        ("asks_parameter_length", {"model": "M"}, [MeantAct(CustomerAct.ASKS_PARAMETER, "length", "M")]),
        ("names_model", {"model": "M"}, [MeantAct(CustomerAct.NAMES_MODEL, "M")]),
        ("asks_picture_of", {"model": "M"}, [MeantAct(CustomerAct.ASKS_PICTURE, None, "M")]),
        ("chooses_item", {"item": "A-03"}, [MeantAct(CustomerAct.CHOOSES_STYLE, "A-03")]),
    ],
)
def test_meanings(key: str, slots: dict[str, str], meant: list[MeantAct]) -> None:
    assert list(meaning_of(key, slots)) == meant


def test_a_type_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="wholesale"):
        meaning_of("states_type_retail", {})
