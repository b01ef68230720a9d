# `make demo` and `make test` need nothing but Python 3.11 or later, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint check clean agreement accuracy edits bench judge-cost

demo: $(READY)
	$(BIN)/sim run --metric M-008 --out runs/demo --force

test: $(READY)
	$(BIN)/python -m pytest -n 2

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test

# How far the verdicts agree with labelled conversations: make agreement CASES=folder-with-sessions-and-labels
agreement: $(READY)
	$(BIN)/sim score $(CASES)/sessions --out runs/agreement --force
	$(BIN)/sim agreement runs/agreement $(CASES)/labels.json

# The benchmarks; options in ARGS: make accuracy ARGS=--wrong, make edits ARGS=--list, make bench ARGS='--sessions 1000'
accuracy: $(READY)
	$(BIN)/python -m benchmarks.accuracy $(ARGS)

edits: $(READY)
	$(BIN)/python -m benchmarks.edits $(ARGS)

bench: $(READY)
	$(BIN)/python -m benchmarks.bench $(ARGS)
	$(BIN)/python -m benchmarks.bench_page $(ARGS)

# Calls and tokens a session of judging with a model, against one call for each metric; no endpoint is asked
judge-cost: $(READY)
	$(BIN)/python -m benchmarks.judge_cost $(ARGS)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(READY)

clean:
	rm -rf $(VENV) runs build *.egg-info
