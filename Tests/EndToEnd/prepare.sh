# What the virtual machine is made of: Debian packages, Debian's kernel and a Python environment; and Kodi's keymap.
# Sourced by `run`. Everything that is made here is kept in the cache; nothing else of this system is written to,
# but for packages that are missing.
#
# shellcheck shell=bash disable=SC2154   # cache, python, keymap, scenarios, bares, here and repository are set by `run`

# shellcheck source=../../scripts/packages.sh
. "$repository/scripts/packages.sh"

packages=(
  qemu-system-x86 busybox-static kmod udev        # the machine itself
  dbus bluez rfkill libinput-tools strace         # what runs in it
  python3-venv python3-dev gcc libc6-dev          # the tests' Python; evdev is built from source
)

die() {
  echo "run: $*" >&2
  exit 1
}

# download PACKAGE: into the current folder; the sandbox's user cannot write there.
download() {
  apt-get download -qq -o APT::Sandbox::User=root "$1"
}

# The newest kernel of this Debian, unpacked; not installed.
download_kernel() {
  local image
  # Without the locale: what apt-cache prints is translated.
  image=$(LC_ALL=C apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-/ { print $2 }' | sed -n 1p)
  [ -n "$image" ] && download "$image"
}

# update_lists: stale package lists name packages that are no longer offered.
update_lists() {
  echo "# fetching the package lists again"
  as_root apt-get update -qq
}

make_kernel() {
  [ -e "$cache/kernel/complete" ] && return
  echo "# fetching Debian's kernel"
  local made version
  made=$(mktemp -d "$cache/kernel.XXXXXX")
  chmod 755 "$made"
  (cd "$made" && { download_kernel || { update_lists && download_kernel; }; }) ||
    die "apt-get cannot download linux-image-amd64"
  dpkg-deb -x "$made"/linux-image-*.deb "$made"
  rm "$made"/linux-image-*.deb
  # Newer kernels have their modules under usr/lib; they are found in both places.
  [ -e "$made/lib" ] || ln -s usr/lib "$made/lib"
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
      { download kodi-data || { update_lists && download kodi-data; }; } &&
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
  install_packages "${packages[@]}"
  rm -rf "$cache"/kernel.?????? "$cache"/kodi.??????
  make_kernel
  make_python
  [ ${#bares[@]} -eq 0 ] || make_bare
  case " ${scenarios[*]} " in *" profiles "*) make_keymap ;; esac
  exec {lock}>&-
}
