/*
 * The sandbox. The machine is seen read-only in a mount namespace of the job's own, and what differs is mounted over
 * it, in the order of the words. What is to be shown in another place is opened first, while everything can still be
 * seen.
 */
#include "syscalls.h"
#include "sandbox.h"

#define MOST_PATH 4096

static const char *const NODES[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
#define NODE_COUNT (int)(sizeof NODES / sizeof *NODES)
static int nodes[NODE_COUNT];

/* An account that is root without a capability could still write here, because it owns these files. */
static const char *const KERNEL[] = {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus"};
#define KERNEL_COUNT (int)(sizeof KERNEL / sizeof *KERNEL)

static struct step *add(struct box *box, int kind, const char *from, const char *to)
{
    if (box->count == MOST_STEPS)
        fail(125, "There are too many mounts for", to, 0);
    struct step *step = &box->steps[box->count++];
    step->kind = kind;
    step->from = from;
    step->to = to;
    step->optional = 0;
    step->tree = -1;
    return step;
}

char **read_box(struct box *box, char **words)
{
    for (; *words; words++) {
        const char *word = *words;
        if (same(word, "--unshare-net"))
            box->own_network = 1;
        else if (same(word, "--share-ipc"))
            box->shared_ipc = 1;
        else if (same(word, "--ro-bind"))
            add(box, READ_ONLY, words[1], words[2]), words += 2;
        else if (same(word, "--ro-bind-try"))
            add(box, READ_ONLY, words[1], words[2])->optional = 1, words += 2;
        else if (same(word, "--bind"))
            add(box, WRITABLE, words[1], words[2]), words += 2;
        else if (same(word, "--bind-try"))
            add(box, WRITABLE, words[1], words[2])->optional = 1, words += 2;
        else if (same(word, "--dev-bind-try"))
            add(box, DEVICE, words[1], words[2])->optional = 1, words += 2;
        else if (same(word, "--tmpfs"))
            add(box, EMPTY, 0, words[1]), words++;
        else if (same(word, "--dev"))
            add(box, DEVICES, 0, words[1]), words++;
        else if (same(word, "--proc"))
            add(box, PROCESSES, 0, words[1]), words++;
        else if (same(word, "--chdir"))
            box->folder = words[1], words++;
        else
            break;
    }
    return words;
}

/* A copy of what is mounted there, seen by nobody yet. */
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

static int is_machine(const struct step *step)
{
    return step->kind == READ_ONLY && same(step->from, "/") && same(step->to, "/");
}

static void open_step(struct step *step)
{
    static const unsigned long long restrictions[] = {
        [READ_ONLY] = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY,
        [WRITABLE] = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
        [DEVICE] = MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY,
    };
    if (step->kind == DEVICES)
        for (int i = 0; i < NODE_COUNT; i++)
            nodes[i] = open_tree(NODES[i]);
    if (!step->from || is_machine(step))
        return;
    step->tree = open_tree(step->from);
    if (step->tree == -ENOENT && step->optional)
        return;
    if (step->tree < 0)
        fail(125, "The job cannot be shown", step->from, step->tree);
    long error = restrict_to(step->tree, "", restrictions[step->kind]);
    if (error)
        fail(125, "The job cannot be kept to its rights in", step->from, error);
}

/* Makes a place to mount on, with all folders above it; what is there stays. */
static void make_place(const char *path, int is_folder)
{
    char part[MOST_PATH];
    size count = length(path);
    if (count >= MOST_PATH)
        fail(125, "The path is too long:", path, 0);
    for (size i = 1; i < count; i++) {
        if (path[i] == '/') {
            part[i] = 0;
            make_folder(part, 0755);
        }
        part[i] = path[i];
        part[0] = '/';
    }
    if (is_folder) {
        make_folder(path, 0755);
    } else {
        int file = open_file(path, O_CREAT | O_WRONLY, 0644);
        if (file >= 0)
            close_file(file);
    }
}

static long attach(int tree, const char *to)
{
    return CALL(move_mount, tree, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_SYMLINKS);
}

static int is_folder(int tree)
{
    struct statx found;
    long error = CALL(statx, tree, "", AT_EMPTY_PATH, STATX_TYPE, &found);
    return !error && (found.stx_mode & 0170000) == 0040000;
}

static void show(int tree, const char *to)
{
    long error = attach(tree, to);
    if (error == -ENOENT) {
        make_place(to, is_folder(tree));
        error = attach(tree, to);
    }
    if (error)
        fail(125, "The job cannot be shown", to, error);
    close_file(tree);
}

static void fresh(const char *kind, const char *place, long flags, const char *options)
{
    long error = mount_fresh(kind, place, flags, options);
    if (error == -ENOENT) {
        make_place(place, 1);
        error = mount_fresh(kind, place, flags, options);
    }
    if (error)
        fail(125, "The job cannot be given its own", place, error);
}

static void make_devices(const char *place)
{
    fresh("tmpfs", place, MS_NOSUID | MS_NODEV, "mode=0755");
    for (int i = 0; i < NODE_COUNT; i++)
        if (nodes[i] >= 0) {
            long error = restrict_to(nodes[i], "", MOUNT_ATTR_NOSUID | MOUNT_ATTR_RDONLY);
            if (error)
                fail(125, "The job cannot be kept to its rights in", NODES[i], error);
            show(nodes[i], NODES[i]);
        }
    make_folder("/dev/shm", 01777);
    CALL(fchmodat, AT_FDCWD, "/dev/shm", 01777, 0, 0);
    fresh("devpts", "/dev/pts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
    make_link("pts/ptmx", "/dev/ptmx");
    make_link("/proc/self/fd", "/dev/fd");
    make_link("/proc/self/fd/0", "/dev/stdin");
    make_link("/proc/self/fd/1", "/dev/stdout");
    make_link("/proc/self/fd/2", "/dev/stderr");
    make_link("/proc/kcore", "/dev/core");
}

static void make_processes(const char *place)
{
    fresh("proc", place, MS_NOSUID | MS_NODEV | MS_NOEXEC, 0);
    for (int i = 0; i < KERNEL_COUNT; i++) {
        int tree = open_tree(KERNEL[i]);
        if (tree == -ENOENT)
            continue;
        if (tree < 0 || restrict_to(tree, "", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV))
            fail(125, "The job cannot be kept from", KERNEL[i], tree < 0 ? tree : 0);
        show(tree, KERNEL[i]);
    }
}

static void make_step(struct step *step)
{
    if (step->kind == EMPTY)
        fresh("tmpfs", step->to, MS_NOSUID | MS_NODEV, "mode=0755");
    else if (step->kind == DEVICES)
        make_devices(step->to);
    else if (step->kind == PROCESSES)
        make_processes(step->to);
    else if (is_machine(step)) {
        long error = restrict_to(AT_FDCWD, "/", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY);
        if (error)
            fail(125, "The job cannot be kept from changing", "/", error);
    } else if (same(step->to, "/")) {
        /* It would lie over the root that the job has, and open to it by the path "/..". */
        fail(125, "Everything at once cannot be shown to a job:", step->from ? step->from : "/", 0);
    } else if (step->tree >= 0)
        show(step->tree, step->to);
}

/* In a network namespace of its own a job is to reach itself, as bubblewrap has it. */
static void raise_loopback(void)
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
        fail(125, "The job cannot be given its own", "loopback", error);
    close_file(any);
}

void make_box(struct box *box)
{
    if (box->own_network)
        raise_loopback();
    /* What is mounted or unmounted on the machine later is so for the job too, but not the other way round. */
    long error = CALL(mount, 0, "/", 0, MS_SLAVE | MS_REC, 0);
    if (error)
        fail(125, "The job cannot be given mounts of its own below", "/", error);
    for (int i = 0; i < box->count; i++)
        open_step(&box->steps[i]);
    for (int i = 0; i < box->count; i++)
        make_step(&box->steps[i]);
}

void give_up_rights(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int right = 0; right < 64 && !control(PR_CAPBSET_DROP, right, 0); right++)
        ;
    control(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0);
    if (CALL(capset, &header, none, 0, 0, 0) || control(PR_SET_NO_NEW_PRIVS, 1, 0))
        fail(125, "The job cannot be made to give up", "its rights", 0);
}
