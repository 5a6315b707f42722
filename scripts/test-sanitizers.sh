#!/usr/bin/env bash
# The unit tests under the address sanitizer and under the thread sanitizer, and whether `replay` leaks.
# usage: scripts/test-sanitizers.sh [address] [leaks] [thread]   (all of them if none is named)
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
work=build/sanitizers
mkdir -p $work
# The completions are shell, in which no sanitizer sees anything, and ask the driver for a second at most,
# which is short where all tests run at once and slowly.
tests=(--skip CompletionTests)
# Swift's own report of a crash hides the sanitizer's.
export SWIFT_BACKTRACE=enable=no

# Whoever is killed by a signal or ends by exit() leaves objects that refer to each other, which are no
# leak that grows: leaks are looked for where a command ends in order, in `leaks`.
address() {
  ASAN_OPTIONS=detect_leaks=0 "$swift" test --sanitize=address --scratch-path $work/address "${tests[@]}"
}

# Thread sanitizer wants its addresses where they are without randomization, which some kernels
# spread further than it knows.
thread() {
  local fixed=()
  if setarch -R true 2>/dev/null; then fixed=(setarch -R); fi
  TSAN_OPTIONS="halt_on_error=0 exitcode=66" \
    "${fixed[@]}" "$swift" test --sanitize=thread --scratch-path $work/thread "${tests[@]}"
}

# replay OUTPUT-STATUS COMMAND...: fails where the command leaks or ends with another status.
replay() {
  local expected=$1 status=0
  shift
  ASAN_OPTIONS=detect_leaks=1:exitcode=23 "$@" </dev/null >/dev/null 2>$work/leaks.log || status=$?
  [ "$status" -eq "$expected" ] && return
  cat $work/leaks.log >&2
  echo "$*: status $status, not $expected" >&2
  return 1
}

leaks() {
  local tapinput=$work/address/debug/tapinput demo=Sources/Driver/Resources/demo.tapcap
  # Always: what is there may be older than the sources.
  "$swift" build --sanitize=address --scratch-path $work/address --product tapinput
  # That a leak would be seen is seen first: with a library that leaks 100 bytes.
  echo '__attribute__((constructor)) static void leak(void) { *(volatile char *)__builtin_malloc(100) = 1; }' |
    ${CC:-clang} -O0 -shared -fPIC -x c -o $work/leak.so -
  replay 23 env LD_PRELOAD=$work/leak.so $tapinput replay $demo
  grep -q '100 byte(s) leaked in 1 allocation(s)' $work/leaks.log
  replay 0 $tapinput replay $demo
  replay 0 $tapinput replay --sink dpad --config examples/tapinput.conf --profile media $demo
  replay 0 $tapinput demo
  replay 0 $tapinput check examples/tapinput.conf
  # A bad capture after a good beginning, and a bad configuration.
  head -n 20 $demo >$work/bad.tapcap
  echo 'n 99 c3ff000e 0' >>$work/bad.tapcap
  replay 65 $tapinput replay $work/bad.tapcap
  { cat examples/tapinput.conf && echo 'profiles = {'; } >$work/bad.conf
  replay 78 $tapinput replay --config $work/bad.conf $demo
  replay 78 $tapinput check $work/bad.conf
  echo 'replay leaks nothing; a leak of 100 bytes is seen'
}

# shellcheck disable=SC2048,SC2086   # an argument may be several names
set -- ${*:-address leaks thread}
[ $# -gt 0 ] || set -- address leaks thread
for name in "$@"; do
  case $name in
    address | leaks | thread) ;;
    *)
      echo "no such sanitizer: $name; there are address, leaks and thread" >&2
      exit 2
      ;;
  esac
done
for name in "$@"; do
  start=$SECONDS
  "$name"
  echo "$name: $((SECONDS - start)) s"
done
