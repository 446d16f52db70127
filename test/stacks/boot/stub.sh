#!/bin/bash
# Stands in for the programs that a boot script calls. Its name decides which one it is. It writes each call to
# $STATE/calls and keeps just enough state to refuse what the real program refuses. $ROOT is the root of the instance,
# $STUBS the folder of this program.
set -euo pipefail
program=$(basename "$0")
echo "$program $*" >> "$STATE/calls"

refuse() {
  echo "$program: $*" >&2
  exit 1
}

# Every network call fails once, as at a boot before the way out is there.
fail_once() {
  [ -e "$STATE/offline" ] && refuse "no network"
  [ -e "$STATE/tried-$program-$1" ] && return 0
  touch "$STATE/tried-$program-$1"
  refuse "no answer yet"
}

is_mounted() { [ -L "$ROOT/srv/search" ]; }

case "$program" in
  blkid)
    [ -e "$STATE/formatted" ] || exit 2
    ;;
  mkfs.xfs)
    [ -e "$STATE/formatted" ] && refuse "the volume has a file system"
    touch "$STATE/formatted"
    mkdir "$STATE/volume"
    ;;
  mount)
    is_mounted && refuse "already mounted"
    [ -e "$STATE/formatted" ] || refuse "no file system"
    [ $# -gt 1 ] || grep -q '^LABEL=search ' "$ROOT/etc/fstab" || refuse "not in fstab"
    rmdir "$ROOT/srv/search"
    ln -s "$STATE/volume" "$ROOT/srv/search"
    ;;
  umount)
    is_mounted || refuse "not mounted"
    rm "$ROOT/srv/search"
    mkdir "$ROOT/srv/search"
    ;;
  mountpoint)
    is_mounted
    ;;
  xfs_growfs)
    is_mounted || refuse "not a mounted file system"
    cp "$STATE/disk-gb" "$STATE/file-system-gb"
    ;;
  dd)
    touch "$ROOT/swapfile"
    ;;
  dnf)
    package=${!#}
    fail_once "$package"
    case "$package" in
      docker) ln -sf stub "$STUBS/docker" ;;
      iptables-services) ln -sf stub "$STUBS/iptables" ;;
    esac
    ;;
  aws)
    fail_once "$1"
    echo "key-of-the-parameter"
    ;;
  docker)
    case "$1" in
      container) [ -e "$STATE/container" ] ;;
      start) echo running > "$STATE/container" ;;
      pull) fail_once pull ;;
      run)
        [ -e "$STATE/container" ] && refuse "the name is taken"
        for argument in "$@"; do
          case "$argument" in
            *source=*)
              source=${argument#*source=} target=${argument#*target=}
              source=${source%%,*} target=${target%%,*}
              [ -e "$source" ] || refuse "bind source path does not exist: $source"
              for file in "$@"; do
                case "$file" in
                  "$target"/*) [ -e "$source/${file#"$target"/}" ] || refuse "no such file: $file" ;;
                esac
              done
              ;;
          esac
        done
        echo running > "$STATE/container"
        ;;
    esac
    ;;
  ip)
    echo "default via 10.0.0.1 dev ens5 proto dhcp src 10.0.0.9 metric 512"
    ;;
  iptables)
    case "$*" in
      *-C*) [ -e "$STATE/masquerade" ] ;;
      *-A*) touch "$STATE/masquerade" ;;
    esac
    ;;
  systemctl)
    [ "$1" = enable ] || exit 0
    unit=${!#}
    case "$unit" in
      *.timer) [ -e "$ROOT/etc/systemd/system/$unit" ] || refuse "no unit $unit" ;;
      # A package brings the unit of its program.
      *) [ -e "$STUBS/$unit" ] || refuse "no unit $unit" ;;
    esac
    ;;
  service) [ -e "$STUBS/$1" ] || refuse "no unit $1" ;;
  sysctl) [ -e "$2" ] || refuse "no file $2" ;;
  mkswap | shutdown | sleep | swapon) ;;
  *)
    refuse "no stub"
    ;;
esac
