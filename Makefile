# make demo: the main job, without hardware. make test: all tests. Each installs what it needs.

SWIFT ?= swift
RELEASE = -c release --static-swift-stdlib
STRICT = -Xswiftc -warnings-as-errors

.PHONY: help build demo test test-unit test-vm lint format demo-capture docs clean

help:
	@echo 'make build         the release binary, .build/release/tapinput'
	@echo 'make demo          a bundled capture through the whole pipeline, as text'
	@echo 'make test          all tests: lint, unit tests, the virtual machine'
	@echo 'make test-unit     the unit tests alone'
	@echo 'make test-vm       the end-to-end tests in a virtual machine alone'
	@echo 'make lint          formatting and layers'
	@echo 'make format        formats the sources'
	@echo 'make demo-capture  makes the bundled capture again'
	@echo 'make docs          writes what comes from tables: manual pages, completions, reference, pictures'

build:
	@scripts/install-dependencies.sh build
	$(SWIFT) build $(RELEASE) $(STRICT) --product tapinput

demo:
	@scripts/install-dependencies.sh build
	@$(SWIFT) build $(RELEASE) $(STRICT) --product tapinput 1>&2
	@.build/release/tapinput demo

test: lint test-unit test-vm

test-unit:
	@scripts/install-dependencies.sh test
	$(SWIFT) test $(STRICT)

test-vm: build
	Tests/EndToEnd/run

lint:
	@scripts/install-dependencies.sh test
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	scripts/check-layers.sh
	python3 scripts/make-demo-capture.py --check

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

demo-capture:
	python3 scripts/make-demo-capture.py

docs:
	@scripts/install-dependencies.sh test
	TAPINPUT_WRITE_DOCUMENTS=1 $(SWIFT) test --filter DocumentsTests
	man --warnings -l man/tapinput.conf.5 >/dev/null
	man --warnings -l man/tapinput.1 >/dev/null

clean:
	rm -rf .build
