"""Where the endpoints come from, which source outweighs which, and what bad ones are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.client import Endpoint, load_endpoints
from evaluator.errors import InputError, NotFoundError, UsageError

FILE = """
[defaults]
base_url = "https://api.example.com/v1"
key_variable = "EXAMPLE_KEY"
model = "large"
price_in = 0.5
price_out = 2
currency = "USD"
timeout = 60

[defaults.extra]
top_p = 0.9

[roles.judge]
model = "huge"
price_in = 1.0
price_out = 4.0
structured = "json"

[roles.buyer]
base_url = "http://localhost:8080/v1/"
model = "tiny"
concurrency = 2
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory without a ``sim.toml``."""
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))


def written(folder: Path, text: str = FILE) -> Path:
    """A config file."""
    path = folder / "sim.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_usual_variables_are_enough() -> None:
    assert load_endpoints(None, {"OPENAI_API_KEY": "k"}, {"judge": "gpt-x"})["judge"] == Endpoint(
        "https://api.openai.com/v1", "gpt-x", key_variable="OPENAI_API_KEY"
    )
    moved = load_endpoints(None, {"OPENAI_BASE_URL": "https://gateway.example.com/v1/"}, {"judge": "gpt-x"})["judge"]
    assert (moved.base_url, moved.key_variable) == ("https://gateway.example.com/v1", "OPENAI_API_KEY")


def test_a_file_with_defaults_and_roles(tmp_path: Path) -> None:
    found = load_endpoints(written(tmp_path), {}, {"judge": None, "inquiry": None, "buyer": None})
    assert found["inquiry"] == Endpoint(
        "https://api.example.com/v1", "large", "EXAMPLE_KEY", 0.5, 2.0, "USD", 60.0, extra={"top_p": 0.9}
    )
    assert (found["judge"].model, found["judge"].price_out, found["judge"].structured) == ("huge", 4.0, "json")
    # Another address: neither the key nor the price of the first is its own.
    assert found["buyer"] == Endpoint(
        "http://localhost:8080/v1", "tiny", "", None, None, "USD", 60.0, 2, extra={"top_p": 0.9}
    )


def test_the_file_of_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"no model for the role judge.*SIM_JUDGE_MODEL"):
        load_endpoints(None, {}, {"judge": None})
    written(tmp_path)
    assert load_endpoints(None, {}, {"judge": None})["judge"].model == "huge"


def test_the_environment_outweighs_the_file_and_the_command_line_both(tmp_path: Path) -> None:
    environment = {
        "SIM_JUDGE_MODEL": "other",
        "SIM_JUDGE_TIMEOUT": "5",
        "SIM_JUDGE_CONCURRENCY": "4",
        "SIM_JUDGE_PRICE_IN": "",
    }
    judge = load_endpoints(written(tmp_path), environment, {"judge": None})["judge"]
    assert (judge.model, judge.timeout, judge.concurrency) == ("other", 5.0, 4)
    assert judge.price_in is None  # the file's price is of another model
    assert load_endpoints(written(tmp_path), environment, {"judge": "third"})["judge"].model == "third"


def test_no_key_goes_to_another_address(tmp_path: Path) -> None:
    environment = {"SIM_JUDGE_BASE_URL": "https://other.example.com/v1", "OPENAI_API_KEY": "k"}
    with pytest.raises(UsageError, match=r"no key for the role judge at https://other\.example\.com/v1.*SIM_JUDGE_KEY"):
        load_endpoints(written(tmp_path), environment, {"judge": None})
    named = {**environment, "SIM_JUDGE_KEY_VARIABLE": "OTHER_KEY"}
    assert load_endpoints(written(tmp_path), named, {"judge": None})["judge"].key_variable == "OTHER_KEY"
    none = {**environment, "SIM_JUDGE_KEY_VARIABLE": ""}
    assert load_endpoints(written(tmp_path), none, {"judge": None})["judge"].key_variable == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[defaults]\nmodle = 'x'", r"sim\.toml: defaults\.modle: not known; did you mean model\?"),
        ("[roles.jugde]\nmodel = 'x'", r"sim\.toml: roles\.jugde: not known; did you mean judge\?"),
        ("[role.judge]\nmodel = 'x'", r"sim\.toml: role: not known; did you mean roles\?"),
        ("[defaults]\ntimeout = 'long'", r"sim\.toml: defaults\.timeout: expected seconds, more than 0, found 'long'"),
        ("[defaults]\ntimeout = true", r"defaults\.timeout: expected seconds"),
        ("[roles.judge]\nconcurrency = 1.5", r"roles\.judge\.concurrency: expected a whole number"),
        ("[roles.judge]\nconcurrency = 0", r"roles\.judge\.concurrency: expected a whole number, 1 or more, found 0"),
        ("[roles.judge]\nstructured = 'yaml'", "expected one of auto, schema, json, plain, found 'yaml'"),
        ("[roles.judge]\nprice_in = -1", r"roles\.judge\.price_in: expected a price per million tokens"),
        ("[roles.judge]\nmodel = ''", r"roles\.judge\.model: expected the model's name"),
        ("[roles.judge]\nbase_url = 'api.example.com'", r"roles\.judge\.base_url: expected an address such as https"),
        ("[roles.judge]\nbase_url = 'http://h:99999/'", r"roles\.judge\.base_url: expected an address"),
        ("[roles.judge.extra]\nstream = true", r"roles\.judge\.extra: expected a table of options.*stream"),
        ("[roles]\njudge = 'x'", r"sim\.toml: roles\.judge: expected a table, \[roles\.judge\]"),
        ("defaults = 1", r"sim\.toml: defaults: expected a table"),
        ("roles = []", r"sim\.toml: roles: expected a table"),
        ("[defaults\n", r"sim\.toml is not valid TOML: .*line 1"),
    ],
)
def test_bad_files_are_named_with_their_field(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        load_endpoints(written(tmp_path, text), {}, {"judge": "m"})


SECRET = "sk-9f8e7d6c5b4a39281706"


@pytest.mark.parametrize(
    "text",
    [
        f"[defaults]\napi_key = '{SECRET}'",
        f"[defaults]\nkey = '{SECRET}'",
        "[roles.judge]\ntoken = 'abc'",
        f"[defaults]\nkey_variable = '{SECRET}'",
        f"[defaults.extra]\nuser = '{SECRET}'",
        f"[defaults.extra.headers]\nAuthorization = 'Bearer {SECRET}'",
        f"[defaults]\nbase_url = 'https://user:{SECRET}@api.example.com/v1'",
        f"[defaults]\nbase_url = 'https://api.example.com/v1?key={SECRET}'",
        f"api_key = '{SECRET}'",
    ],
)
def test_a_key_in_the_file_is_refused_and_not_shown(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load_endpoints(written(tmp_path, text), {}, {"judge": "m"})
    assert "key" in str(caught.value)
    assert SECRET not in str(caught.value)
    assert "'abc'" not in str(caught.value)


def test_bad_variables() -> None:
    with pytest.raises(InputError, match="SIM_JUDGE_MODLE is not known; did you mean SIM_JUDGE_MODEL"):
        load_endpoints(None, {"SIM_JUDGE_MODLE": "x"}, {"judge": "m"})
    with pytest.raises(InputError, match="SIM_JUDGE_TIMEOUT: expected seconds, more than 0, found 'long'"):
        load_endpoints(None, {"SIM_JUDGE_TIMEOUT": "long"}, {"judge": "m"})
    with pytest.raises(InputError) as caught:
        load_endpoints(None, {"SIM_JUDGE_KEY_VARIABLE": SECRET}, {"judge": "m"})
    assert "SIM_JUDGE_KEY_VARIABLE" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no file"):
        load_endpoints(tmp_path / "none.toml", {}, {"judge": "m"})
    with pytest.raises(InputError, match="cannot be read"):
        load_endpoints(tmp_path, {}, {"judge": "m"})
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        load_endpoints(tmp_path / "bytes.toml", {}, {"judge": "m"})


def test_endpoints_of_this_machine_need_no_key() -> None:
    for url in ("http://localhost:1/v1", "http://127.0.0.1:1/v1", "http://127.1.2.3:1/v1", "http://[::1]:1/v1"):
        assert load_endpoints(None, {"SIM_JUDGE_BASE_URL": url}, {"judge": "m"})["judge"].key_variable == ""
    for url in ("http://10.0.0.1:1/v1", "http://localhost.example.com/v1", "http://0127.0.0.1.example/v1"):
        with pytest.raises(UsageError, match="no key for the role"):
            load_endpoints(None, {"SIM_JUDGE_BASE_URL": url}, {"judge": "m"})
