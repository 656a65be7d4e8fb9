# SPDX-License-Identifier: GPL-2.0-only
# The front door: every target is one program of scripts/.
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

export KERNEL KSRC FLAVOUR APPEND CPU LRU FOLIO MAP RECLAIM REPS MODE JOBS OUT V

VARIANT ?= base

help: ## this text (default)
	@echo 'Targets:'
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  \1	\2/p' $(MAKEFILE_LIST) | \
		expand -t 16
	@echo
	@echo 'Variables:'
	@sed -n 's/^## \([A-Z]*=[^ ]*\) *\(.*\)/  \1	\2/p' $(MAKEFILE_LIST) | \
		expand -t 30

## KERNEL=6.12                the kernel: Debian's linux-source package
## KSRC=DIR                   this source tree instead, copied, never changed
## FLAVOUR=debug|hmm          a kernel with the options of qemu/config.FLAVOUR too
## APPEND=TEXT                more of the guest kernel's command line
## CPU=max                    QEMU's processor model
## LRU=classic|mglru          which reclaim
## FOLIO=64K                  size of every folio, 4K to 2M
## MAP=1G                     mapped file
## RECLAIM=800M               how much of it is reclaimed
## REPS=1                     measured repetitions
## MODE=file-mmap             what the bench does
## JOBS=N                     parallel jobs (all processors)
## VARIANT=base|batched       for kernel and shell
## FILE=FILE                  for compare and sweep-render
## DEST=DIR                   for series
## OUT=out                    where everything made is put

bench: ## both kernels, side by side: everything from nothing to the table
	@scripts/bench

compare: ## the table of FILE= again (the newest run)
	@scripts/compare $(FILE)

sweep: ## every folio size, LRU and CPU on both kernels, as table and plots
	@scripts/sweep

sweep-render: ## table and plots of FILE= again (the newest sweep)
	@scripts/sweep --render $(FILE)

kernel: ## build KERNEL= VARIANT= into out/kernel
	@scripts/prepare $(VARIANT)

guest: ## build the bench, the guest and the counting plugin
	@scripts/guest

shell: ## boot KERNEL= VARIANT= to a prompt with the bench in it
	@scripts/shell $(VARIANT)

test: ## every test; ends with "N passed, N failed"
	@scripts/test

test-all: ## those, everything switched off, and device-exclusive entries
	@scripts/test host lint smoke counts guest cli off exclusive

lint: ## checkpatch, sparse, shellcheck, warnings
	@scripts/lint

apply-check: ## do the patches apply on every point release in reach?
	@scripts/apply-check

series: ## the patches as mails for git am, in DEST=
	@scripts/series $(DEST)

series-check: ## do these mails apply and build, one by one?
	@scripts/series-check

clean: ## remove what was built; sources and results stay
	@scripts/clean

distclean: ## remove out/ whole
	@scripts/clean --all

.PHONY: help bench compare sweep sweep-render kernel guest shell test test-all lint \
	apply-check series series-check clean distclean
