#!/usr/bin/env bash
# Installs the Debian packages that are missing, through sudo where that is needed.
# usage: install-dependencies.sh build|test|deb|bench
set -euo pipefail

# shellcheck source=packages.sh
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

packages=(libconfig-dev libdbus-1-dev libevdev-dev libsystemd-dev pkg-config)
case ${1:-build} in
  build) ;;
  test) packages+=(dbus fish git groff-base man-db python3 systemd zsh) ;;
  bench) packages+=(binutils gcc libc6-dbg libc6-dev python3 valgrind) ;;
  deb) packages+=(debhelper dpkg-dev fakeroot lintian) ;;
  *)
    echo "install-dependencies.sh knows nothing named $1; there are build, test, deb and bench" >&2
    exit 2
    ;;
esac

if ! command -v swift >/dev/null; then
  echo "The Swift toolchain, 6.2 or later, is missing: see https://www.swift.org/install/linux/" >&2
  exit 1
fi
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
if [ "$(printf '%s\n' 6.2 "${version:-0}" | sort -V | head -n 1)" != 6.2 ]; then
  echo "Swift ${version:-of unknown version} is too old, 6.2 or later is needed:" \
    "see https://www.swift.org/install/linux/" >&2
  exit 1
fi

install_packages "${packages[@]}"
