# SPDX-License-Identifier: GPL-2.0-only
# Sourced after ktree.sh by the programs that apply the series: makes the
# files it touches, and only these, so that a failure has touched nothing.
# shellcheck shell=bash

# The line for a patch that fails; what patch(1) said goes above it.
patch_failed()
{
	local patch=$1 said=$2 dir=$3 version=$4 file

	file=$(awk '/^patching file/ { f = $3 } /FAILED|skipp|ignored|fuzz/ {
			print f; exit }' "$said")
	cat "$said"
	find "$dir" -name '*.rej' -exec cat {} +
	die "patches/$KERNEL/$patch does not apply to ${file:-its files} of linux $version"
}

# patched_tree SOURCE DIR [CONTROL]: DIR gets the overlay and every file of
# SOURCE that the series patches, as the series leaves them, or with control
# patch CONTROL on top.
patched_tree()
{
	local source=$1 dir=$2 control=${3:-} version file patch

	version=$(tree_version "$source")
	mkdir -p "$dir"
	while read -r patch; do
		[ -r "$SERIES/$patch" ] ||
			die "patches/$KERNEL/series names $patch, which is missing"
	done < <(series)
	while read -r file; do
		[ ! -e "$source/$file" ] ||
			die "overlay file $file is linux $version's own already: use a patch"
		install -D -m 644 "$ROOT/$file" "$dir/$file"
	done < <(overlay_files)
	while read -r file; do
		[ ! -e "$source/$file" ] ||
			install -D -m 644 "$source/$file" "$dir/$file"
	done < <(patched_files "$control")
	while read -r patch; do
		patch -p1 --fuzz=0 --no-backup-if-mismatch --force \
			-d "$dir" <"$SERIES/$patch" >"$dir.said" 2>&1 ||
			patch_failed "$patch" "$dir.said" "$dir" "$version"
	done < <(series "$control")
}
