# SPDX-License-Identifier: GPL-2.0-only
# Sourced after ktree.sh by the programs that turn patches/<KERNEL> into a
# series for git am: one commit a patch, with the overlay files it needs first.
# shellcheck shell=bash

# Git with neither hooks, signatures nor settings of whoever runs this.
# Usage: quiet_git DIR ARGUMENTS...
quiet_git()
{
	local dir=$1

	shift
	GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 \
		git -c core.hooksPath=/dev/null -c gc.auto=0 -C "$dir" "$@"
}

# "NUMBER PATH" a line: the patch that brings each overlay file.
overlay_map()
{
	sed 's/[[:space:]]*#.*//;/^$/d' "$SERIES/overlay"
}

# Every file of the overlay is in the map once, and every patch it names is in
# the series.
check_overlay_map()
{
	local number file

	[ -r "$SERIES/overlay" ] ||
		die "patches/$KERNEL/overlay is missing: it says which patch brings which overlay file"
	while read -r file; do
		[ "$(overlay_map | grep -cE "^[^ ]+ $file\$")" = 1 ] ||
			die "patches/$KERNEL/overlay must name $file once, with the patch that needs it first"
	done < <(overlay_files)
	while read -r number file; do
		[ -e "$ROOT/$file" ] ||
			die "patches/$KERNEL/overlay names $file, which is missing"
		[ "$number" = - ] || series | grep -q "^$number-" ||
			die "patches/$KERNEL/overlay names patch $number, which patches/$KERNEL/series does not have"
	done < <(overlay_map)
}

# Overlay files that come with patch $1.
overlay_files_of()
{
	overlay_map | sed -n "s/^${1%%-*} //p"
}

# What git needs of the pristine tree $1: a commit of the files the series
# changes. Blobs have the names they have in a whole tree, so git am -3 works
# there too. Usage: base_commit SOURCE REPOSITORY VERSION
base_commit()
{
	local source=$1 repo=$2 file

	quiet_git "$repo" init -q -b base .
	while read -r file; do
		[ ! -e "$source/$file" ] || echo "$file"
	done < <(patched_files) >"$repo.files"
	quiet_git "$repo" add -f --pathspec-from-file="$repo.files"
	quiet_git "$repo" commit -q -m "linux $3"
}

# From a place of ours, for checkpatch leaves a cache file where it runs.
# MAINTAINERS has mm/ and arch/arm64/ whole, new files there need no line. One
# source for two kernels has to ask which it is, and LINUX_VERSION_CODE is no
# constant on the wrong side; the boot parameter is in Kconfig's help; and no
# git tree is here to look up commits that are named.
# Usage: checkpatch_mail DIR MAIL
checkpatch_mail()
{
	(cd "$1" && perl "$SRC/scripts/checkpatch.pl" --strict --no-tree \
		--terse --no-summary --color=never --quiet \
		--ignore FILE_PATH_CHANGES,LINUX_VERSION_CODE,CONSTANT_COMPARISON \
		--ignore UNDOCUMENTED_SETUP,UNKNOWN_COMMIT_ID "$2") || :
}
