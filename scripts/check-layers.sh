#!/usr/bin/env bash
# The pure modules know no C, no clock and no file; nothing uses Foundation or Dispatch.
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
deny "Foundation and Dispatch are not used." "${access}(Foundation|FoundationEssentials|Dispatch)" Sources
deny "The pure modules import no C and no I/O." \
  "${access}(Glibc|CLinux|CDBus|CLibevdev|EventLoop|Evdev|Bus|BlueZ|Control|VirtualInput|Driver)" \
  Sources/TapProtocol Sources/Gestures Sources/Mapping
deny "TapProtocol imports nothing of the project." "${access}(Gestures|Mapping)" Sources/TapProtocol
deny "Gestures knows no mapping." "${access}Mapping" Sources/Gestures
deny "EventLoop imports nothing of the project." \
  "${access}(TapProtocol|Gestures|Mapping|VirtualInput|Evdev|Bus|BlueZ|Control|Driver)" Sources/EventLoop
deny "Evdev knows the kernel's devices and nothing else." \
  "${access}(TapProtocol|Gestures|Mapping|VirtualInput|Bus|BlueZ|Control|Driver)" Sources/Evdev
deny "VirtualInput knows no Bluetooth." "${access}(TapProtocol|Bus|BlueZ|Control|Driver)" Sources/VirtualInput
deny "The driver knows no command line." "${access}tapinput" Sources/Driver
deny "libevdev stays behind Evdev and VirtualInput." "${access}CLibevdev" \
  Sources/Driver Sources/tapinput Sources/EventLoop Sources/Bus Sources/BlueZ Sources/Control
deny "libdbus stays behind Bus." "${access}CDBus" \
  Sources/Driver Sources/tapinput Sources/EventLoop Sources/BlueZ Sources/Control Sources/Evdev Sources/VirtualInput
deny "Bus knows the message bus and not who is on it." \
  "${access}(Glibc|TapProtocol|Gestures|Mapping|VirtualInput|Evdev|BlueZ|Control|Driver)" Sources/Bus
deny "BlueZ knows neither gestures nor keys, and not who controls the driver." \
  "${access}(Gestures|Mapping|VirtualInput|Evdev|Control|Driver)" Sources/BlueZ
deny "Control knows its interface and the bus." \
  "${access}(Glibc|CLinux|TapProtocol|Gestures|Mapping|VirtualInput|Evdev|BlueZ|Driver)" Sources/Control
deny "Errors are typed and told; nothing is forced." 'try!|fatalError|preconditionFailure' Sources
exit $fail
