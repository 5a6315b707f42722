#!/usr/bin/env bash
# Each module imports only what the table of docs/design.md lets it; nothing uses Foundation or Dispatch.
set -euo pipefail
cd "$(dirname "$0")/.."

fail=0
deny() { # deny WHAT PATTERN FOLDER...
  local what=$1 pattern=$2
  shift 2
  if grep -rnE "$pattern" "$@"; then
    echo "$what" >&2
    fail=1
  fi
}

access='^ *(public|package|internal|fileprivate|private)? *import +'

# allow MODULE IMPORT...: whatever else a module imports is denied.
allow() {
  local module=$1
  shift
  local allowed
  allowed=$(IFS='|'; echo "$*")
  if grep -rnE "$access" "Sources/$module" | grep -vE "${access#^}(${allowed:-nothing})\$"; then
    echo "$module may import nothing but: ${*:-(nothing)}" >&2
    fail=1
  fi
}

# Pure: no C, no clock, no file.
allow TapProtocol
allow Gestures TapProtocol
allow Mapping Gestures TapProtocol
# Thin layers; each C library is behind one of them, libevdev's names of keys besides.
allow EventLoop CLinux Glibc
allow Configuration CLibconfig CLibevdev EventLoop Gestures Glibc Mapping TapProtocol
allow VirtualInput CLibevdev CLinux EventLoop Gestures Mapping
allow Evdev CLibevdev CLinux EventLoop Glibc
allow Bus CDBus CLinux EventLoop
allow BlueZ Bus CLinux EventLoop TapProtocol
allow Control Bus EventLoop
allow Logind Bus EventLoop
# What looks at the machine from outside, and changes nothing.
allow Doctor BlueZ Bus Control EventLoop Glibc TapProtocol
allow ServiceManager CSystemd EventLoop
# What joins them: the driver knows no command line, no configuration file and no control.
allow Driver BlueZ Bus CLinux Evdev EventLoop Gestures Glibc Mapping Synchronization TapProtocol VirtualInput
# Pure but for what it takes from the driver: records and their text.
allow Monitor Driver Gestures Mapping TapProtocol VirtualInput

deny "Foundation and Dispatch are not used." "${access}(Foundation|FoundationEssentials|Dispatch)" Sources
deny "C libraries stay behind their layer." "${access}(CDBus|CLibconfig|CLibevdev|CSystemd)" Sources/tapinput
deny "No other program is run: what it needs is asked for by D-Bus, files and the kernel's calls." \
  '\b(posix_spawnp?|execl[ep]?|execvp?e?|popen|v?fork) *\(' Sources
deny "Errors are typed and told; nothing is forced." 'try!|fatalError|preconditionFailure' Sources
exit $fail
