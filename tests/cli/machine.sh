#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Machines that cannot do the job: a package missing, no right to install it,
# too little memory or disk, a disk that fills up half-way, a second run.
. "$(dirname "$0")/lib.sh"

# A dpkg-query that knows every package but sparse.
mkdir "$WORK/stub"
cat >"$WORK/stub/dpkg-query" <<'END'
#!/bin/sh
for package; do
	case $package in -*|*'{'*|sparse) ;; *) echo "$package installed" ;; esac
done
END
printf '#!/bin/sh\necho 1000\n' >"$WORK/stub/id"
chmod +x "$WORK"/stub/*
refused "missing package, not root" 1 \
	'as root: apt-get install --no-install-recommends sparse$' \
	env PATH="$WORK/stub:$PATH" "$ROOT/scripts/deps"
said=$(OUT=$WORK/out PATH="$WORK/stub:$PATH" "$ROOT/scripts/deps" --dry-run)
if [ "$said" = "missing; as root: apt-get install --no-install-recommends sparse" ]
then
	ok "deps --dry-run"
else
	not_ok "deps --dry-run" "$said"
fi

# half_way NAME PATTERN COMMAND...: fails, says PATTERN at the end, and leaves
# neither scratch nor anything that looks finished.
half_way()
{
	local name=$1 pattern=$2 said code=0

	shift 2
	said=$("$@" 2>&1 </dev/null) || code=$?
	if [ "$code" = 0 ] || ! tail -n 8 <<<"$said" | grep -qE "$pattern"; then
		not_ok "$name" "exit status $code: $said"
	elif [ -n "$(ls -A "$OUT/tmp" 2>/dev/null)" ] ||
		[ -e "$OUT/src/6.12.id" ] || [ -e "$OUT/guest/initramfs.gz" ]
	then
		not_ok "$name" "left: $(find "$OUT" ! -path "$OUT/bin*")"
	else
		ok "$name"
	fi
}

refused "too little memory" 4 'MAP=900G needs [0-9]+ MiB of free memory' \
	env MAP=900G "$ROOT/scripts/bench"
refused "OUT not writable" 1 'cannot write to /proc/out' \
	env OUT=/proc/out "$ROOT/scripts/fetch" arm64

if [ "$(id -u)" != 0 ]; then
	skip "too little disk" "mounting a small disk needs root"
	skip "disk full half-way" "mounting a small disk needs root"
else
	mkdir "$WORK/small"
	mount -t tmpfs -o size=3m tmpfs "$WORK/small"
	export OUT=$WORK/small
	refused "too little disk" 4 'needs [0-9]+ MiB of free disk, there are 3' \
		"$ROOT/scripts/bench"
	ln -s "$BUILT/apt" "$OUT/apt"
	half_way "source unpacked on a full disk" 'cannot unpack .*disk full' \
		"$ROOT/scripts/fetch" source
	ln -s "$BUILT/arm64" "$OUT/arm64"
	cp -r "$BUILT/bin" "$OUT/bin" 2>/dev/null
	half_way "guest built on a full disk" '[Nn]o space left' \
		"$ROOT/scripts/guest"
	unset OUT
fi

mkdir -p "$WORK/busy"
exec 8>"$WORK/busy/.lock"
flock 8
OUT=$WORK/busy refused "second run at once" 1 'another run works in' \
	"$ROOT/scripts/bench"
exec 8>&-
