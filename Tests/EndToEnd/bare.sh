# A bare Debian with systemd as its init, a user who is logged in, and no tapinput: an image that is made once and kept.
# Sourced by `run`. It is of this system's own release, from its own package sources.
#
# shellcheck shell=bash disable=SC2154   # cache, python, here and die are set by `run` and prepare.sh

bare_packages=(
  systemd-sysv udev kmod dbus dbus-user-session libpam-systemd sudo # a system on which somebody logs in
  bluez libinput-tools acl                                           # what the newcomer has, and the judges
  python3                                                            # what the tests are written in
)
# What the package needs beyond that is fetched by apt in the machine, from a folder.
offered_packages=(libconfig9 libevdev2 libsystemd0 libdbus-1-3)
# The parts of the kernel that are there; devices of the host's kind, and those of a desktop with Bluetooth.
kernel_parts=(
  crypto lib/crypto arch/x86/crypto net/bluetooth net/rfkill net/unix net/ipv6 fs/ext4 fs/jbd2 fs/mbcache.ko
  fs/autofs fs/fuse fs/nls drivers/bluetooth drivers/hid drivers/input drivers/virtio drivers/block/virtio_blk.ko
  drivers/char lib
)
# In this order, to reach the disk.
disk_modules=(virtio_pci virtio_blk ext4)

bare_image() {
  local key
  key=$(cat "$here/bare.sh" "$here"/bare/* "$here/requirements.txt" <(readlink "$cache/kernel/vmlinuz") \
    <(. /etc/os-release && echo "$VERSION_CODENAME") | sha256sum | cut -c1-12)
  bare=$cache/bare-$key
}

# Package lists of Debian itself, as this system's apt has them.
apt_sources() {
  apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    sort -u
}

# make_initramfs FOLDER: busybox, and the modules that reach the disk.
make_initramfs() {
  local root=$1/initramfs version module path
  version=$(readlink "$cache/kernel/vmlinuz")
  version=${version#boot/vmlinuz-}
  mkdir -p "$root"/{bin,dev,proc,sys,root,modules}
  cp "$(command -v busybox)" "$root/bin/busybox"
  for module in "${disk_modules[@]}"; do
    PATH=$PATH:/usr/sbin:/sbin modprobe -d "$cache/kernel" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' |
    while IFS= read -r path; do
      module=$(basename "${path%.ko*}").ko
      case $path in *.xz) xz -dc "$path" ;; *) cat "$path" ;; esac >"$root/modules/$module"
      echo "$module" >>"$root/modules/order"
    done
  install -m 755 "$here/bare/init" "$root/init"
  (cd "$root" && find . | busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$1/initramfs.gz"
  rm -rf "$root"
}

# make_files FOLDER: what is laid over the bare system.
make_files() {
  local version kernel part
  version=$(readlink "$cache/kernel/vmlinuz")
  version=${version#boot/vmlinuz-}
  kernel=$cache/kernel/lib/modules/$version
  # As in a Debian, where depmod finds them in either place.
  mkdir -p "$1/usr/lib/modules/$version/kernel" "$1/opt/harness"
  ln -s usr/lib "$1/lib"
  for part in "${kernel_parts[@]}"; do
    (cd "$kernel/kernel" && cp -r --parents "$part" "$1/lib/modules/$version/kernel/" 2>/dev/null) || true
  done
  cp "$kernel"/modules.{builtin,builtin.modinfo,order} "$1/lib/modules/$version/"
  PATH=$PATH:/usr/sbin:/sbin depmod -b "$1" "$version"
  # With the times of the files, by which Python knows what it has compiled already.
  cp -r --preserve=timestamps "$python"/lib/python3*/site-packages "$1/opt/harness/python"
  rm -rf "$1"/opt/harness/python/{pip,setuptools,virtme,pygments}*
  rm "$1/lib"
}

make_bare() {
  bare_image
  [ -e "$bare/complete" ] && return
  echo "# making a bare Debian"
  local made release
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  made=$(mktemp -d "$cache/bare-making.XXXXXX")
  chmod 755 "$made"
  apt_sources >"$made/sources"
  [ -s "$made/sources" ] || { as_root apt-get update -qq && apt_sources >"$made/sources"; }
  apt-config dump | grep -E '^Acquire::(Check|Retries|http|https)' >"$made/apt.conf" || true
  make_initramfs "$made"
  make_files "$made/files"
  OFFERED="${offered_packages[*]}" FILES=$made/files CONFIGURE=$here/bare/configure IMAGE=$made/disk.img \
    mmdebstrap --quiet --variant=minbase --aptopt="$made/apt.conf" --include="$(IFS=,; echo "${bare_packages[*]}")" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --customize-hook='bash "$CONFIGURE" "$1"' --format=null "$release" /dev/null "$made/sources" >&2 ||
    die "a bare Debian cannot be made"
  rm -rf "$made/files"
  touch "$made/complete"
  # Another one is of no more use; but of a machine that runs, as long as it does.
  find "$cache" -maxdepth 1 -name 'bare-*' ! -path "$made" -exec rm -rf {} +
  mv "$made" "$bare"
}
