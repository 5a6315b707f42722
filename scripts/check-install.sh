#!/usr/bin/env bash
# `make install` puts these files there and no others, `make uninstall` leaves nothing of them.
set -euo pipefail
cd "$(dirname "$0")/.."

fail=0
wrong() {
  echo "$*" >&2
  fail=1
}

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# expected PREFIX BUS-FOLDER ZSH-FOLDER SYSTEM-UNIT-FOLDER UDEV-FOLDER
expected() {
  local prefix=$1 file
  echo "$prefix/bin/tapinput 755"
  {
    for file in $(cd man && ls -- *.1 *.5 2>/dev/null); do echo "$prefix/share/man/man${file##*.}/$file"; done
    [ ! -e completions/tapinput.bash ] || echo "$prefix/share/bash-completion/completions/tapinput"
    [ ! -e completions/_tapinput ] || echo "$3/_tapinput"
    [ ! -e completions/tapinput.fish ] || echo "$prefix/share/fish/vendor_completions.d/tapinput.fish"
    for file in $(git ls-files README.md CHANGELOG.md SECURITY.md docs examples contrib); do echo "$prefix/share/doc/tapinput/$file"; done
    echo "$prefix/lib/modules-load.d/tapinput.conf"
    echo "$prefix/lib/sysusers.d/tapinput.conf"
    echo "$prefix/lib/systemd/user/tapinput.service"
    echo "$4/tapinput.service"
    echo "$5/60-tapinput.rules"
    echo "$2/dbus-1/system.d/io.github.tapinput.conf"
  } | sed 's/$/ 644/'
}

# links FOLDER: what the documents in it link to is there, too.
links() {
  local file link
  while IFS=: read -r file link; do
    [ -e "$(dirname "$file")/$link" ] || wrong "${file#"$1"/} links to $link, which is not installed"
  done < <(cd "$1" && grep -rnoP --include='*.md' '\]\(\K(?!https?:)[^)#]+' . | sed 's/:[0-9]*:/:/' | sed "s,^\.,$1,")
}

# check PREFIX TARGET EXPECTED…: what was installed is what was expected.
check() {
  local prefix=$1 target=$2 unit
  shift 2
  # Other programs' files are there as well, and stay.
  mkdir -p "$root$prefix/lib/udev/rules.d" "$root$prefix/share/doc/other"
  touch "$root$prefix/lib/udev/rules.d/99-other.rules"
  (umask 022 && make --silent "$target" BINARY=/bin/true DESTDIR="$root" PREFIX="$prefix") >/dev/null ||
    wrong "make $target PREFIX=$prefix fails"
  diff <(expected "$prefix" "$@" | sort) \
    <(cd "$root" && find . -type f ! -name 99-other.rules -printf '/%P %m\n' | sort) >&2 ||
    wrong "make $target PREFIX=$prefix: < is missing, > is too much"
  links "$root$prefix/share/doc/tapinput"
  while IFS= read -r unit; do
    grep -qx "ExecStart=$prefix/bin/tapinput run" "$unit" || wrong "$unit starts something else"
  done < <(find "$root" -name tapinput.service)
}

check /usr install /usr/share /usr/share/zsh/site-functions /usr/lib/systemd/system /usr/lib/udev/rules.d
make --silent uninstall DESTDIR="$root" PREFIX=/usr >/dev/null
[ "$(cd "$root" && find . -type f)" = ./usr/lib/udev/rules.d/99-other.rules ] ||
  wrong "make uninstall leaves or takes too much: $(find "$root" -type f)"
[ ! -e "$root/usr/share/doc/tapinput" ] || wrong "make uninstall leaves its folder of documents"
rm -rf "$root" && mkdir "$root"
check /usr/local install /etc /usr/local/share/zsh/site-functions /usr/local/lib/systemd/system \
  /usr/local/lib/udev/rules.d
rm -rf "$root" && mkdir "$root"
check /usr install-debian /usr/share /usr/share/zsh/vendor-completions /lib/systemd/system /lib/udev/rules.d
exit $fail
