#!/bin/bash
# `npm test -- --bare`: `npm ci` and `npm test` as on a machine that has Node, npm and what every Debian has, and nothing
# else: a test that needs more must say so, and be skipped. What is committed is tested, in a clone.
set -euo pipefail

if [ "${1:-}" != inside ]; then
  if [ "$(id -u)" != 0 ] || ! type unshare dpkg-query git > /dev/null 2>&1; then
    echo "Run this as root on Debian, with git: the other programs are hidden in a mount namespace." >&2
    exit 2
  fi
  # npm puts the project's own Node in front; the machine's is meant.
  PATH=$(tr : '\n' <<< "$PATH" | grep -v node_modules | paste --serial --delimiters :)
  folder=$(mktemp --directory)
  trap 'rm --recursive --force "$folder"' EXIT
  git clone --quiet "$(git rev-parse --show-toplevel)" "$folder/clone"
  mkdir "$folder/programs" "$folder/none"
  dpkg-query --show --showformat '${Package}:${Architecture} ${Priority}\n' |
    awk '$2 == "required" { print $1 }' | xargs dpkg --listfiles | grep -E '^(/usr)?/bin/.' |
    xargs cp --dereference --force --target-directory "$folder/programs" 2> /dev/null || true
  cp "$(command -v awk)" "$(command -v node)" "$folder/programs"
  for name in npm npx; do
    ln --symbolic "$(readlink --canonicalize "$(command -v $name)")" "$folder/programs/$name"
  done
  unshare --mount "$BASH" "$0" inside "$folder"
  exit
fi

folder=$2
mount --bind "$folder/none" /usr/local/bin
mount --bind "$folder/programs" /usr/bin
export PATH=/usr/bin:/bin
cd "$folder/clone"
npm ci
npm test
