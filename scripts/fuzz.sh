#!/usr/bin/env bash
# Builds the fuzzer and runs its targets, as many at once as there are processors.
# Fails where an input is found for which something does not hold: it is kept in build/fuzz/found.
# usage: [FUZZ_SECONDS=20] [FUZZ_TARGETS="frames captures …"] scripts/fuzz.sh
#        scripts/fuzz.sh seeds: writes the seeds of the corpus again, made of other files of the project
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${FUZZ_SECONDS:-20}
work=build/fuzz
fuzz=$work/build/release/fuzz
corpus=Tests/Fuzz/Corpus
# Swift's own report of a crash takes seconds and reads memory that the address sanitizer watches.
export SWIFT_BACKTRACE=enable=no
# Inputs are short: freed memory is watched for a while only, and where it came from is told in short.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16:malloc_context_size=4}

run() { # run TARGET LONGEST
  local target=$1 log=$work/$1.log status=0
  mkdir -p "$work/found" "$work/corpus/$target"
  # The work on a new input is not lost: the next run begins with what this one found.
  "$fuzz" "$target" -max_total_time="$seconds" -max_len="$2" -timeout=10 -rss_limit_mb=1024 \
    -dict="$work/words.dict" -artifact_prefix="$work/found/$target-" -print_final_stats=1 \
    "$work/corpus/$target" "$corpus/$target" </dev/null >"$log" 2>&1 || status=$?
  local count rate edges
  count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log" | tail -n 1)
  # One that ends at once has told of no edges; why it did is shown below.
  edges=$(grep -aoE 'cov: [0-9]+' "$log" | tail -n 1 | cut -d' ' -f2 || true)
  printf '%-14s %10s executions %8s a second %6s edges  %s\n' "$target" "${count:-?}" "${rate:-?}" \
    "${edges:-?}" "$([ "$status" -eq 0 ] && echo 'nothing found' || echo FOUND)"
  [ "$status" -eq 0 ] && return
  grep -aE '^fuzz: |^SUMMARY|Test unit written' "$log" || tail -n 20 "$log"
  return 1
}

if [ "${1:-}" = run ]; then
  run "$2" "$3"
  exit
fi

# 0 would be no limit at all.
[[ $seconds =~ ^[1-9][0-9]*$ ]] || {
  echo "FUZZ_SECONDS is no whole number from 1 on: $seconds" >&2
  exit 2
}
TAPINPUT_FUZZ=1 "${SWIFT:-swift}" build -c release --product fuzz --scratch-path $work/build \
  -Xswiftc -warnings-as-errors -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
if [ "${1:-}" = seeds ]; then
  "$fuzz" --seeds $corpus
  exit
fi
listed=$("$fuzz" --list)
known=" $(echo "$listed" | cut -d' ' -f1 | tr '\n' ' ')"
for target in ${FUZZ_TARGETS-}; do
  case $known in
    *" $target "*) ;;
    *)
      echo "FUZZ_TARGETS has no target named $target; there are:$known" >&2
      exit 2
      ;;
  esac
done
"$fuzz" --words >$work/words.dict
export FUZZ_SECONDS=$seconds
failed=0
echo "$listed" | while read -r target longest; do
  case " ${FUZZ_TARGETS:-$target} " in *" $target "*) echo "$target $longest" ;; esac
done | xargs -P "$(nproc)" -L 1 "$0" run || failed=1
exit $failed
