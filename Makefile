# make demo: the main job, without hardware. make test: all tests. Each installs what it needs.

SWIFT ?= swift
# What is small in one module is put into those that call it: a packet passes through seven of them.
RELEASE = -c release --static-swift-stdlib -Xswiftc -cross-module-optimization
STRICT = -Xswiftc -warnings-as-errors

# Where `make install` puts things; all of them are looked at under /usr and under /usr/local, but for the bus policy.
DESTDIR ?=
PREFIX ?= /usr/local
BINARY ?= .build/release/tapinput
BINDIR ?= $(PREFIX)/bin
DOCDIR ?= $(PREFIX)/share/doc/tapinput
MANDIR ?= $(PREFIX)/share/man
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
MODULESDIR ?= $(PREFIX)/lib/modules-load.d
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
SYSTEMUNITDIR ?= $(PREFIX)/lib/systemd/system
USERUNITDIR ?= $(PREFIX)/lib/systemd/user
UDEVDIR ?= $(PREFIX)/lib/udev/rules.d
DBUSDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/share,/etc)/dbus-1/system.d

# FROM:TO-FOLDER:NAME; what is not in the project yet is left out. Documents keep their folders, so that what they
# link to is there.
DOCUMENTS = README.md CHANGELOG.md $(wildcard SECURITY.md) $(wildcard docs/*) $(wildcard examples/*) \
  $(shell find contrib -type f 2>/dev/null)
FILES = \
  $(foreach page,$(wildcard man/*.1),$(page):$(MANDIR)/man1/$(notdir $(page))) \
  $(foreach page,$(wildcard man/*.5),$(page):$(MANDIR)/man5/$(notdir $(page))) \
  $(foreach file,$(wildcard completions/tapinput.bash),$(file):$(BASHDIR)/tapinput) \
  $(foreach file,$(wildcard completions/_tapinput),$(file):$(ZSHDIR)/_tapinput) \
  $(foreach file,$(wildcard completions/tapinput.fish),$(file):$(FISHDIR)/tapinput.fish) \
  $(foreach file,$(DOCUMENTS),$(file):$(DOCDIR)/$(file)) \
  modules-load.d/tapinput.conf:$(MODULESDIR)/tapinput.conf \
  sysusers.d/tapinput.conf:$(SYSUSERSDIR)/tapinput.conf \
  systemd/system/tapinput.service:$(SYSTEMUNITDIR)/tapinput.service \
  systemd/user/tapinput.service:$(USERUNITDIR)/tapinput.service \
  udev/60-tapinput.rules:$(UDEVDIR)/60-tapinput.rules \
  dbus/io.github.tapinput.conf:$(DBUSDIR)/io.github.tapinput.conf

# The benchmarks of the virtual machine.
BENCHMARKS = bench_kernel bench_air bench_rest bench_growth

DEB = build/deb
# Debian's own conventions, as its tools expect them.
DEBIAN_FOLDERS = PREFIX=/usr ZSHDIR=/usr/share/zsh/vendor-completions SYSTEMUNITDIR=/lib/systemd/system \
  UDEVDIR=/lib/udev/rules.d

.PHONY: help build demo install uninstall install-debian deb bench bench-process test test-unit test-vm \
  test-sanitizers test-faults fuzz fuzz-seeds lint format demo-capture docs clean

help:
	@echo 'make build         the release binary, .build/release/tapinput'
	@echo 'make demo          a bundled capture through the whole pipeline, as text'
	@echo 'make install       what was built goes into the system; PREFIX, DESTDIR'
	@echo 'make uninstall     and out of it again'
	@echo 'make deb           a Debian package, in $(DEB)'
	@echo 'make test          all tests: lint, unit tests, the virtual machine'
	@echo 'make test-unit     the unit tests alone'
	@echo 'make test-vm       the end-to-end tests in a virtual machine alone'
	@echo 'make bench         all benchmarks, as tables; of the virtual machine as well'
	@echo 'make bench-process those of one process alone'
	@echo 'make test-sanitizers  the unit tests under the address and the thread sanitizer, and a leak check'
	@echo 'make fuzz          looks for inputs that break something; FUZZ_SECONDS a target, FUZZ_TARGETS'
	@echo 'make test-faults   faults again and again, in the virtual machine; FAULT_SEED, FAULT_ROUNDS, FAULT_RECONNECTS'
	@echo 'make lint          formatting, layers, units, what is installed'
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

install:
	@[ -x '$(BINARY)' ] || { echo '$(BINARY) is missing: make build' >&2; exit 1; }
	install -D -m 755 '$(BINARY)' '$(DESTDIR)$(BINDIR)/tapinput'
	@for each in $(FILES); do \
	  echo "install $${each%%:*} $(DESTDIR)$${each#*:}"; \
	  install -D -m 644 "$${each%%:*}" "$(DESTDIR)$${each#*:}" || exit; \
	done
	sed -i 's,^ExecStart=/usr/bin/,ExecStart=$(BINDIR)/,' \
	  '$(DESTDIR)$(SYSTEMUNITDIR)/tapinput.service' '$(DESTDIR)$(USERUNITDIR)/tapinput.service'
	@[ -n '$(DESTDIR)' ] || scripts/activate.sh installed

# The folders that are the program's alone go with it.
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/tapinput' $(foreach each,$(FILES),'$(DESTDIR)$(lastword $(subst :, ,$(each)))')
	[ ! -d '$(DESTDIR)$(DOCDIR)' ] || find '$(DESTDIR)$(DOCDIR)' -depth -type d -empty -delete
	@[ -n '$(DESTDIR)' ] || scripts/activate.sh uninstalled

install-debian:
	@$(MAKE) --no-print-directory install $(DEBIAN_FOLDERS) 'DESTDIR=$(DESTDIR)'

deb:
	@scripts/install-dependencies.sh deb
	@rm -rf $(DEB) && mkdir -p $(DEB)
	DEB_OUTPUT=$(DEB) dpkg-buildpackage --build=binary --unsigned-source --unsigned-changes \
	  --buildinfo-option=-u$(DEB) --buildinfo-file=$(DEB)/tapinput.buildinfo \
	  --changes-option=-u$(DEB) --changes-file=$(DEB)/tapinput.changes
	lintian --fail-on=error --allow-root $(DEB)/tapinput.changes
	@ls $(DEB)/*.deb

# Figures, not tests: only a goal that must be met and a table that is missing end it with an error, after all of it
# has run.
bench: SHELL = /bin/bash
bench: .SHELLFLAGS = -o pipefail -c
bench:
	@scripts/install-dependencies.sh bench
	@rm -rf build/bench
	@status=0; \
	  $(MAKE) --no-print-directory bench-process || status=1; \
	  Tests/EndToEnd/run $(BENCHMARKS) | python3 Tests/Benchmarks/report.py --extract || status=1; \
	  python3 Tests/Benchmarks/report.py || status=1; \
	  exit $$status

bench-process:
	@scripts/install-dependencies.sh bench
	$(SWIFT) build $(RELEASE) $(STRICT) --product tapinput
	$(SWIFT) build $(RELEASE) $(STRICT) --product bench
	python3 Tests/Benchmarks/in_process.py .build/release/bench .build/release/tapinput
	@python3 Tests/Benchmarks/report.py 'in process' size

test: lint test-unit test-vm

test-unit:
	@scripts/install-dependencies.sh test
	$(SWIFT) test $(STRICT)

test-vm: build deb
	Tests/EndToEnd/run

# SANITIZERS: address, leaks, thread.
test-sanitizers:
	@scripts/install-dependencies.sh test
	@SWIFT='$(SWIFT)' scripts/test-sanitizers.sh $(SANITIZERS)

# Longer: make fuzz FUZZ_SECONDS=3600 FUZZ_TARGETS='frames captures'
fuzz:
	@scripts/install-dependencies.sh build
	@SWIFT='$(SWIFT)' FUZZ_SECONDS='$(or $(FUZZ_SECONDS),20)' FUZZ_TARGETS='$(FUZZ_TARGETS)' scripts/fuzz.sh

# Made of captures, examples and messages; what the fuzzer found stays.
fuzz-seeds:
	@scripts/install-dependencies.sh build
	@SWIFT='$(SWIFT)' scripts/fuzz.sh seeds

# Which faults come is drawn by FAULT_SEED, which is told and repeats a run; each comes FAULT_ROUNDS times.
FAULTS = faults_links faults_services faults_driver faults_stopped faults_disk faults_reconnects faults_walk
FAULT_ROUNDS ?= 3

test-faults: build
	FAULT_ROUNDS='$(FAULT_ROUNDS)' Tests/EndToEnd/run $(FAULTS)

lint:
	@scripts/install-dependencies.sh test
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	scripts/check-layers.sh
	scripts/check-units.sh
	scripts/check-install.sh
	python3 scripts/check-known-faults.py
	python3 scripts/make-demo-capture.py --check
	python3 Tests/Benchmarks/report.py --check

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
	rm -rf .build build
