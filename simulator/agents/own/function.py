"""A team's system as a Python function, named ``module:function``; it takes a request and returns a response."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from evaluator.errors import UsageError
from simulator.agents.protocols import AgentInfo
from simulator.errors import AgentError


class FunctionTransport:
    """Calls one function. A plain function runs in a thread, so that it may wait without holding up the others."""

    def __init__(self, name: str) -> None:
        """``name`` is ``module:function``. Raises UsageError where there is no such function."""
        self._name = name
        self._function = find_function(name)

    @property
    def info(self) -> AgentInfo:
        """The function's name."""
        return AgentInfo("python", address=f"python:{self._name}")

    async def send(self, request: Mapping[str, Any]) -> Any:
        """What the function returns. Raises AgentError for what it raises, and for what is no JSON value."""
        given = json.loads(json.dumps(request))  # its own copy: it may change it as it likes
        try:
            if inspect.iscoroutinefunction(self._function):
                response = await self._function(given)
            else:
                response, raised = await asyncio.to_thread(_called, self._function, given)
                if raised is not None:
                    raise self._error(raised)
                if inspect.isawaitable(response):
                    response = await response
        except AgentError:
            raise
        except (asyncio.CancelledError, KeyboardInterrupt) as error:
            task = asyncio.current_task()
            if isinstance(error, KeyboardInterrupt) or (task is not None and task.cancelling()):
                raise  # the run is being stopped; a function that says so by itself stops only its conversation
            raise self._error(error) from error
        except BaseException as error:  # a stranger's code may raise anything, and it ends one conversation only
            raise self._error(error) from error
        try:
            return json.loads(json.dumps(response, allow_nan=False))
        except (TypeError, ValueError, RecursionError) as error:
            raise AgentError(f"{self.info.address}: expected a response of JSON values, {error}") from None

    def _error(self, error: BaseException) -> AgentError:
        try:
            said = str(error)
        except Exception:  # its own words may fail too
            said = "(an error that cannot be shown)"
        return AgentError(f"{self.info.address} raised {type(error).__name__}: {said}{_where(error)}")

    async def aclose(self) -> None:
        """Nothing is held open."""


def _called(function: Callable[[dict[str, Any]], Any], given: dict[str, Any]) -> tuple[Any, BaseException | None]:
    """What a plain function returns or raises: SystemExit and StopIteration must not be raised through a thread."""
    try:
        return function(given), None
    except BaseException as error:
        return None, error


def find_function(name: str) -> Callable[[dict[str, Any]], Any]:
    """The function ``module:function``; modules of the working directory count. Raises UsageError."""
    module_name, _, path = name.partition(":")
    if not module_name or not path:
        raise UsageError(f"the agent 'python:{name}': expected python:module:function")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last: nothing of a team's may hide what this program needs
    try:
        found: Any = importlib.import_module(module_name)
    except Exception as error:  # importing runs a stranger's code
        reason = f"{type(error).__name__}: {error}{_where(error)}"
        raise UsageError(f"the agent 'python:{name}': {module_name} cannot be imported: {reason}") from None
    place = getattr(found, "__file__", None) or "no file"
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise UsageError(f"the agent 'python:{name}': {module_name} ({place}) has no function {path}")
    function: Callable[[dict[str, Any]], Any] = found
    return function


def _where(error: BaseException) -> str:
    """The last place of its traceback in the stranger's files."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename != __file__ and not frame.filename.startswith("<") and "importlib" not in frame.filename:
            return f" ({os.path.basename(frame.filename)}, line {frame.lineno})"
    return ""
