# `make help` lists the targets. Everything lands in .venv and in instance/; what is missing gets installed first.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
PIN = CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile $(ARGS)
# Set on the command line or in the environment: HOST, PORT and the other settings of the README, PYTHON, ARGS.
ARGS ?=
export PYTHON

.PHONY: help run test check demo texts icons bench soak screenshots fuzz lock clean system-run system-test
.NOTPARALLEL:

help: ## list the targets
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/make \1|\2/p' Makefile | awk -F'|' '{ printf "%-12s %s\n", $$1, $$2 }'

run: system-run .venv/.run ## serve on http://127.0.0.1:5000 (HOST=0.0.0.0 PORT=8000 say otherwise)
	@exec $(BIN)/scorebook serve

test: system-test .venv/.test ## run all tests in parallel (ARGS="-k ramsch" chooses)
	@$(BIN)/python -m pytest $(ARGS)

check: .venv/.test ## check style, types and layers
	@$(BIN)/ruff check --quiet --output-format=concise .
	@$(BIN)/ruff format --quiet --check . || { echo "! Not formatted. Please type: $(BIN)/ruff format ." >&2; exit 1; }
	@$(BIN)/mypy --strict scorebook
	@$(BIN)/lint-imports --no-logo

demo: system-run .venv/.run ## fill the database with evenings of real games and write their PDFs
	@$(BIN)/scorebook demo $(ARGS)

texts: .venv/.test ## bring the catalogues up to date with the texts of the program
	@$(BIN)/python -m tests.texts

icons: system-test .venv/.test ## draw the icon anew in all sizes, after a change of static/img/icon.svg
	@$(BIN)/python -m tests.icons

bench: system-test .venv/.test ## measure: the ratios that the project promises
	@$(BIN)/python -m bench $(ARGS)

soak: system-test .venv/.test ## load, kill and attack a server for twenty minutes, on both databases (ARGS="--share 0.1 kills")
	@$(BIN)/python -m bench.soak $(ARGS)

screenshots: system-test .venv/.test ## take pictures of the main pages, for people to look at
	@$(BIN)/python -m tests.screenshots

fuzz: .venv/.test ## send requests of any kind for two minutes, none may break anything (ARGS="--seed 7 --count 9000")
	@$(BIN)/python -m tests.fuzz $(ARGS)

lock: .venv/.test ## pin the requirements anew (ARGS=--upgrade takes the newest)
	@$(PIN) --extra postgres -o requirements.txt pyproject.toml
	@$(PIN) --extra postgres --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml

clean: ## remove all that was made here, except instance/
	@rm -rf .venv build dist htmlcov test-results .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- What the targets stand on ---------------------------------------------------------------------------------------

system-run:
	@.ci/bootstrap.sh system run

system-test:
	@.ci/bootstrap.sh system test

# The packages of the tests contain those of a run, so that one stamp makes the other.
.venv/.run: requirements.txt pyproject.toml
	@.ci/bootstrap.sh python run
	@touch $@

.venv/.test: requirements-dev.txt requirements.txt pyproject.toml
	@.ci/bootstrap.sh python test
	@touch .venv/.run $@
