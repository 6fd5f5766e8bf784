# `make demo` and `make test` are all that a new user needs: each sets up .venv by itself.

PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest
# One process a core; the last to finish takes over what the others have left.
PARALLEL := -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help demo test check lint types imports soak bench readme lock clean setup-run setup-dev

help: ## Show this list
	@echo "Infold: the commands of this checkout"
	@echo
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

demo: setup-run ## Fold a session of a few hundred messages and ask it five questions
	@$(BIN)/infold demo

test: setup-dev lint types imports ## All checks and all tests but the long rounds
	@echo "All tests:"
	@$(PYTEST) $(PARALLEL)

check: setup-dev lint types imports ## The inner loop: lint, types, import rules, quick tests
	@echo "Unit, property and project tests:"
	@$(PYTEST) $(PARALLEL) $(wildcard tests/unit tests/property tests/meta)

lint: setup-dev
	@echo "Lint and format:"
	@wc -l $$(find src bench tests scripts -name '*.py' 2>/dev/null) | \
		awk '$$2 != "total" && $$1 > 400 { print "  to be split: " $$2 " has " $$1 " lines" }'
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Run $(BIN)/ruff format ."; exit 1; }

types: setup-dev
	@echo "Types:"
	@$(BIN)/mypy -p infold $(if $(wildcard bench/__init__.py),-p bench)
	@$(BIN)/mypy --strict $(wildcard scripts/*.py)

imports: setup-dev
	@echo "Import rules:"
	@$(BIN)/lint-imports --no-logo

soak: setup-dev ## The long fault, load and fuzz rounds, the better part of an hour
	@echo "Long rounds: killed imports and workers, full disks, damaged stores, several processes."
	@HYPOTHESIS_PROFILE=many $(PYTEST) -m soak -v --durations=10
	@echo "Laws on ten times as many examples, new ones each time:"
	@HYPOTHESIS_PROFILE=many $(PYTEST) $(PARALLEL) tests/property

bench: setup-dev ## Every figure that the documentation states
	@status=0; for name in $$($(BIN)/python -m bench --list); do \
		$(BIN)/python -m bench $$name || status=1; done; exit $$status

readme: setup-dev ## Draw the picture in the README from the demo's output
	@$(BIN)/python scripts/readme_picture.py

lock: ## Resolve the dependencies anew (UPGRADE=1 takes the newest versions)
	@$(PYTHON) scripts/lock.py $(if $(UPGRADE),--upgrade)

clean: ## Remove the environment and everything built or cached
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run setup-dev: setup-%:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or later is needed: apt-get install python3"; exit 1; }
	@$(PYTHON) scripts/setup.py $*
