"""The command line, `sim`: `main` turns errors into messages and exit codes (`contracts/run.md`)."""

import signal
import sys
from collections.abc import Sequence
from typing import Final

WELL: Final = 0
GATE_FAILED: Final = 1
BAD_INPUT: Final = 2
INCOMPLETE: Final = 3
_SIGINT: Final = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and exits with its code."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that goes away ends us without a word
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs one command; its exit code. Messages of errors go to stderr, never a traceback for bad input."""
    from evaluator.errors import IncompleteRun, SimError
    from simulator.cli.app import app
    from simulator.cli.messages import Interrupted

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(args=list(arguments), standalone_mode=False, prog_name="sim")
    except IncompleteRun as error:
        word = "interrupted" if isinstance(error, Interrupted) else "incomplete"
        print(f"{word}: {error}", file=sys.stderr)
        return INCOMPLETE
    except SimError as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INCOMPLETE
    except Exception as error:
        message = usage_message(error)
        if message is None:
            raise
        if message:
            print(message, file=sys.stderr)
        return BAD_INPUT
    if code == _SIGINT:  # what typer makes of KeyboardInterrupt
        print("interrupted", file=sys.stderr)
        return INCOMPLETE
    return code if isinstance(code, int) else WELL


def usage_message(error: Exception) -> str | None:
    """The message of a wrong option or argument; None for anything else."""
    import typer

    if isinstance(error, typer.TyperException):
        text = getattr(error, "format_message", lambda: str(error))()
        return f"error: {text}\nsee: sim --help" if text else ""  # no command given: the help was printed
    return None
