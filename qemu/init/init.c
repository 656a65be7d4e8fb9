// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guest's first process: mounts what a benchmark or a test needs, runs one
 * program, reports its exit status on the console and powers the machine off.
 *
 * The kernel hands over what follows " -- " on its command line:
 *   bench MODE ARG...   reclaimbench MODE ARG..., records to the port; file-mmap
 *                       gets --dir /mnt, where XFS is
 *   run PROGRAM ARG...  any program of the initramfs
 *   shell               a prompt on the console
 *
 * The last line on the console is "rb-init: exit N"; a log without it is a
 * guest that died.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define BENCH		"/bin/reclaimbench"
#define BUSYBOX		"/bin/busybox"
#define DISK		"/dev/vda"
#define PORTS		"/sys/class/virtio-ports"
#define RECORD_PORT	"record"

/* What a shell answers for a program that cannot be run at all. */
#define EXIT_CANNOT_RUN	127

struct mount_point {
	const char *source;
	const char *target;
	const char *type;
	const char *data;
};

static const struct mount_point mount_points[] = {
	{ "proc",	"/proc",		"proc",		NULL },
	{ "sysfs",	"/sys",			"sysfs",	NULL },
	{ "devtmpfs",	"/dev",			"devtmpfs",	NULL },
	{ "tmpfs",	"/tmp",			"tmpfs",	NULL },
	{ "tmpfs",	"/run",			"tmpfs",	NULL },
	{ "cgroup2",	"/sys/fs/cgroup",	"cgroup2",	NULL },
	{ "debugfs",	"/sys/kernel/debug",	"debugfs",	NULL },
};

static char *const environment[] = {
	"PATH=/bin:/tests", "HOME=/", "TERM=linux", "PS1=guest:\\w# ", NULL,
};

static void say(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("rb-init: ");
	vprintf(format, args);
	putchar('\n');
	va_end(args);
	fflush(stdout);
}

static void pause_ms(long ms)
{
	nanosleep(&(struct timespec){ .tv_nsec = ms * 1000000L }, NULL);
}

static bool mount_one(const struct mount_point *m)
{
	mkdir(m->target, 0755);
	if (!mount(m->source, m->target, m->type, 0, m->data))
		return true;
	/* CONFIG_DEVTMPFS_MOUNT does not cover an initramfs, but may one day. */
	return errno == EBUSY;
}

/*
 * A kernel without cgroups or debugfs can still run a test that needs neither,
 * so a mount that fails is reported and left to the program that misses it.
 */
static void mount_all(void)
{
	size_t i;

	for (i = 0; i < sizeof(mount_points) / sizeof(mount_points[0]); i++)
		if (!mount_one(&mount_points[i]))
			say("cannot mount %s on %s: %s", mount_points[i].type,
			    mount_points[i].target, strerror(errno));
}

static void mount_disk(void)
{
	const struct mount_point disk = { DISK, "/mnt", "xfs", NULL };

	if (!access(DISK, F_OK) && !mount_one(&disk))
		say("cannot mount %s on /mnt as XFS: %s", DISK,
		    strerror(errno));
}

/* The initramfs may come without a console node: then stdio starts closed. */
static void open_console(void)
{
	int fd = open("/dev/console", O_RDWR);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

/* Find the device of the virtio port called @wanted among those known now. */
static bool find_port(const char *wanted, char *device, size_t size)
{
	char path[PATH_MAX], name[64];
	struct dirent *entry;
	bool found = false;
	DIR *dir = opendir(PORTS);
	FILE *file;

	while (dir && !found && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), PORTS "/%s/name", entry->d_name);
		file = fopen(path, "r");
		if (!file)
			continue;
		if (fscanf(file, "%63s", name) == 1 && !strcmp(name, wanted)) {
			snprintf(device, size, "/dev/%s", entry->d_name);
			found = true;
		}
		fclose(file);
	}
	if (dir)
		closedir(dir);
	return found;
}

/*
 * The host names a port in a control message that the driver handles in a work
 * item, so the name can appear some time after init has started.
 */
static int open_record_port(void)
{
	char device[PATH_MAX];
	int tries;

	for (tries = 0; tries < 200; tries++) {
		if (find_port(RECORD_PORT, device, sizeof(device)))
			return open(device, O_WRONLY | O_CLOEXEC);
		pause_ms(10);
	}
	errno = ENOENT;
	return -1;
}

static void install_applets(void)
{
	pid_t pid = fork();

	if (!pid) {
		execl(BUSYBOX, "busybox", "--install", "-s", "/bin", NULL);
		_exit(EXIT_CANNOT_RUN);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

/*
 * Job control needs a controlling terminal. /dev/console cannot be one, the
 * terminal behind it can: the last name the kernel lists is that one.
 */
static void take_terminal(void)
{
	char names[128] = "", path[160], *name;
	FILE *file = fopen("/sys/class/tty/console/active", "r");
	int fd;

	if (file) {
		if (!fgets(names, sizeof(names), file))
			names[0] = '\0';
		fclose(file);
	}
	names[strcspn(names, "\n")] = '\0';
	name = strrchr(names, ' ');
	snprintf(path, sizeof(path), "/dev/%s", name ? name + 1 : names);

	setsid();
	fd = open(path, O_RDWR);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0)) {
		say("no job control: cannot take %s: %s", path,
		    strerror(errno));
		return;
	}
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

/* Wait for @pid and reap every orphan on the way. */
static int wait_for(pid_t pid)
{
	int status = 0;
	pid_t gone;

	do {
		gone = wait(&status);
	} while (gone != pid && (gone > 0 || errno == EINTR));

	if (gone != pid)
		return EXIT_CANNOT_RUN;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
				   128 + WTERMSIG(status);
}

/**
 * run() - run one program to its end
 * @argv: absolute path and arguments
 * @out: descriptor that becomes its standard output, or -1 for the console
 * @terminal: give it the console as controlling terminal
 *
 * Return: its exit status, 128 + signal, or 127 when it could not be run.
 */
static int run(char *const argv[], int out, bool terminal)
{
	pid_t pid = fork();

	if (pid < 0) {
		say("cannot fork: %s", strerror(errno));
		return EXIT_CANNOT_RUN;
	}
	if (!pid) {
		if (terminal)
			take_terminal();
		if (out >= 0)
			dup2(out, STDOUT_FILENO);
		execve(argv[0], argv, environment);
		fprintf(stderr, "rb-init: cannot run %s: %s\n", argv[0],
			strerror(errno));
		_exit(EXIT_CANNOT_RUN);
	}
	return wait_for(pid);
}

static int run_bench(int argc, char **argv)
{
	char *args[argc + 4];
	int n = 0, out;

	if (argc < 1) {
		say("bench: no mode given");
		return EXIT_CANNOT_RUN;
	}
	out = open_record_port();
	if (out < 0) {
		say("bench: no virtio-serial port named \"%s\": %s",
		    RECORD_PORT, strerror(errno));
		return EXIT_CANNOT_RUN;
	}
	args[n++] = BENCH;
	args[n++] = argv[0];
	if (!strcmp(argv[0], "file-mmap")) {
		args[n++] = "--dir";
		args[n++] = "/mnt";
	}
	/* The list ends with NULL, which is copied too. */
	memcpy(&args[n], argv + 1, argc * sizeof(*argv));
	return run(args, out, false);
}

static int run_program(int argc, char **argv)
{
	if (argc < 1) {
		say("run: no program given");
		return EXIT_CANNOT_RUN;
	}
	install_applets();
	return run(argv, -1, false);
}

static int run_shell(void)
{
	char *const args[] = { BUSYBOX, "sh", NULL };

	install_applets();
	return run(args, -1, true);
}

static int dispatch(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "bench"))
		return run_bench(argc - 2, argv + 2);
	if (!strcmp(what, "run"))
		return run_program(argc - 2, argv + 2);
	if (!strcmp(what, "shell"))
		return run_shell();
	say("nothing to do for \"%s\": give bench, run or shell after \" -- \" on the kernel command line",
	    what);
	return EXIT_CANNOT_RUN;
}

static void power_off(int status)
{
	umount2("/mnt", 0);
	sync();
	say("exit %d", status);
	tcdrain(STDOUT_FILENO);
	reboot(RB_POWER_OFF);
	/* No PSCI: a halted guest is better than a panic for a dead init. */
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	if (getpid() != 1) {
		fprintf(stderr, "rb-init: this is a guest's first process; run it as init in QEMU\n");
		return 2;
	}
	mount_all();
	open_console();
	mount_disk();
	power_off(dispatch(argc, argv));
}
