# The same without make: `python -m minigrad.course lab`, `python -m pytest` (see README.md).
VENV  := .venv
TORCH := .venv-torch
GRADING := .venv-grading
HUB   := .venv-hub
RUN   := $(VENV)/bin/python
ENVIRONMENTS := $(VENV) $(TORCH) $(GRADING) $(HUB)
# An environment belongs to the folder it was made in. If that folder moved, install again.
HERE  := $(shell pwd | cksum | cut -d ' ' -f 1)
# Environments without a Python, because it was removed or upgraded away. Their stamps count for
# nothing. Nothing is deleted here, because make reads these lines also for `make help` and `make -n`.
GONE  := $(shell for e in $(ENVIRONMENTS); do test -x $$e/bin/python || echo $$e; done)

# One thread for NumPy, unless you ask for more. minigrad/course/threads.py says why.
export OPENBLAS_NUM_THREADS ?= $(or $(OMP_NUM_THREADS),1)

.PHONY: help lab reset exam moodle solutions assignment marks environment test types refresh test-grading test-hub test-browser test-site slides site parity record bench
.DELETE_ON_ERROR:

help: ## list all commands
	@sed -n 's/^\([a-z -]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r a b; do printf '%-24s %s\n' "$$a" "$$b"; done

lab: $(VENV)/notebooks-$(HERE) ## open the course in JupyterLab, in your own working copy (LAB_OPTIONS="--no-browser")
	$(RUN) -m minigrad.course lab $(LAB_OPTIONS)

reset: $(VENV)/notebooks-$(HERE) ## make fresh chapters and keep your old ones (CHAPTER=02; without it, all)
	$(RUN) -m minigrad.course reset $(CHAPTER)

exam moodle solutions: $(VENV)/notebooks-$(HERE) ## make an exam with keys, question banks for Moodle, or solved notebooks (OPTIONS="--chapters 0 1b")
	$(RUN) -m minigrad.teaching $@ $(OPTIONS)

assignment: $(GRADING)/grading-$(HERE) ## turn chapters into an nbgrader course, in build/course (CHAPTERS="01 1b" COURSE=/path)
	$(GRADING)/bin/python -m minigrad.teaching.grading assignment $(CHAPTERS) $(if $(COURSE),--course $(COURSE))

marks: $(GRADING)/grading-$(HERE) ## grade what was collected, inside Bubblewrap (COURSE=/path MARKS_OPTIONS=--force)
	$(GRADING)/bin/python -m minigrad.teaching.grading marks $(MARKS_OPTIONS) $(if $(COURSE),--course $(COURSE))

test-grading: $(GRADING)/grading-$(HERE) ## grade a small class with nbgrader, including an attacker; needs Bubblewrap
	$(GRADING)/bin/python -m pytest -n 2 tests/teaching/grading

test-hub: $(HUB)/hub-$(HERE) ## test the class server with one learner on a real JupyterHub; needs npm
	$(HUB)/bin/python -m pytest -n 0 tests/teaching/hub

environment: $(VENV)/test-$(HERE) ## install everything the tests need; after that, `make test` and `make lab` need no network

test: $(VENV)/test-$(HERE) ## check format and lint, run the tests and every notebook (TEST_OPTIONS="-k name")
	$(RUN) -m pytest $(TEST_OPTIONS)

types: $(VENV)/types-$(HERE) ## check the types with mypy, and what editors see in the package
	$(RUN) -m mypy
	$(RUN) -m pytest -o addopts="--import-mode=importlib" -n 2 -q tests/typing

refresh: $(VENV)/test-$(HERE) ## run the notebooks and store their outputs (NOTEBOOKS="notebooks/01_....ipynb")
	$(RUN) -m tests.notebooks.refresh $(NOTEBOOKS)

test-browser: $(VENV)/browser-$(HERE) ## test every chapter in a real browser; needs Chromium and npm (CHROME=/path/to/chrome)
	$(RUN) -m tests.browser $(BROWSER_OPTIONS)

slides: $(VENV)/publish-$(HERE) ## build a deck, handout, and notes for each lecture; needs Chromium and npm (SLIDES_OPTIONS='--author "A. Name"')
	$(RUN) -m minigrad.teaching.slides $(SLIDES_OPTIONS)

site: $(VENV)/publish-$(HERE) ## build the web edition in build/site, with the decks if they exist; needs npm, and downloads 100 MB the first time
	$(RUN) -m docs

test-site: $(VENV)/publish-$(HERE) ## test decks and pages in a real browser (SITE_OPTIONS="--only 05")
	$(RUN) -m tests.teaching.in_browser $(SITE_OPTIONS)

# PyTorch's threads wait for each other on a busy machine; arrays as small as ours need one.
parity: $(TORCH)/parity-$(HERE) ## compare with PyTorch 2.13, in an environment of its own
	OMP_NUM_THREADS=1 $(TORCH)/bin/python -m tests.parity $(PARITY_OPTIONS)

record: $(TORCH)/parity-$(HERE) ## record PyTorch's results for the cases (ONLY=exp2 for one operation)
	$(TORCH)/bin/python -m tests.parity.record $(if $(ONLY),--only $(ONLY))

bench: $(TORCH)/parity-$(HERE) ## compare minigrad's speed with NumPy and PyTorch
	$(TORCH)/bin/python -m tests.bench $(BENCH_OPTIONS)

# A stamp says what is installed. When pyproject.toml changes, it is installed again.
STAMPS := $(foreach name,notebooks test types browser publish,$(VENV)/$(name)-$(HERE)) \
          $(GRADING)/grading-$(HERE) $(HUB)/hub-$(HERE) $(TORCH)/parity-$(HERE)
$(foreach e,$(GONE),$(filter $(e)/%,$(STAMPS))): gone
.PHONY: gone

$(VENV)/notebooks-$(HERE): pyproject.toml | $(RUN)
	$(call install,$(VENV),notebooks)
	@touch $@

$(VENV)/test-$(HERE): pyproject.toml | $(RUN)
	$(call install,$(VENV),notebooks,test)
	@touch $@ $(VENV)/notebooks-$(HERE)

$(VENV)/types-$(HERE): pyproject.toml | $(RUN)
	$(call install,$(VENV),notebooks,types)
	@touch $@ $(VENV)/test-$(HERE) $(VENV)/notebooks-$(HERE)

$(VENV)/browser-$(HERE): pyproject.toml | $(RUN)
	$(call install,$(VENV),notebooks,browser)
	@touch $@ $(VENV)/test-$(HERE) $(VENV)/notebooks-$(HERE)

$(VENV)/publish-$(HERE): pyproject.toml | $(RUN)
	$(call install,$(VENV),notebooks,publish)
	@touch $@ $(VENV)/browser-$(HERE) $(VENV)/test-$(HERE) $(VENV)/notebooks-$(HERE)

$(GRADING)/grading-$(HERE): pyproject.toml | $(GRADING)/bin/python
	$(call install,$(GRADING),grading,test)
	@touch $@

$(HUB)/hub-$(HERE): pyproject.toml | $(HUB)/bin/python
	$(call install,$(HUB),notebooks,hub)
	@npm install --silent --prefix $(HUB)/proxy configurable-http-proxy@5
	@touch $@

$(TORCH)/parity-$(HERE): pyproject.toml | $(TORCH)/bin/python
	$(call install,$(TORCH),notebooks,parity)
	@touch $@

# The first of these that is Python 3.11 or newer; PYTHON=/path/to/python chooses another.
PYTHONS := $(if $(PYTHON),$(PYTHON),python3 python python3.14 python3.13 python3.12 python3.11)
FIND    := for p in $(PYTHONS); do \
             "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && break; p=; \
           done

# Only an environment is removed to make it again, never another folder.
%/bin/python:
	@if test -e $*/pyvenv.cfg; then rm -rf $*; fi; \
	if test -e $* && ! rmdir $* 2>/dev/null; then $(call refuse,$*); fi; \
	$(FIND); \
	if command -v uv >/dev/null; then uv venv --quiet --seed --python "$${p:->=3.11}" $*; \
	elif [ -z "$$p" ]; then \
	  echo "minigrad needs Python 3.11 or newer; tried: $(PYTHONS)."; \
	  echo "Install it, or name one: make PYTHON=/path/to/python3.11 ..."; exit 1; \
	elif ! "$$p" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	  echo "$$p cannot make environments: its venv module is missing (on Debian: apt install python3-venv)."; exit 1; \
	else echo "Making a Python environment of its own, in $* ..."; "$$p" -m venv --clear $*; fi

refuse = echo "$(1) isn't a Python environment (it has no pyvenv.cfg), so make doesn't touch it."; \
         echo "Name a folder that doesn't exist yet: make VENV=.venv ..."; exit 1

# install ENVIRONMENT,EXTRAS,GROUP. An older pip than 25.1 doesn't know dependency groups.
comma := ,
define install
@test -e $(1)/pyvenv.cfg || { $(call refuse,$(1)); }
@echo "Installing minigrad with $(2)$(if $(3), and what the group $(3) needs,) in $(1). It's needed only once."
@if command -v uv >/dev/null; then \
  uv pip install --quiet --compile-bytecode --python $(1)/bin/python -e ".[$(2)]" $(if $(3),--group $(3)); \
else \
  echo "That takes a minute or two. Packages as they are found:"; \
  failed=$(1)/failed; rm -f $$failed; \
  $(if $(3),$(1)/bin/python -m pip install --disable-pip-version-check --quiet "pip>=25.1";) \
  { $(1)/bin/python -m pip install --disable-pip-version-check -e ".[$(2)]" $(if $(3),--group $(3)) || touch $$failed; } | \
    awk '/^Collecting/ {sub(/[^A-Za-z0-9_.-].*/, "", $$2); printf " %s", $$2; fflush()} /^Installing/ {print "\nUnpacking them ..."; fflush()}'; \
  test ! -e $$failed; \
fi
endef
