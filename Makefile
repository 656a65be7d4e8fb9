# SPDX-License-Identifier: GPL-2.0-only
# The front door: every target is one program of scripts/.
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

export KERNEL KSRC FLAVOUR CONTROL APPEND ARCH CPU SMP LRU FOLIO MAP RECLAIM REPS \
	BOOTS MODE THP SWAP BY OWN SHARE VM LIMIT RUNTIME OPS JOBS OUT V

VARIANT ?= base

help: ## this text (default)
	@echo 'Targets:'
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  \1	\2/p' $(MAKEFILE_LIST) | \
		expand -t 16
	@echo
	@echo 'Variables:'
	@sed -n 's/^## \([A-Z]*=[^ ]*\| \) *\(.*\)/  \1	\2/p' $(MAKEFILE_LIST) | \
		expand -t 30

## KERNEL=6.12                the kernel: Debian's linux-source package
## KSRC=DIR                   this source tree instead, copied, never changed
## FLAVOUR=debug|hmm|64k      a kernel with the options of qemu/config.FLAVOUR too
## CONTROL=NAME               in place of the unpatched kernel: the patched one and
##                            patches/KERNEL/control/NAME.patch on top
## APPEND=TEXT                more of the guest kernel's command line
## CPU=max                    QEMU's processor model
## LRU=classic|mglru          which reclaim
## MODE=file-mmap             what the bench does, or:
##                            pageout: anonymous memory to swap by one call
##                            bystander: what that costs another thread (SMP=2)
##                            dirty: stress-ng in a cgroup that is too small
## MAP=1G|512M|256M           what is mapped (file-mmap, the next two, dirty)
## RECLAIM=800M|half          how much of it is reclaimed (file-mmap; BY=reclaim)
## FOLIO=64K                  file-mmap: size of every folio, 4K to 2M
## THP=4K                     other modes: size of every folio, 4K, 16K to 2M
## SWAP=zram|disk             other modes: what they swap to
## BY=madvise|reclaim         pageout: MADV_PAGEOUT or memory.reclaim
## OWN=64M                    bystander: map of the other thread
## SHARE=thread|process       bystander: in one address space or in two
## VM=4                       dirty: workers of stress-ng; MAP is theirs together
## LIMIT=64M                  dirty: memory.max of their cgroup
## OPS=N                      dirty: bogo operations, instead of RUNTIME
## RUNTIME=10                 dirty, bystander: seconds (of each phase)
## SMP=1                      CPUs; more than one, and no two runs are the same
## REPS=1                     measured repetitions in a boot
## BOOTS=1                    boots of each kernel, in the order ABBA
## ARCH=arm64|x86_64          machine and kernel
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

test-all: ## those, and what needs kernels and packages of its own
	@scripts/test host lint model smoke counts off guest cli modes exclusive dirty

test-kunit: ## KUnit tests of the overlay, for each page size; builds 7 kernels
	@scripts/test kunit

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

.PHONY: help bench compare sweep sweep-render kernel guest shell test test-all test-kunit \
	lint apply-check series series-check clean distclean
