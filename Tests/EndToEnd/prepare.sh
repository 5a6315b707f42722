# What the virtual machine is made of: Debian packages, Debian's kernel and a Python environment; and Kodi's keymap.
# Sourced by `run`. Everything that is made here is kept in the cache; nothing else of this system is written to,
# but for packages that are missing.
#
# shellcheck shell=bash disable=SC2154   # cache, python, keymap, scenarios, bares and here are set by `run`

packages=(
  qemu-system-x86 busybox-static kmod udev        # the machine itself
  dbus bluez rfkill libinput-tools strace         # what runs in it
  python3-venv python3-dev gcc libc6-dev          # the tests' Python; evdev is built from source
)

die() {
  echo "run: $*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    command -v sudo >/dev/null || die "needs root, or sudo, for: $*"
    sudo -n "$@" || die "sudo did not do it without asking; as root, run: $*"
  fi
}

install_packages() {
  local package missing=()
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  echo "# installing ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# The newest kernel of this Debian, unpacked; not installed.
download_kernel() {
  local image
  image=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: linux-image-/ { print $2; exit }')
  [ -n "$image" ] && apt-get download -qq "$image" 2>/dev/null
}

make_kernel() {
  [ -e "$cache/kernel/complete" ] && return
  echo "# fetching Debian's kernel"
  local made version
  made=$(mktemp -d "$cache/kernel.XXXXXX")
  chmod 755 "$made"
  # Stale package lists name a kernel that is no longer offered.
  (cd "$made" && { download_kernel || { as_root apt-get update -qq && download_kernel; }; }) ||
    die "apt-get cannot download linux-image-amd64"
  dpkg-deb -x "$made"/linux-image-*.deb "$made"
  rm "$made"/linux-image-*.deb
  version=$(basename "$made"/lib/modules/*)
  PATH=$PATH:/usr/sbin:/sbin depmod -b "$made" "$version"
  ln -s "boot/vmlinuz-$version" "$made/vmlinuz"
  touch "$made/complete"
  rm -rf "$cache/kernel"
  mv "$made" "$cache/kernel"
}

# A virtual environment knows its own path, so it is made in place; the last file says that it is whole.
make_python() {
  [ -e "$python/complete" ] && return
  echo "# making the Python environment"
  rm -rf "$python"
  python3 -m venv "$python"
  "$python/bin/pip" install -q --disable-pip-version-check -r "$here/requirements.txt"
  touch "$python/complete"
}

download_keymap() {
  apt-get download -qq kodi-data 2>/dev/null
}

# The keymap that Kodi comes with, out of a package of 20 MB of which nothing else is kept. Without it the checks that
# need it fail, and all others can still be made.
make_keymap() {
  [ -e "$keymap" ] && return
  echo "# fetching Kodi's keymap"
  local made
  made=$(mktemp -d "$cache/kodi.XXXXXX")
  chmod 755 "$made"
  if (
    cd "$made" &&
      { download_keymap || { as_root apt-get update -qq && download_keymap; }; } &&
      dpkg-deb --fsys-tarfile kodi-data_*.deb | tar -xO ./usr/share/kodi/system/keymaps/keyboard.xml >keyboard.xml
  ); then
    mkdir -p "$(dirname "$keymap")"
    mv "$made/keyboard.xml" "$keymap"
  else
    echo "# apt-get cannot download kodi-data, so Kodi's keymap is missing"
  fi
  rm -rf "$made"
}

prepare() {
  command -v apt-get >/dev/null || die "needs Debian 12 or a relative of it: the machine runs over its packages"
  [ "$(uname -m)" = x86_64 ] || die "needs an x86-64 host"
  mkdir -p "$cache"
  exec {lock}>"$cache/lock"
  flock "$lock"
  [ ${#bares[@]} -eq 0 ] || packages+=(mmdebstrap dpkg-dev e2fsprogs gzip xz-utils)
  install_packages
  rm -rf "$cache"/kernel.?????? "$cache"/kodi.??????
  make_kernel
  make_python
  [ ${#bares[@]} -eq 0 ] || make_bare
  case " ${scenarios[*]} " in *" profiles "*) make_keymap ;; esac
  exec {lock}>&-
}
