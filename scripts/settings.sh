# SPDX-License-Identifier: GPL-2.0-only
# Sourced after lib.sh: the settings of a measured run, their defaults, and
# what is wrong with them, said before anything starts.
# shellcheck shell=bash disable=SC2034	# names for those who source this

ARCH=${ARCH:-arm64}
BOOTS=${BOOTS:-1}
BY=${BY:-madvise}
FOLIO=${FOLIO:-64K}
LIMIT=${LIMIT:-64M}
LRU=${LRU:-classic}
MODE=${MODE:-file-mmap}
OPS=${OPS:-}
OWN=${OWN:-64M}
REPS=${REPS:-1}
RUNTIME=${RUNTIME:-10}
SHARE=${SHARE:-thread}
SWAP=${SWAP:-zram}
THP=${THP:-4K}
# What each mode is known by: the sizes and machines of a first look.
case $MODE in
file-mmap) MAP=${MAP:-1G} RECLAIM=${RECLAIM:-800M} SMP=${SMP:-1} ;;
pageout) MAP=${MAP:-512M} RECLAIM=${RECLAIM:-half} SMP=${SMP:-1} ;;
bystander) MAP=${MAP:-512M} RECLAIM=$MAP SMP=${SMP:-2} ;;
*) MAP=${MAP:-256M} RECLAIM=$MAP SMP=${SMP:-1} ;;
esac
VM=${VM:-4}
case $ARCH in
x86_64) CPU=${CPU:-max} QEMU_SYSTEM=qemu-system-x86_64 ;;
*) CPU=${CPU:-max} QEMU_SYSTEM=qemu-system-aarch64 ;;
esac
export ARCH BOOTS BY CPU FOLIO LIMIT LRU MAP MODE OPS OWN RECLAIM REPS \
	RUNTIME SHARE SMP SWAP THP VM

# Set by check_settings: what the mapping takes, and in all modes but file-mmap
# what swap must hold, both in bytes.
MAP_BYTES=0
SWAP_BYTES=0

# The models of this QEMU that run our kernels; it also has 32-bit ones.
cpu_models()
{
	case $ARCH in
	x86_64)
		$QEMU_SYSTEM -cpu help | sed -n 's/^x86 \([^ ]*\) .*/\1/p' ;;
	*)
		$QEMU_SYSTEM -M virt -cpu help | tr -d ' ' |
			grep -E '^(a64fx|max|neoverse-.*|cortex-a([3-9][0-9]|[0-9]{3}).*)$' ;;
	esac
}

# Asked once QEMU is there.
check_cpu()
{
	local models

	models=$(cpu_models)
	grep -qxF -- "$CPU" <<<"$models" ||
		die -2 "unknown CPU=$CPU: this QEMU has $(xargs <<<"$models")"
}

# one_of NAME WORD...: the variable NAME is one of the words.
one_of()
{
	local name=$1 words=${*:2} last=${*: -1}

	[[ " $words " = *" ${!name} "* ]] && return
	words=${words%" $last"}
	die -2 "unknown $name=${!name}: there are ${words// /, } and $last"
}

# count_of NAME MAX: the variable NAME is a number from 1 to MAX.
count_of()
{
	[[ ${!1} =~ ^[1-9][0-9]{0,8}$ && ${!1} -le $2 ]] ||
		die -2 "$1=${!1} is no number $3: 1 to $2"
}

check_folio()
{
	case ${!1} in
	4K|16K|32K|64K|128K|256K|512K|1M|2M) ;;
	8K) die -2 "$1=8K: there are no folios of two pages" ;;
	*) die -2 "$1=${!1} is no folio size: 4K, 16K, 32K ... 1M, 2M" ;;
	esac
	to_bytes "$1" "${!1}"
	((MAP_BYTES % REPLY == 0)) ||
		die -2 "MAP=$MAP is no multiple of $1=${!1}"
}

# Anonymous memory goes to swap: all of MAP at most, and stress-ng's twice.
check_swapping()
{
	one_of SWAP zram disk
	one_of BY madvise reclaim
	one_of SHARE thread process
	check_folio THP
	count_of VM 256 "of workers"
	count_of RUNTIME 3600 "of seconds"
	[ -z "$OPS" ] || count_of OPS 999999999 "of operations"
	to_bytes OWN "$OWN"
	to_bytes LIMIT "$LIMIT"
	SWAP_BYTES=$((MAP_BYTES + MAP_BYTES / 4))
	case $MODE in
	bystander)
		((SMP >= 2)) ||
			die -2 "SMP=$SMP: MODE=bystander takes two CPUs or more" ;;
	dirty)
		((REPLY >= 16 << 20)) ||
			die -2 "LIMIT=$LIMIT is below 16M: stress-ng itself would not fit"
		((REPLY < MAP_BYTES)) ||
			die -2 "LIMIT=$LIMIT is not below MAP=$MAP: nothing would be paged out"
		SWAP_BYTES=$((2 * MAP_BYTES + MAP_BYTES / 4)) ;;
	esac
}

check_settings()
{
	one_of MODE file-mmap pageout bystander dirty
	one_of ARCH arm64 x86_64
	one_of LRU classic mglru
	count_of REPS 999 "of repetitions"
	count_of BOOTS 99 "of boots"
	count_of SMP 16 "of CPUs"
	to_bytes MAP "$MAP"; MAP_BYTES=$REPLY
	((MAP_BYTES >= 16 << 20 && MAP_BYTES <= 1 << 40)) ||
		die -2 "MAP=$MAP: the mapping is 16M to 1024G"
	check_folio FOLIO
	[ "$MODE" = file-mmap ] || check_swapping
	[ "$RECLAIM" != half ] || RECLAIM=$((MAP_BYTES >> 11))K
	to_bytes RECLAIM "$RECLAIM"
	((REPLY <= MAP_BYTES)) ||
		die -2 "RECLAIM=$RECLAIM is more than MAP=$MAP"
}

# Sets GUEST (what a guest is made of), PACKAGES (its Debian packages, unpacked)
# and CROSS (prefix of its compiler).
guest_places()
{
	case $ARCH in
	arm64) GUEST=$OUT/guest CROSS=aarch64-linux-gnu- ;;
	*) GUEST=$OUT/guest-$ARCH CROSS='' ;;
	esac
	PACKAGES=$OUT/$ARCH
}

# Memory of a guest that maps MAP: its page cache whole, its page tables and
# the kernel, in steps of 256 MiB; what is swapped to memory stays there, at
# half its size. Sets REPLY to MiB.
guest_mib()
{
	local map=$((MAP_BYTES >> 20)) more=0

	if [ "$MODE" = bystander ]; then
		to_bytes OWN "$OWN"; more=$((REPLY >> 20))
	fi
	[[ $MODE = file-mmap || $SWAP != zram ]] || more=$((more + map / 2))
	REPLY=$(((map + map * 15 / 100 + more + 768 + 255) / 256 * 256))
}
