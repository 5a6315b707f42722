#!/usr/bin/env bash
# The systemd units, the udev rules, the bus policy and the lists for the system, as far as this machine's tools can judge
# them.
set -euo pipefail
cd "$(dirname "$0")/.."

fail=0
wrong() {
  echo "$*" >&2
  fail=1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder/runtime"

for kind in system user; do
  unit=systemd/$kind/tapinput.service
  # Bluetooth comes and goes: nothing may be stopped or refused for it.
  ! grep -nE '^(Requires|Requisite|BindsTo|PartOf)=' "$unit" || wrong "$unit depends on more than it wants"
  for setting in Type=notify WatchdogSec= Restart=on-failure RestartSec= StartLimitBurst= \
    RestartPreventExitStatus= ExecReload= WantedBy=; do
    grep -q "^$setting" "$unit" || wrong "$unit has no $setting"
  done
  ! command -v systemd-analyze >/dev/null && continue
  # The program need not be installed here.
  mkdir "$folder/$kind"
  sed 's,^ExecStart=/usr/bin/tapinput,ExecStart=/bin/true,' "$unit" >"$folder/$kind/tapinput.service"
  XDG_RUNTIME_DIR=$folder/runtime SYSTEMD_LOG_LEVEL=warning \
    systemd-analyze "--$kind" verify --man=no "$folder/$kind/tapinput.service" >"$folder/log" 2>&1 ||
    wrong "$unit is not sound:" "$(cat "$folder/log")"
  # Other units on this machine may be unsound.
  ! grep -n tapinput "$folder/log" || wrong "$unit is not sound"
done

# systemd 254 and later can judge udev's rules.
if udevadm verify --help >/dev/null 2>&1; then
  udevadm verify udev/*.rules >"$folder/log" 2>&1 || wrong "the udev rules are not sound:" "$(cat "$folder/log")"
fi

if command -v systemd-analyze >/dev/null; then
  # In tenths: 1.5 or better.
  systemd-analyze security --offline=true --threshold=15 systemd/system/tapinput.service >"$folder/log" ||
    wrong "the system unit is too open:" "$(grep -v '✓' "$folder/log")"
else
  echo "systemd-analyze is not here: the units were not rated" >&2
fi
exit $fail
