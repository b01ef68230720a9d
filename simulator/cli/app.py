"""The commands of `sim`. Each imports what it needs when it runs, so that `sim --help` stays quick."""

from typing import Annotated

import typer

from simulator.cli import (
    agreement_command,
    certify_command,
    compare_command,
    lists,
    prompts_command,
    run_command,
    score_command,
    show_commands,
)

app = typer.Typer(
    name="sim",
    help="Test conversations for a trade-inquiry AI, and the evaluator that scores them by 58 metrics. "
    "| 外贸询盘 AI 的测试对话与 58 项指标评测。",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: sim run --metric M-008",
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"sim {version('inquiry-sim')}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Options of `sim` itself; its help is that of the application."""


app.command("run", help="Drive scenarios against the two agents, score them, write a run directory.")(run_command.run)
app.command("score", help="Score recorded conversations (.json, .jsonl, folders, - for stdin).")(score_command.score)
app.command("certify", help="Seeded defects against the evaluator: which does it see?")(certify_command.certify)
app.command("report", help="Render the reports of a run again.")(show_commands.report)
app.command("compare", help="Compare two runs pair by pair: what regressed?")(compare_command.compare)
app.command("metrics", help="List the 58 metrics, or show one whole.")(show_commands.metrics)
app.command("scenarios", help="List the scenario templates, show one, or check files.")(show_commands.scenarios)
app.command("defects", help="List the seeded defects, by metric.")(lists.defects)
app.command("phrases", help="List what a buyer can say in a template, with a sample.")(lists.phrases)
app.command("schema", help="Print a JSON Schema: session, scenario or world.")(show_commands.schema)
app.command("agreement", help="Compare the verdicts of a run with labels.")(agreement_command.agreement)
app.add_typer(show_commands.sessions, name="sessions", help="Validate session records.")
app.add_typer(prompts_command.prompts, name="prompts", help="Print the prompts that ship, or check your own.")
