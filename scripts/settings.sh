# SPDX-License-Identifier: GPL-2.0-only
# Sourced after lib.sh: the settings of a measured run, their defaults, and
# what is wrong with them, said before anything starts.
# shellcheck shell=bash

CPU=${CPU:-max}
FOLIO=${FOLIO:-64K}
LRU=${LRU:-classic}
MAP=${MAP:-1G}
MODE=${MODE:-file-mmap}
RECLAIM=${RECLAIM:-800M}
REPS=${REPS:-1}
export CPU FOLIO LRU MAP MODE RECLAIM REPS

# Set by check_settings.
MAP_BYTES=0

# The models of this QEMU that run arm64 kernels; it also has 32-bit ones.
cpu_models()
{
	qemu-system-aarch64 -M virt -cpu help | tr -d ' ' |
		grep -E '^(a64fx|max|neoverse-.*|cortex-a([3-9][0-9]|[0-9]{3}).*)$'
}

# Asked once QEMU is there.
check_cpu()
{
	local models

	models=$(cpu_models)
	grep -qxF -- "$CPU" <<<"$models" ||
		die -2 "unknown CPU=$CPU: this QEMU has $(xargs <<<"$models")"
}

check_settings()
{
	local folio

	case $MODE in
	file-mmap) ;;
	*) die -2 "unknown MODE=$MODE: there is file-mmap" ;;
	esac
	case $LRU in
	classic|mglru) ;;
	*) die -2 "unknown LRU=$LRU: there are classic and mglru" ;;
	esac
	[[ $REPS =~ ^[1-9][0-9]{0,2}$ ]] ||
		die -2 "REPS=$REPS is no number of repetitions: 1 to 999"
	case $FOLIO in
	4K|16K|32K|64K|128K|256K|512K|1M|2M) ;;
	8K) die -2 "FOLIO=8K: the page cache has no folios of two pages" ;;
	*) die -2 "FOLIO=$FOLIO is no folio size: 4K, 16K, 32K ... 1M, 2M" ;;
	esac
	to_bytes FOLIO "$FOLIO"; folio=$REPLY
	to_bytes MAP "$MAP"; MAP_BYTES=$REPLY
	((MAP_BYTES >= 16 << 20 && MAP_BYTES <= 1 << 40)) ||
		die -2 "MAP=$MAP: the mapping is 16M to 1024G"
	((MAP_BYTES % folio == 0)) ||
		die -2 "MAP=$MAP is no multiple of FOLIO=$FOLIO"
	to_bytes RECLAIM "$RECLAIM"
	((REPLY <= MAP_BYTES)) ||
		die -2 "RECLAIM=$RECLAIM is more than MAP=$MAP"
}

# Memory of a guest that maps MAP: its page cache whole, its page tables and
# the kernel, in steps of 256 MiB. Sets REPLY to MiB.
guest_mib()
{
	local map=$((MAP_BYTES >> 20))

	REPLY=$(((map + map * 15 / 100 + 768 + 255) / 256 * 256))
}
