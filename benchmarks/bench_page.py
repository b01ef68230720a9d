"""How long the page of a large run takes to write and to open: part of `make bench`.

About 300 simulated conversations are driven and scored once; copies of them with other ids make up the run. The page
is written in a process of its own, so that its peak memory is its own. Without Chromium the browser's part is left out.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from benchmarks import ROOT, RUNS

_FOLDER: Final = RUNS / "bench_page"
_DIFFERENT: Final = 300
_WRITE_AIM: Final = 60.0  # seconds for 5,000 conversations
_SHOW_AIM: Final = 2.0  # seconds until the browser shows the matrix
_COPIED: Final = ("sessions", "readings", "verdicts", "conclusions")
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_READY: Final = ".heat .cell"


def main() -> None:
    """Makes the run, writes its page, opens it."""
    parser = argparse.ArgumentParser(prog="bench_page", description=__doc__)
    parser.add_argument("--sessions", type=int, default=5000, metavar="N", help="a smaller try")
    parser.add_argument("--write", metavar="RUN", help=argparse.SUPPRESS)
    given, _ = parser.parse_known_args()  # the other options of `make bench` are the other benchmarks'
    if given.write:
        print(json.dumps(written(Path(given.write))))
        return
    run = make(given.sessions)
    done = json.loads(_python("benchmarks.bench_page", "--write", str(run)))
    print("\n".join(write_report(run, given.sessions, done)), flush=True)
    print("\n".join(browser_report(run)), flush=True)


def make(count: int) -> Path:
    """A run directory of so many conversations, copies of a few hundred different ones."""
    base, run = _FOLDER / "base", _FOLDER / "run"
    different = str(min(count, _DIFFERENT))
    _python("simulator.cli", "run", "--limit", different, "--out", str(base), "--force")
    shutil.rmtree(run, ignore_errors=True)
    run.mkdir(parents=True)
    shutil.copy(base / "run.json", run)
    ids = [json.loads(line)["session_id"] for line in (base / "sessions.jsonl").open(encoding="utf-8")]
    for name in _COPIED:
        blocks = _by_session(base / f"{name}.jsonl")
        with (run / f"{name}.jsonl").open("w", encoding="utf-8") as out:
            for number in range(count):
                copy, place = divmod(number, len(ids))
                for record in blocks[ids[place]]:
                    line = record | {"session_id": f"{ids[place]}.c{copy}"}
                    out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    return run


def _by_session(path: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for line in path.open(encoding="utf-8"):
        record = json.loads(line)
        found.setdefault(record["session_id"], []).append(record)
    return found


def written(run: Path) -> dict[str, float]:
    """Writes the page of the run; seconds by the wall clock and of the CPU, peak memory of this process in MiB."""
    import resource

    from reports.html import write_html
    from reports.render import coverage_from_run

    start = time.process_time()
    coverage = coverage_from_run(run)
    counted, wall = time.process_time(), time.perf_counter()
    write_html(run, coverage)
    return {
        "count_cpu": counted - start,
        "write": time.perf_counter() - wall,
        "write_cpu": time.process_time() - counted,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def write_report(run: Path, count: int, done: dict[str, float]) -> Iterator[str]:
    """How long it took and how large it is."""
    shards = list((run / "report_data").glob("*.js"))
    page = (run / "report.html").stat().st_size / 2**20
    beside = sum(path.stat().st_size for path in shards) / 2**20
    yield (
        f"{count} conversations: page and {len(shards)} files beside it written in {done['write']:.1f} s by the wall "
        f"clock, {done['write_cpu']:.1f} s of CPU (coverage counted before: {done['count_cpu']:.1f} s of CPU), "
        f"peak memory {done['peak']:.0f} MiB"
    )
    yield f"size: page {page:.1f} MiB, beside it {beside:.1f} MiB"
    yield _aim("page and files written", done["write"], _WRITE_AIM)


def browser_report(run: Path) -> Iterator[str]:
    """How long the browser takes, the best and the median of five."""
    path = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        yield "browser: left out, no Chromium or no playwright"
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        times = sorted(_shown(browser, run) for _ in range(5))
        yield f"until the browser shows the matrix: {times[0]:.2f} s at best, {times[2]:.2f} s in the middle of five"
        yield _aim("matrix shown", times[2], _SHOW_AIM)
        yield f"a conversation from a file beside the page: {_opened(browser, run) * 1000:.0f} ms"
        browser.close()


def _shown(browser: Any, run: Path) -> float:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    start = time.perf_counter()
    page.goto((run / "report.html").as_uri(), wait_until="commit")
    page.wait_for_selector(_READY)  # the last thing that the page draws before the conversations
    taken = time.perf_counter() - start
    page.close()
    return taken


def _opened(browser: Any, run: Path) -> float:
    """From the choice of the last conversation until its first words are there."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.goto((run / "report.html").as_uri())
    page.wait_for_selector("#talk .bubble")
    last = list((run / "conclusions.jsonl").open(encoding="utf-8"))[-1]
    name = json.loads(last)["session_id"]
    start = time.perf_counter()
    page.evaluate("name => { location.hash = 'session=' + name; }", name)
    page.wait_for_selector(f"#talk h3:text-is('{name}') >> xpath=../.. >> .bubble >> nth=0")
    taken = time.perf_counter() - start
    page.close()
    return taken


def _aim(what: str, seconds: float, most: float) -> str:
    return f"aim: {what} within {most:.0f} s: {seconds:.1f} s, {'reached' if seconds <= most else 'not reached'}"


def _python(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"{' '.join(command[2:])} ended with {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
