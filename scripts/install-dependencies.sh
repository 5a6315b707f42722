#!/usr/bin/env bash
# Installs the Debian packages that are missing, through sudo where that is needed; asks nothing.
# usage: install-dependencies.sh build|test|deb|bench
set -euo pipefail

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

packages=(libconfig-dev libdbus-1-dev libevdev-dev libsystemd-dev pkg-config)
case ${1:-build} in
  test) packages+=(dbus fish groff-base python3 systemd zsh) ;;
  bench) packages+=(binutils gcc libc6-dbg libc6-dev python3 valgrind) ;;
  deb) packages+=(debhelper dpkg-dev fakeroot lintian) ;;
esac

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -qx 'install ok installed' ||
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}"
