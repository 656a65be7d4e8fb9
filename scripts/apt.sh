# SPDX-License-Identifier: GPL-2.0-only
# Sourced by the programs that take packages: an apt state of our own under
# out/apt (out/apt-amd64) that sees packages for DEB_ARCH, arm64 unless set, of
# the machine's own mirror and leaves the machine's apt setup as it is.
# shellcheck shell=bash

DEB_ARCH=${DEB_ARCH:-arm64}
APT=$OUT/apt
[ "$DEB_ARCH" = arm64 ] || APT=$OUT/apt-$DEB_ARCH
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# Suites of Debian this machine takes packages from, as sources.list lines:
# only the suites of its own release, so nobody else's repository slips in.
debian_suites()
{
	local codename

	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
	# shellcheck disable=SC2016	# apt expands these
	apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' |
	awk -v name="$codename" -v key="$KEYRING" '
		$3 == "main" && $2 ~ "^" name "(-updates|-security|-backports)?$" {
			print "deb [signed-by=" key "] " $1 " " $2 " main"
		}' | sort -u
}

# Debian 12 has no 7.x kernel of its own; the next release's backports do, on
# the same mirror.
newer_suite()
{
	awk '$4 !~ /-/ { print $1, $2, $3, "trixie-backports main"; exit }' "$1"
}

# The hooks a machine sets for its own apt (a container's clean-up, say)
# would work on the machine's files, so ours run without them.
write_apt_conf()
{
	cat <<-END
	Dir::State "$APT/state";
	Dir::State::status "$APT/status";
	Dir::Cache "$APT/cache";
	Dir::Etc::sourcelist "$APT/sources.list";
	Dir::Etc::sourceparts "/dev/null";
	APT::Architecture "$DEB_ARCH";
	#clear APT::Architectures;
	APT::Architectures { "$DEB_ARCH"; };
	#clear APT::Update::Pre-Invoke;
	#clear APT::Update::Post-Invoke;
	#clear APT::Update::Post-Invoke-Success;
	Acquire::Languages "none";
	Acquire::Retries "3";
	END
}

apt_get()
{
	apt-get -c "$APT/apt.conf" -qq "$@"
}

# True when the private state holds today's lists of every suite of file $1.
apt_fresh()
{
	[ -n "$(find "$APT/sources.list" -mtime -1 2>/dev/null)" ] &&
		! grep -qvxFf "$APT/sources.list" "$1"
}

# Makes the private state see kernel $1 (only the machine's own suites when
# that is left out).
apt_ready()
{
	local list suite

	scratch_dir
	list=$REPLY/sources.list
	[ -r "$KEYRING" ] ||
		die -4 "$KEYRING is missing: install debian-archive-keyring"
	debian_suites >"$list"
	[ -s "$list" ] ||
		die -4 "apt knows no Debian suite here: this needs Debian 12 or newer"
	case ${1:-6} in
	6*) ;;
	*) suite=$(newer_suite "$list"); echo "$suite" >>"$list" ;;
	esac
	! apt_fresh "$list" || return 0

	mkdir -p "$APT/state/lists/partial" "$APT/cache/archives/partial" \
		"$APT/debs"
	: >"$APT/status"
	write_apt_conf >"$APT/apt.conf"
	apt_get -o Dir::Etc::sourcelist="$list" \
		-o APT::Update::Error-Mode=any update ||
		die "apt cannot fetch the package lists: is the network up, the disk not full, the archive keyring recent enough?"
	mv "$list" "$APT/sources.list"
}

# Versions of linux-source-$1 the suites offer, newest first.
source_versions()
{
	apt-cache -c "$APT/apt.conf" madison "linux-source-$1" |
		awk -F ' *[|] *' '{ print $2 }' | uniq
}

# Downloads version $2 of package $1, checked by apt, unless it is here, and
# sets REPLY to the file. Without a version: the one apt would install.
apt_download()
{
	local dir

	if [ -n "${2:-}" ]; then
		REPLY=$APT/debs/${1}_${2}_all.deb
		[ ! -e "$REPLY" ] || return 0
	fi
	scratch_dir; dir=$REPLY
	(cd "$dir" && apt_get download "$1${2:+=$2}") ||
		die "cannot download $1: is the network up, and the disk not full?"
	REPLY=$APT/debs/$(basename "$dir"/*.deb)
	mv "$dir"/*.deb "$REPLY"
}
