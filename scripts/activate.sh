#!/usr/bin/env bash
# Makes the system see what `make install` has put into it, or what `make uninstall` has taken out.
# usage: activate.sh installed|uninstalled
set -euo pipefail

# Each of these may be missing, or not be running, without harm.
try() {
  command -v "$1" >/dev/null || return 0
  "$@" >/dev/null 2>&1 || echo "did not work: $*" >&2
}

[ "$1" = installed ] && try systemd-sysusers tapinput.conf && try modprobe uinput
[ -d /run/systemd/system ] && try systemctl daemon-reload
if [ -S /run/udev/control ]; then
  try udevadm control --reload
  [ ! -e /sys/class/misc/uinput ] || try udevadm trigger --action=change /sys/class/misc/uinput
fi
# The bus sees new policies by itself.
exit 0
