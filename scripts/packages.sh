# Debian packages, installed where they are missing. Sourced by install-dependencies.sh and by the end-to-end tests.
#
# shellcheck shell=bash

# as_root COMMAND…: through sudo where that is needed, which may ask for the password.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "this needs root, and there is no sudo; as root, run: $*" >&2
    return 1
  fi
}

# install_packages PACKAGE…: those of them that are not there yet.
install_packages() {
  local package missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  echo "# installing ${missing[*]}" >&2
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    as_root apt-get install --no-install-recommends "${missing[@]}"
    return
  fi
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}
