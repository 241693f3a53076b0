/*
 * The sandbox: a mount namespace in which the machine is read-only, with mounts over it in the order of the command
 * line. All sources are opened before the first mount, because a mount can cover them.
 */
#include "syscalls.h"
#include "sandbox.h"

#define MAX_PATH_BYTES 4096

static const char *const DEVICE_FILES[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                           "/dev/random", "/dev/urandom", "/dev/tty"};
#define DEVICE_FILE_COUNT (int)(sizeof DEVICE_FILES / sizeof *DEVICE_FILES)
static int device_trees[DEVICE_FILE_COUNT];

/* Root without capabilities could still write to these files, because it owns them. */
static const char *const KERNEL_FILES[] = {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus"};
#define KERNEL_FILE_COUNT (int)(sizeof KERNEL_FILES / sizeof *KERNEL_FILES)

static struct mount_step *add_mount(struct sandbox *sandbox, int kind, const char *from, const char *to)
{
    if (sandbox->count == MAX_MOUNTS)
        fail(125, "Too many mounts; cannot add", to, 0);
    struct mount_step *step = &sandbox->steps[sandbox->count++];
    step->kind = kind;
    step->from = from;
    step->to = to;
    step->optional = 0;
    step->tree = -1;
    return step;
}

char **parse_sandbox(struct sandbox *sandbox, char **words)
{
    for (; *words; words++) {
        const char *word = *words;
        if (equals(word, "--unshare-net"))
            sandbox->private_network = 1;
        else if (equals(word, "--share-ipc"))
            sandbox->shared_ipc = 1;
        else if (equals(word, "--ro-bind"))
            add_mount(sandbox, READ_ONLY, words[1], words[2]), words += 2;
        else if (equals(word, "--ro-bind-try"))
            add_mount(sandbox, READ_ONLY, words[1], words[2])->optional = 1, words += 2;
        else if (equals(word, "--bind"))
            add_mount(sandbox, WRITABLE, words[1], words[2]), words += 2;
        else if (equals(word, "--bind-try"))
            add_mount(sandbox, WRITABLE, words[1], words[2])->optional = 1, words += 2;
        else if (equals(word, "--dev-bind-try"))
            add_mount(sandbox, DEVICE, words[1], words[2])->optional = 1, words += 2;
        else if (equals(word, "--tmpfs"))
            add_mount(sandbox, EMPTY, 0, words[1]), words++;
        else if (equals(word, "--dev"))
            add_mount(sandbox, DEVICES, 0, words[1]), words++;
        else if (equals(word, "--proc"))
            add_mount(sandbox, PROC, 0, words[1]), words++;
        else if (equals(word, "--chdir"))
            sandbox->directory = words[1], words++;
        else
            break;
    }
    return words;
}

/* Copies the mounts at a path, detached from the file system until they are moved to their place. */
static int open_tree(const char *path)
{
    return (int)CALL(open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE, 0, 0);
}

static long restrict_to(int tree, const char *path, unsigned long long restrictions)
{
    struct mount_attr attributes = {.attr_set = restrictions};
    int flags = AT_RECURSIVE | (*path ? 0 : AT_EMPTY_PATH);
    return CALL(mount_setattr, tree, path, flags, &attributes, sizeof attributes);
}

static int is_root_mount(const struct mount_step *step)
{
    return step->kind == READ_ONLY && equals(step->from, "/") && equals(step->to, "/");
}

static void open_source(struct mount_step *step)
{
    static const unsigned long long restrictions[] = {
        [READ_ONLY] = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY,
        [WRITABLE] = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
        [DEVICE] = MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY,
    };
    if (step->kind == DEVICES)
        for (int i = 0; i < DEVICE_FILE_COUNT; i++)
            device_trees[i] = open_tree(DEVICE_FILES[i]);
    if (!step->from || is_root_mount(step))
        return;
    step->tree = open_tree(step->from);
    if (step->tree == -ENOENT && step->optional)
        return;
    if (step->tree < 0)
        fail(125, "Cannot open for the sandbox:", step->from, step->tree);
    long error = restrict_to(step->tree, "", restrictions[step->kind]);
    if (error)
        fail(125, "Cannot restrict the mount of", step->from, error);
}

/* Creates a mount point with all directories above it, where they do not exist. */
static void make_mount_point(const char *path, int is_directory)
{
    char part[MAX_PATH_BYTES];
    size count = length(path);
    if (count >= MAX_PATH_BYTES)
        fail(125, "Path too long:", path, 0);
    for (size i = 1; i < count; i++) {
        if (path[i] == '/') {
            part[i] = 0;
            make_directory(part, 0755);
        }
        part[i] = path[i];
        part[0] = '/';
    }
    if (is_directory) {
        make_directory(path, 0755);
    } else {
        int file = open_file(path, O_CREAT | O_WRONLY, 0644);
        if (file >= 0)
            close_file(file);
    }
}

static long move_mount_to(int tree, const char *to)
{
    return CALL(move_mount, tree, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_SYMLINKS);
}

static int is_directory(int tree)
{
    struct statx found;
    long error = CALL(statx, tree, "", AT_EMPTY_PATH, STATX_TYPE, &found);
    return !error && (found.stx_mode & 0170000) == 0040000;
}

static void mount_tree(int tree, const char *to)
{
    long error = move_mount_to(tree, to);
    if (error == -ENOENT) {
        make_mount_point(to, is_directory(tree));
        error = move_mount_to(tree, to);
    }
    if (error)
        fail(125, "Cannot mount in the sandbox:", to, error);
    close_file(tree);
}

static void mount_filesystem(const char *kind, const char *place, long flags, const char *options)
{
    long error = mount_new(kind, place, flags, options);
    if (error == -ENOENT) {
        make_mount_point(place, 1);
        error = mount_new(kind, place, flags, options);
    }
    if (error)
        fail(125, "Cannot mount a new file system at", place, error);
}

static void mount_devices(const char *place)
{
    mount_filesystem("tmpfs", place, MS_NOSUID | MS_NODEV, "mode=0755");
    for (int i = 0; i < DEVICE_FILE_COUNT; i++)
        if (device_trees[i] >= 0) {
            long error = restrict_to(device_trees[i], "", MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY);
            if (error)
                fail(125, "Cannot restrict the mount of", DEVICE_FILES[i], error);
            mount_tree(device_trees[i], DEVICE_FILES[i]);
        }
    make_directory("/dev/shm", 01777);
    CALL(fchmodat, AT_FDCWD, "/dev/shm", 01777, 0, 0);
    mount_filesystem("devpts", "/dev/pts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
    make_symlink("pts/ptmx", "/dev/ptmx");
    make_symlink("/proc/self/fd", "/dev/fd");
    make_symlink("/proc/self/fd/0", "/dev/stdin");
    make_symlink("/proc/self/fd/1", "/dev/stdout");
    make_symlink("/proc/self/fd/2", "/dev/stderr");
    make_symlink("/proc/kcore", "/dev/core");
}

static void mount_proc(const char *place)
{
    mount_filesystem("proc", place, MS_NOSUID | MS_NODEV | MS_NOEXEC, 0);
    for (int i = 0; i < KERNEL_FILE_COUNT; i++) {
        int tree = open_tree(KERNEL_FILES[i]);
        if (tree == -ENOENT)
            continue;
        if (tree < 0 || restrict_to(tree, "", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV))
            fail(125, "Cannot make read-only:", KERNEL_FILES[i], tree < 0 ? tree : 0);
        mount_tree(tree, KERNEL_FILES[i]);
    }
}

static void apply_mount(struct mount_step *step)
{
    if (step->kind == EMPTY)
        mount_filesystem("tmpfs", step->to, MS_NOSUID | MS_NODEV, "mode=0755");
    else if (step->kind == DEVICES)
        mount_devices(step->to);
    else if (step->kind == PROC)
        mount_proc(step->to);
    else if (is_root_mount(step)) {
        long error = restrict_to(AT_FDCWD, "/", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY);
        if (error)
            fail(125, "Cannot make read-only:", "/", error);
    } else if (equals(step->to, "/")) {
        /* A mount over / would not cover the root directory of the process: "/.." leads into the new one. */
        fail(125, "Cannot mount over the root directory:", step->from ? step->from : "/", 0);
    } else if (step->tree >= 0)
        mount_tree(step->tree, step->to);
}

/* In a private network namespace a job can still reach itself, as with bubblewrap. */
static void start_loopback(void)
{
    struct {
        char name[16];
        short flags;
        char rest[22];
    } lo = {"lo", 0, {0}};
    int any = (int)CALL(socket, 2, 2 | O_CLOEXEC, 0, 0, 0); /* AF_INET, SOCK_DGRAM */
    long error = any < 0 ? any : CALL(ioctl, any, 0x8913, &lo, 0, 0); /* SIOCGIFFLAGS */
    lo.flags |= 1;                                                   /* IFF_UP */
    if (!error)
        error = CALL(ioctl, any, 0x8914, &lo, 0, 0); /* SIOCSIFFLAGS */
    if (error)
        fail(125, "Cannot start", "the loopback interface", error);
    close_file(any);
}

void enter_sandbox(struct sandbox *sandbox)
{
    if (sandbox->private_network)
        start_loopback();
    /* Later mounts of the machine propagate into the sandbox, mounts of the sandbox never leave it. */
    long error = CALL(mount, 0, "/", 0, MS_SLAVE | MS_REC, 0);
    if (error)
        fail(125, "Cannot make mounts private below", "/", error);
    for (int i = 0; i < sandbox->count; i++)
        open_source(&sandbox->steps[i]);
    for (int i = 0; i < sandbox->count; i++)
        apply_mount(&sandbox->steps[i]);
}

void drop_capabilities(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int right = 0; right < 64 && !process_control(PR_CAPBSET_DROP, right, 0); right++)
        ;
    process_control(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0);
    if (CALL(capset, &header, none, 0, 0, 0) || process_control(PR_SET_NO_NEW_PRIVS, 1, 0))
        fail(125, "Cannot drop", "capabilities", 0);
}
