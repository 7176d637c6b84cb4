# Sluice: everything a developer runs. `make` alone lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT   ?= swift
SECONDS ?= 60
PREFIX  ?= /usr/local
# Tags in the stream of what the tests do, for `make coverage`.
export SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED ?= 1
# How many tests run at once. Each has a server and a client: all at once, every one of them waits a minute for its turn.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 16
CONFORM_ARGS ?=
SOURCES := Package.swift Sources Tests Fixtures Scenarios .ci $(wildcard Benchmarks Fuzz Examples)

# Homebrew keeps these out of the default search path.
ifeq ($(shell uname -s),Darwin)
export PKG_CONFIG_PATH := $(shell for f in curl openssl@3 zlib; do brew --prefix $$f 2>/dev/null; done | sed 's,$$,/lib/pkgconfig,' | paste -sd: -):$(PKG_CONFIG_PATH)
endif

.PHONY: help deps deps-dev build test lint format docs serve conform coverage compare selftest check-scenarios examples bench asan tsan fuzz fixtures check install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps: ## install the C libraries that pkg-config misses
	@.ci/deps libraries

deps-dev: ## install what benchmarks, fixture generation and optional tests need
	@.ci/deps development

build: deps ## build everything, warnings are errors
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

test: deps ## run the tests
	@mkdir -p .build
	$(SWIFT) test --disable-xctest --event-stream-version 6.3 --event-stream-output-path .build/tests.jsonl

examples: deps ## build and test the package in Examples, which depends on this one as yours would
	$(SWIFT) test --package-path Examples/outside-package --scratch-path .build/examples --disable-xctest

conform: deps ## run the conformance suite against the bundled client
	$(SWIFT) build --product conform
	$$($(SWIFT) build --show-bin-path)/conform run --report .build/conform $(CONFORM_ARGS)

coverage: test conform ## write which tests and scenarios prove the rows of the contract, and fail where none does
	$(SWIFT) .ci/contract-coverage.swift .build/tests.jsonl .build/conform/results.json docs/contract-coverage.md

compare: deps ## run it against both bundled clients and show them side by side
	$(SWIFT) build --product conform
	$$($(SWIFT) build --show-bin-path)/conform run --client sessionkit --client urlsession $(CONFORM_ARGS)

selftest: deps ## prove that every mutant of the bundled client is caught
	$(SWIFT) build --product conform
	$$($(SWIFT) build --show-bin-path)/conform selftest

check-scenarios: deps ## lint the scenario files
	$(SWIFT) build --product fixture-server
	$$($(SWIFT) build --show-bin-path)/fixture-server check Scenarios

serve: deps ## serve all fixtures and scenarios until interrupted
	$(SWIFT) build --product fixture-server
	$$($(SWIFT) build --show-bin-path)/fixture-server

lint: ## formatting and the one direction of dependencies
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	@mkdir -p .build
	$(SWIFT) package dump-package > .build/package.json
	$(SWIFT) .ci/check-targets.swift .build/package.json

format: ## format the sources in place
	$(SWIFT) format --in-place --recursive $(SOURCES)

docs: build ## build SessionKit's documentation, warnings are errors
	.ci/docs

bench: deps ## measure beside the peers; prints ratios
	Benchmarks/run

asan: deps ## run the tests under AddressSanitizer
	.ci/sanitized address --skip DocumentationTests

tsan: deps ## run the tests under ThreadSanitizer
	.ci/sanitized thread --skip DocumentationTests

fuzz: deps ## fuzz every parser for SECONDS (60) each
	Fuzz/run $(SECONDS)

fixtures: deps deps-dev ## make the fixtures again with real encoders
	Fixtures/generate/all.sh

check: lint build docs examples test check-scenarios conform ## all that .ci/run checks first
	$(SWIFT) .ci/contract-coverage.swift --check .build/tests.jsonl .build/conform/results.json docs/contract-coverage.md
	@# Foundation's URLSession is not the same every time: its races have a second try.
	$(MAKE) compare || $(MAKE) compare
	$(MAKE) selftest

install: deps ## install both programs and their files below PREFIX
	$(SWIFT) build -c release --static-swift-stdlib --product fixture-server
	$(SWIFT) build -c release --static-swift-stdlib --product conform
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/sluice
	install -m 755 $$($(SWIFT) build -c release --static-swift-stdlib --show-bin-path)/{fixture-server,conform} $(DESTDIR)$(PREFIX)/bin
	cp -R Fixtures Scenarios $(DESTDIR)$(PREFIX)/share/sluice/

clean: ## remove everything that was built
	rm -rf .build report
