"""Reading records: every fault has its place and words, and the other records still come."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluator.errors import InputError
from evaluator.session import Loaded, Record, Refused, read_sessions
from evaluator.session.parse import BadJsonError, line_of, parse


def line(session_id: str = "s", **more: Any) -> str:
    return json.dumps({"schema": "sim.session/1", "session_id": session_id, "turns": [], **more}, ensure_ascii=False)


def read(path: Path) -> list[Loaded]:
    return list(read_sessions([path]))


def ids(loaded: list[Loaded]) -> list[str]:
    return [item.session.session_id if isinstance(item, Record) else "refused" for item in loaded]


def messages(item: Loaded) -> str:
    assert isinstance(item, Refused)
    assert item.problems
    return "\n".join(str(problem) for problem in item.problems)


def written(tmp_path: Path, name: str, content: str | bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_json_jsonl_and_folders_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".hidden").mkdir()
    written(tmp_path, "c.json", line("3"))
    written(tmp_path, "b/a.jsonl", f"{line('1')}\n\n{line('2')}")
    written(tmp_path, "notes.txt", "no record")
    written(tmp_path, ".hidden/x.json", "nor this")
    assert ids(read(tmp_path)) == ["1", "2", "3"]


def test_json_array(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", f'[{line("1")},\n{line("2")},\n{{"schema": "sim.session/1", "turns": []}}]')
    loaded = read(path)
    assert ids(loaded) == ["1", "2", "refused"]
    assert str(loaded[1].where) == f"{path}[1]"
    assert f"{path}:3: [2].session_id: expected a text" in messages(loaded[2])


def test_problem_names_file_line_path_expected_and_found(tmp_path: Path) -> None:
    content = (
        '{"schema": "sim.session/1", "session_id": "s",\n "turns": [{"inbound": []},\n'
        ' {"inbound": [{"sender": "bot", "text": "hi"},\n {"sender": "staff"}]}]}'
    )
    path = written(tmp_path, "a.json", content)
    (refused,) = read(path)
    assert messages(refused).splitlines() == [
        f'{path}:3: turns[1].inbound[0].sender: expected "customer" or "staff", found "bot"',
        f"{path}:4: turns[1].inbound[1].text: expected a text, found nothing (the key is missing)",
    ]


def test_jsonl_gives_the_line(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", f"{line('1')}\n[1]\n{line('2')}\n{line('3', turns=[{}])}\n")
    loaded = read(path)
    assert ids(loaded) == ["1", "refused", "2", "refused"]
    assert f"{path}:2: expected a JSON object, found a list" in messages(loaded[1])
    assert f"{path}:4: turns[0].inbound" in messages(loaded[3])


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"schema": "sim.session/1", "session_id": "x"', "complete JSON"),
        ('{"a": NaN}', "a JSON number, found NaN"),
        ('{"a": -Infinity}', "a JSON number"),
        ('{"a": 1e999}', "a JSON number, found 1e999"),
        ('{"a": ' + "9" * 6000 + "}", "6000 digits"),
        ("[" * 100_000, "levels of nesting"),
        ('{"a":' * 150 + "1" + "}" * 150, "levels of nesting"),
        ("{'a': 1}", "valid JSON"),
        ("{} {}", "one JSON value"),
        ('"text"', "a JSON object"),
        ("null", "a JSON object"),
        ('{"schema": "sim.session/2", "session_id": "x", "turns": []}', '"sim.session/1", found "sim.session/2"'),
        ('{"session_id": "x", "turns": []}', "schema: expected"),
        ('{"a": "\t"}', "valid JSON"),
        ("\ufffe", "JSON"),
    ],
)
def test_refused_in_words_and_the_next_still_comes(tmp_path: Path, content: str, expected: str) -> None:
    alone = read(written(tmp_path, "a.json", content))
    assert len(alone) == 1
    assert expected in messages(alone[0])
    among = read(written(tmp_path, "a.jsonl", f"{line('1')}\n{content}\n{line('2')}\n"))
    assert ids(among) == ["1", "refused", "2"]
    assert expected in messages(among[1])
    assert ":2: " in messages(among[1])


def test_bad_utf8(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", line("1").encode() + b"\n{\xff}\n" + line("2").encode())
    loaded = read(path)
    assert ids(loaded) == ["1", "refused", "2"]
    assert "UTF-8 text, found byte 0xff at position 1" in messages(loaded[1])
    (whole,) = read(written(tmp_path, "b.json", b'{"a":\n"\xed\xa0\xbd"}'))
    assert "b.json:2: expected UTF-8 text" in messages(whole)


def test_byte_order_marks(tmp_path: Path) -> None:
    assert ids(read(written(tmp_path, "a.json", b"\xef\xbb\xbf" + line("1").encode()))) == ["1"]
    assert ids(read(written(tmp_path, "a.jsonl", b"\xef\xbb\xbf" + line("1").encode()))) == ["1"]
    (refused,) = read(written(tmp_path, "b.json", line("1").encode("utf-16")))
    assert "UTF-16" in messages(refused)


def test_line_ends_of_windows_and_odd_separators_inside_texts(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", f"{line('1')}\r\n{line('2', note=chr(0x2028))}\r\n")
    assert ids(read(path)) == ["1", "2"]


def test_lone_surrogates_are_made_safe(tmp_path: Path) -> None:
    (record,) = read(written(tmp_path, "a.json", line("s")[:-1] + r', "x": "a\ud83d", "\udc00": "\ud83d\ude00"}'))
    assert isinstance(record, Record)
    assert record.session.to_json_dict()["x"] == "a\ufffd"
    assert record.session.to_json_dict()["\ufffd"] == "😀"
    assert record.session.to_json_line().encode()


def test_duplicate_ids_name_both_places(tmp_path: Path) -> None:
    first = written(tmp_path, "a.jsonl", f"{line('1')}\n{line('1')}")
    second = written(tmp_path, "b.json", line("1"))
    loaded = list(read_sessions([first, second]))
    assert ids(loaded) == ["1", "refused", "refused"]
    assert f"{first}:2: session_id: expected an id of its own, found '1', which {first}:1 has too" in messages(
        loaded[1]
    )
    assert f"{second}: session_id" in messages(loaded[2])


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", line("1"))
    assert ids(list(read_sessions([path, tmp_path, str(path)]))) == ["1"]


def test_an_id_of_a_refused_record_is_free(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", f"{line('1', turns=3)}\n{line('1')}")
    assert ids(read(path)) == ["refused", "1"]


def test_nothing_to_read_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    other = written(tmp_path, "a.csv", "x")
    with pytest.raises(InputError) as caught:
        read_sessions([tmp_path / "empty", tmp_path / "missing.json", other])
    text = str(caught.value)
    assert "empty: expected a folder with .json or .jsonl files, found none in it" in text
    assert "missing.json: expected a file or folder, found that it does not exist" in text
    assert "a file that ends in .csv" in text
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.json", "", "empty"),
        ("a.jsonl", "\n \n", "record"),
        ("b.json", "[]", "empty array"),
        ("b.jsonl", "{\n}", ".json"),
    ],
)
def test_files_without_a_record(tmp_path: Path, name: str, content: str, expected: str) -> None:
    (refused,) = read(written(tmp_path, name, content))
    assert expected in messages(refused)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", line("1"))
    loaded = read_sessions([path, written(tmp_path, "b.json", line("2"))])
    path.unlink()
    assert ids(list(loaded)) == ["refused", "2"]


@pytest.mark.parametrize(
    "content",
    [
        f"{line('1')}\n{line('2')}\n",
        f"\n\n{line('1')}\n\n{line('2')}",
        f"[{line('1')},\n{line('2')}]",
        f"\ufeff{line('1')}\n{line('2')}",
    ],
)
def test_standard_input_of_either_kind(content: str) -> None:
    assert ids(list(read_sessions(["-"], io.BytesIO(content.encode())))) == ["1", "2"]
    assert ids(list(read_sessions(["-"], io.StringIO(content)))) == ["1", "2"]


def test_standard_input_pretty_printed_or_broken() -> None:
    pretty = json.dumps(json.loads(line("1", note={"a": {"b": 1}})), indent=1)
    assert ids(list(read_sessions(["-"], io.StringIO(pretty)))) == ["1"]
    broken_first = io.StringIO(f"{{broken\n{line('2')}\n")
    assert ids(list(read_sessions(["-"], broken_first))) == ["refused", "2"]
    (nothing,) = read_sessions(["-"], io.StringIO(""))
    assert str(nothing.where) == "<stdin>"


def test_jsonl_is_read_one_record_at_a_time() -> None:
    taken: list[int] = []

    class Endless(io.BytesIO):
        def __iter__(self) -> Any:
            for number in range(1_000_000):
                taken.append(number)
                yield f"{line(str(number))}\n".encode()

    loaded = read_sessions(["-"], Endless())
    next(loaded)
    next(loaded)
    assert len(taken) < 5


def test_ten_thousand_turns_and_none(tmp_path: Path) -> None:
    turn = {"inbound": [{"sender": "customer", "text": "hi"}], "inquiry": {"replyText": "hello"}}
    path = written(tmp_path, "a.jsonl", f"{line('big', turns=[turn] * 10_000)}\n{line('none')}")
    big, none = read(path)
    assert isinstance(big, Record)
    assert isinstance(none, Record)
    assert (len(big.session.turns), len(none.session.turns)) == (10_000, 0)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_never_raises_whatever_a_file_holds(tmp_path: Path, content: bytes) -> None:
    for name in ("a.json", "a.jsonl"):
        for item in read(written(tmp_path, name, content)):
            assert messages(item)
    list(read_sessions(["-"], io.BytesIO(content)))


def test_lines_of_values() -> None:
    text = '{"a": [1,\n {"b\\"": "x",\n "c": {}}],\n "d":\n null}'
    assert line_of(text, ("a", 1, "c")) == 3
    assert line_of(text, ("a", 1, 'b"')) == 2
    assert line_of(text, ("d",)) == 5
    assert line_of(text, ("a", 7, "x")) == 1
    assert line_of(text, ()) == 1


def test_line_of_a_bad_number() -> None:
    with pytest.raises(BadJsonError) as caught:
        parse('{"NaN": "NaN",\n "b":\n NaN}')
    assert caught.value.line == 3
