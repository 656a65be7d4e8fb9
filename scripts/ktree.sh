# SPDX-License-Identifier: GPL-2.0-only
# Sourced after lib.sh by the programs that handle a kernel tree: which kernel
# is meant, where its parts lie, and the one way to run its make.
# shellcheck shell=bash disable=SC2034,SC2153	# shared names

# What make, or whoever calls a program directly, left open.
KERNEL=${KERNEL:-}
KSRC=${KSRC:-}
FLAVOUR=${FLAVOUR:-}
CONTROL=${CONTROL:-}
ARCH=${ARCH:-arm64}
JOBS=${JOBS:-$(nproc)}
[[ $JOBS =~ ^[1-9][0-9]*$ ]] || die -2 "JOBS=$JOBS is no number of jobs"

known_flavours()
{
	(cd "$ROOT/qemu" && printf '%s\n' config.*) |
		sed -n 's/^config[.]\([a-z0-9]*\)$/\1/p' | grep -vx small | xargs
}

# The kernel's configuration may be of several flavours at once.
check_flavours()
{
	local name

	for name in $FLAVOUR; do
		[[ " $(known_flavours) " = *" $name "* ]] ||
			die -2 "unknown FLAVOUR=$name: there are $(known_flavours)"
	done
}

known_kernels()
{
	(cd "$ROOT/patches" && printf '%s\n' */ | tr -d / | xargs)
}

# Patches outside the series of $KERNEL that put an older behaviour back.
known_controls()
{
	find "$ROOT/patches/$KERNEL/control" -name '*.patch' -printf '%f\n' \
		2>/dev/null | sed 's/[.]patch$//' | sort | xargs
}

# For programs that handle the series alone: a run must not be another than
# was asked for.
refuse_control()
{
	[ -z "$CONTROL" ] ||
		die -2 "CONTROL=$CONTROL: $PROG takes the series alone, without a control patch"
}

# X.Y.Z of the tree in directory $1, or nothing when that is no kernel tree.
tree_version()
{
	sed -n -e 's/^VERSION = //p' -e 's/^PATCHLEVEL = //p' \
		-e 's/^SUBLEVEL = //p' "$1/Makefile" 2>/dev/null |
		paste -sd . | grep -E '^[0-9]+(\.[0-9]+){2}$' || :
}

# A tree of one's own brings its version along; a KERNEL that is given too
# must not contradict it.
kernel_of_ksrc()
{
	local version

	[ -d "$KSRC" ] || die -2 "KSRC=$KSRC is no directory"
	version=$(tree_version "$KSRC")
	[ -n "$version" ] || die -2 "KSRC=$KSRC holds no kernel source tree"
	version=${version%.*}
	[ -z "$KERNEL" ] || [ "$KERNEL" = "$version" ] ||
		die -2 "KSRC=$KSRC is a $version tree, but KERNEL=$KERNEL"
	KERNEL=$version
	KSRC=$(realpath "$KSRC")
}

# Sets KERNEL (6.12), KCROSS (prefix of its compiler), K (its name under out/), SRC (pristine tree), SRC_ID
# (file that says which source that is, written last) and SERIES.
kernel_places()
{
	[ -z "$KSRC" ] || kernel_of_ksrc
	KERNEL=${KERNEL:-6.12}
	[[ $KERNEL =~ ^[0-9]+\.[0-9]+$ && -d $ROOT/patches/$KERNEL ]] ||
		die -2 "unknown KERNEL=$KERNEL: there are $(known_kernels)"
	K=$KERNEL
	[ -z "$KSRC" ] ||
		K=$KERNEL-ksrc-$(printf %s "$KSRC" | sha256sum | head -c 8)
	[[ $ARCH = arm64 || -e $ROOT/qemu/config.$ARCH ]] ||
		die -2 "unknown ARCH=$ARCH: there are arm64 and x86_64"
	check_flavours
	[[ -z $CONTROL || ($CONTROL =~ ^[a-z0-9-]+$ &&
		-e $ROOT/patches/$KERNEL/control/$CONTROL.patch) ]] ||
		die -2 "unknown CONTROL=$CONTROL: there are $(known_controls)"
	KCROSS=''
	[ "$ARCH" != arm64 ] || KCROSS=aarch64-linux-gnu-
	SRC=$OUT/src/$K
	SRC_ID=$OUT/src/$K.id
	SERIES=$ROOT/patches/$KERNEL
	export KERNEL KSRC FLAVOUR CONTROL
}

# Sets PATCHED (y when the series is in it), ON_TOP (the control patch on top
# of the series), TREE (source of that variant), BUILD (object directory) and
# KOUT (the finished kernel) for VARIANT $1 and ARCH. With CONTROL, base is the
# control kernel.
variant_places()
{
	local name=$1 flavour

	PATCHED=y ON_TOP=''
	case $1 in
	base)
		if [ -n "$CONTROL" ]; then
			ON_TOP=$CONTROL name=control-$CONTROL
		else
			PATCHED=''
		fi ;;
	batched) ;;
	*) die -2 "unknown VARIANT=$1: there are base and batched" ;;
	esac
	TREE=$SRC
	[ -z "$PATCHED" ] || TREE=$OUT/tree/$K/$name
	[ "$ARCH" = arm64 ] || name=$name-$ARCH
	for flavour in $FLAVOUR; do name=$name-$flavour; done
	BUILD=$OUT/build/$K/$name
	KOUT=$OUT/kernel/$K/$name
}

# Names of the series' patches, in order, and of control patch $1, if given.
series()
{
	[ ! -e "$SERIES/series" ] || sed 's/[[:space:]]*#.*//;/^$/d' "$SERIES/series"
	[ -z "${1:-}" ] || echo "control/$1.patch"
}

# Paths, in the kernel tree, of the overlay's files.
overlay_files()
{
	(cd "$ROOT" && find arch mm -type f ! -name '.*' ! -name '*~' | sort)
}

# Paths the series patches, and control patch $1, if given.
patched_files()
{
	local patch

	while read -r patch; do
		sed -n 's,^+++ b/\([^[:space:]]*\).*,\1,p' "$SERIES/$patch"
	done < <(series "${1:-}") | sort -u
}

# Runs make for $TREE and $BUILD. The environment is emptied, for kbuild takes
# variables from it, and what would make two builds of one source differ is
# fixed.
kmake()
{
	local cc=${KCROSS}gcc

	! command -v ccache >/dev/null || cc="ccache $cc"
	env -i PATH="$PATH" HOME="${HOME:-/}" LC_ALL=C TMPDIR="${TMPDIR:-/tmp}" \
		${CCACHE_DIR:+CCACHE_DIR="$CCACHE_DIR"} \
		CCACHE_BASEDIR="$OUT" CCACHE_NOHASHDIR=1 \
		KBUILD_BUILD_TIMESTAMP=@0 KBUILD_BUILD_USER=rb \
		KBUILD_BUILD_HOST=rb KBUILD_BUILD_VERSION=1 \
		make -C "$TREE" O="$BUILD" -j"$JOBS" \
		ARCH="$ARCH" CROSS_COMPILE="$KCROSS" CC="$cc" "$@"
}
