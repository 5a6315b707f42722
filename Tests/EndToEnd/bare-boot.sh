# Boots the bare Debian of bare.sh. Sourced by `run`.
#
# shellcheck shell=bash disable=SC2154   # what is not set here is set by `run` and bare.sh; `log` is play's

# What the machine gets on a second disk: the tests, the package, and the same one as a newer version.
make_media() {
  local media=$work/media
  mkdir -p "$media"
  cp -r "$here/harness" "$here/scenarios" "$media/"
  cp "$package" "$media/"
  dpkg-deb --raw-extract "$package" "$work/next"
  sed -i 's/^Version: .*/&+next/' "$work/next/DEBIAN/control"
  dpkg-deb --build --root-owner-group -Zgzip "$work/next" "$media/tapinput-next_amd64.deb" >/dev/null
  cat >"$media/guest" <<EOF
export PYTHONPATH=/opt/harness/python PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
cd /mnt && python3 -m harness.bare $(printf '%q ' "$token" "${bares[@]}")
# A signal ends it where the machine starts anew.
[ \$? -ge 128 ] || systemctl poweroff --force
EOF
  PATH=$PATH:/usr/sbin:/sbin mke2fs -q -t ext4 -O '^has_journal' -d "$media" "$work/media.img" 64M
}

# A machine that starts anew is another QEMU on the same disk, as a warm start under emulation may hang; what is written to
# the disk is forgotten in the end.
boot_bare() {
  local qemu='' start
  trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null; exit 143' TERM
  make_media >"$log" 2>&1
  cp --sparse=always "$bare/disk.img" "$work/disk.img"
  : >"$work/said"
  for start in 1 2 3; do
    timeout --kill-after=10 "$limit" qemu-system-x86_64 -machine q35,accel=tcg -cpu max -smp 2 -m 1G \
      -nodefaults -no-user-config -display none -no-reboot \
      -kernel "$cache/kernel/$(readlink "$cache/kernel/vmlinuz")" -initrd "$bare/initramfs.gz" \
      -append "console=ttyS0 quiet mitigations=off systemd.show_status=false" \
      -drive "file=$work/disk.img,if=virtio,format=raw,cache=unsafe" \
      -drive "file=$work/media.img,if=virtio,format=raw,readonly=on" \
      -device virtio-rng-pci -serial "file:$log" \
      -chardev "stdio,id=tests,logfile=$work/said,logappend=on" -serial chardev:tests \
      </dev/null 2>>"$log" &
    qemu=$!
    wait "$qemu" || true
    [ "$(grep -c '^# the machine starts anew' "$work/said")" -eq "$start" ] || return 0
  done
}
