"""Which model plays which role, and where: the command line, the environment, ``sim.toml``, the usual variables."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from evaluator.client.endpoint import FIELDS, Endpoint, Structured, is_loopback, looks_like_key
from evaluator.client.ports import ROLES, Role
from evaluator.errors import InputError, NotFoundError, Problem, UsageError

__all__ = ["Endpoint", "Structured", "load_endpoints"]

_FILE: Final = "sim.toml"
_DEFAULT_URL: Final = "https://api.openai.com/v1"
_DEFAULT_KEY: Final = "OPENAI_API_KEY"
_KEY_WORDS: Final = frozenset({"key", "apikey", "token", "secret", "password", "authorization", "bearer", "credential"})

_OPTIONS: Final[Mapping[Role, str]] = {
    "inquiry": "--model",
    "opportunity": "--model or --opportunity-model",
    "buyer": "--buyer-model",
    "reader": "--judge-model",
    "judge": "--judge-model",
}

_Layer = dict[str, Any]


def load_endpoints(
    config: Path | None, environment: Mapping[str, str], models: Mapping[Role, str | None]
) -> dict[Role, Endpoint]:
    """The endpoint of each role in ``models``, whose values are the models that the command line names (or ``None``).

    ``config`` names the file; without it ``sim.toml`` of the working directory is read, where there is one. Raises
    :class:`InputError` for a bad file or variable and :class:`UsageError` for a role without a model or a key.
    """
    path = config if config is not None else Path(_FILE)
    defaults, roles = _read(path) if config is not None or path.exists() else ({}, {})
    usual: _Layer = {"base_url": _DEFAULT_URL, "key_variable": _DEFAULT_KEY}
    if environment.get("OPENAI_BASE_URL", "").strip():
        usual["base_url"] = _value("OPENAI_BASE_URL", "", "base_url", environment["OPENAI_BASE_URL"])
    found: dict[Role, Endpoint] = {}
    for role, model in models.items():
        named: _Layer = {} if model is None else {"model": model}
        layers = (usual, defaults, roles.get(role, {}), _of_environment(role, environment), named)
        found[role] = _endpoint(role, layers)
    return found


def _endpoint(role: Role, layers: Iterable[_Layer]) -> Endpoint:
    """The layers laid over one another, the last on top.

    A key belongs to an address and a price to a model: a layer that names another address or model takes away what the
    layers below it said of the old one, so that no key is ever sent to a server that it was not meant for.
    """
    merged: _Layer = {}
    for layer in layers:
        moved = "base_url" in layer and layer["base_url"] != merged.get("base_url")
        renamed = "model" in layer and layer["model"] != merged.get("model")
        if moved:
            merged.pop("key_variable", None)
        if moved or renamed:
            for price in ("price_in", "price_out"):
                merged.pop(price, None)
        merged |= layer
    if "model" not in merged:
        raise UsageError(
            f"no model for the role {role}: name it with {_OPTIONS[role]}, in SIM_{role.upper()}_MODEL, "
            f"or as model under [roles.{role}] or [defaults] in {_FILE}"
        )
    if "key_variable" not in merged and not is_loopback(merged["base_url"]):
        raise UsageError(
            f"no key for the role {role} at {merged['base_url']}: give key_variable, the name of the environment "
            f"variable that holds the key, beside base_url (in {_FILE} or SIM_{role.upper()}_KEY_VARIABLE; "
            'key_variable = "" where none is needed)'
        )
    return Endpoint(**merged)


def _of_environment(role: Role, environment: Mapping[str, str]) -> _Layer:
    prefix = f"SIM_{role.upper()}_"
    layer: _Layer = {}
    for name, value in environment.items():
        if not name.startswith(prefix):
            continue
        field = name.removeprefix(prefix).lower()
        if field not in FIELDS or field == "extra":
            names = [prefix + known.upper() for known in FIELDS if known != "extra"]
            raise InputError(f"the environment variable {name} is not known{_hint(name, names)}")
        if value.strip() or field == "key_variable":
            layer[field] = _value(name, "", field, value.strip())
    return layer


def _read(path: Path) -> tuple[_Layer, dict[str, _Layer]]:
    """The defaults and the roles of a ``sim.toml``."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise NotFoundError(f"there is no file {path}") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not valid TOML: {error}") from None
    _refuse_keys(path, "", document)
    _known(path, "", document, ("defaults", "roles"))
    for section in ("defaults", "roles"):
        _is_table(path, section, document.get(section, {}))
    roles = document.get("roles", {})
    _known(path, "roles", roles, ROLES)
    return (
        _layer(path, "defaults", document.get("defaults", {})),
        {role: _layer(path, f"roles.{role}", table) for role, table in roles.items()},
    )


def _layer(path: Path, section: str, table: Any) -> _Layer:
    _is_table(path, section, table)
    _known(path, section, table, FIELDS)
    return {field: _value(str(path), f"{section}.{field}", field, value) for field, value in table.items()}


def _value(source: str, place: str, name: str, given: object) -> Any:
    """A field's value, or the error that names where it stands."""
    field = FIELDS[name]
    value = field.read(given)
    if value is None:
        found = "" if field.secret else repr(given)
        where = f"{source}: {place}" if place else source
        problem = Problem(file=source, path=place, expected=field.expected, found=found)
        raise InputError(f"{where} cannot be used", [problem])
    return value


def _is_table(path: Path, place: str, value: object) -> None:
    if not isinstance(value, dict):
        problem = Problem(file=str(path), path=place, expected=f"a table, [{place}]", found=type(value).__name__)
        raise InputError(f"{path} cannot be used", [problem])


def _known(path: Path, place: str, table: Mapping[str, Any], names: Iterable[str]) -> None:
    known = list(names)
    problems = [
        Problem(file=str(path), path=f"{place}.{key}".strip("."), found=f"not known{_hint(key, known)}")
        for key in table
        if key not in known
    ]
    if problems:
        raise InputError(f"{path} has keys that are not known", problems)


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    nearest = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f"; did you mean {nearest[0]}?" if nearest else f" (known: {', '.join(names)})"


def _refuse_keys(path: Path, place: str, value: Any) -> None:
    """No key is written in the file: whatever is named like one, or looks like one, is refused and not shown."""
    if isinstance(value, dict):
        for name, item in value.items():
            inner = f"{place}.{name}".strip(".")
            words = set(name.lower().replace("-", "_").split("_"))
            if words & _KEY_WORDS and name != "key_variable" and isinstance(item, str):
                raise _holds_key(path, inner)
            _refuse_keys(path, inner, item)
    elif isinstance(value, list):
        for item in value:
            _refuse_keys(path, place, item)
    elif isinstance(value, str) and not place.endswith((".base_url", ".model")) and looks_like_key(value):
        raise _holds_key(path, place)


def _holds_key(path: Path, place: str) -> InputError:
    expected = 'no key: put it into an environment variable and name that, key_variable = "MY_KEY"'
    return InputError(f"{path} seems to hold a key", [Problem(file=str(path), path=place, expected=expected)])
