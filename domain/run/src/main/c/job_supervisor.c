/*
 * The job supervisor: runs a job of one process on this machine, writes its log and records its exit code, whether or
 * not a server is running.
 *
 *   job-supervisor --keep DIRECTORY RANK BOOT NODE [--group FILE] SANDBOX... -- COMMAND...
 *
 * It replaces launch.sh and bubblewrap for a job that is one process on one node. It claims the attempt's directory,
 * creates the sandbox, runs the command in it with its own environment, writes the output of the job to a log in
 * pieces, forwards a signal to end, and records the exit code. The server starts it in a new session, with a pipe:
 * the reading end is standard input, the writing end is standard output and standard error.
 *
 * Three processes run: the supervisor; the init process of the job's PID namespace, which the kernel kills when the
 * supervisor ends, and with it every process in that namespace; and the job process.
 */
#include "syscalls.h"
#include "sandbox.h"
#include "log_writer.h"

#define NO_SANDBOX 125
#define NOT_EXECUTABLE 126
#define NOT_FOUND 127

static char **variables;
static struct sandbox sandbox;
static const char *cgroup_procs; /* a process that writes 0 to this file joins the cgroup of the job */
static int claimed;              /* this process holds the claim, so it must record an exit code */

void *memset(void *what, int with, size bytes)
{
    char *at = what;
    while (bytes--)
        *at++ = (char)with;
    return what;
}

void *memcpy(void *to, const void *from, size bytes)
{
    char *at = to;
    const char *of = from;
    while (bytes--)
        *at++ = *of++;
    return to;
}

static const char *describe_error(long error)
{
    static const struct {
        int number;
        const char *words;
    } KNOWN[] = {{1, "operation not permitted"},  {2, "no such file or directory"}, {7, "argument list too long"},
                 {8, "not an executable format"}, {12, "out of memory"},            {13, "permission denied"},
                 {16, "device or resource busy"}, {20, "not a directory"},          {21, "is a directory"},
                 {22, "this kernel cannot do it"}, {26, "file is being written"},   {28, "no space left on the disk"},
                 {30, "read-only file system"},   {38, "this kernel cannot do it"}, {40, "too many symbolic links"}};
    for (unsigned i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (KNOWN[i].number == -error)
            return KNOWN[i].words;
    return 0;
}

void fail(int code, const char *what, const char *which, long error)
{
    char number[24];
    print_error("[slipway] ");
    print_error(what);
    print_error(" ");
    print_error(which);
    if (error) {
        const char *words = describe_error(error);
        append_number(append(number, "error "), -error);
        print_error(": ");
        print_error(words ? words : number);
    }
    print_error(".\n");
    if (claimed)
        record_exit(code);
    exit_process(code);
}

/* --- The job process ---------------------------------------------------------------------------------------------- */

static void enter_directory(const char *folder)
{
    if (CALL(chdir, folder, 0, 0, 0, 0) == 0)
        return;
    print_error("The working directory ");
    print_error(folder);
    print_error(" cannot be entered.\n"
                "On this node it does not exist, is not a directory, or this account may not enter it.\n"
                "Set workdir in the spec to a directory that every node has.\n");
    exit_process(NO_DIRECTORY);
}

static void execute(char **command)
{
    long error = CALL(execve, command[0], command, variables, 0, 0);
    if (error == -ENOEXEC) { /* a script without an interpreter line */
        /* The shell takes the place of the word "--" before the command, which is no longer needed. */
        command[-1] = "/bin/sh";
        error = CALL(execve, command[-1], command - 1, variables, 0, 0);
    }
    fail(error == -ENOENT ? NOT_FOUND : NOT_EXECUTABLE, "Cannot execute", command[0], error);
}

/* --- The init process of the job's PID namespace ------------------------------------------------------------------ */

static void set_blocked_signals(unsigned long signals)
{
    CALL(rt_sigprocmask, 2, &signals, 0, sizeof signals, 0);
}

#define SIGNAL_BIT(signal) (1UL << ((signal)-1))
#define HANDLED_SIGNALS (SIGNAL_BIT(SIGCHLD) | SIGNAL_BIT(SIGTERM) | SIGNAL_BIT(SIGINT) | SIGNAL_BIT(SIGHUP))

static int exit_code_of(int status)
{
    int signal = status & 0x7f;
    return signal ? 128 + signal : status >> 8 & 0xff;
}

/* Reaps every orphaned process of the namespace until the job process ends, and exits with its code. */
static void reap_until_job_ends(int job)
{
    unsigned long awaited = SIGNAL_BIT(SIGCHLD) | SIGNAL_BIT(SIGTERM);
    for (;;) {
        int status;
        long ended = CALL(wait4, -1, &status, WNOHANG, 0, 0);
        if (ended == job)
            exit_process(exit_code_of(status));
        if (ended > 0)
            continue;
        if (CALL(rt_sigtimedwait, &awaited, 0, 0, sizeof awaited, 0) == SIGTERM)
            if (CALL(kill, -job, SIGTERM, 0, 0, 0)) /* the job process may not have called setsid yet */
                CALL(kill, job, SIGTERM, 0, 0, 0);
    }
}

static int fork_process(unsigned long flags)
{
    return (int)CALL(clone, flags | SIGCHLD, 0, 0, 0, 0);
}

static void join_cgroup(void)
{
    if (!cgroup_procs)
        return;
    int file = open_file(cgroup_procs, O_WRONLY, 0);
    long error = file < 0 ? file : write_some(file, "0", 1);
    if (error < 0)
        fail(NO_SANDBOX, "Cannot join the cgroup of the job by", cgroup_procs, error);
    close_file(file);
}

/* A job of the same account cannot see the executable, directories, files or memory of this process in /proc. */
static void forbid_inspection(void)
{
    long error = process_control(PR_SET_DUMPABLE, 0, 0);
    if (error)
        fail(NO_SANDBOX, "Cannot stop the job from inspecting", "its supervisor", error);
}

/* Waits until the supervisor has written the user and group mapping, and exits if the supervisor has died. */
static void wait_for_supervisor(int gate)
{
    char sign;
    process_control(PR_SET_PDEATHSIG, SIGKILL, 0);
    /* The supervisor may have written and died before PR_SET_PDEATHSIG; the pipe has no writer then. */
    struct pollfd alive = {gate, 0, 0};
    long now[2] = {0, 0};
    if (read_some(gate, &sign, 1) != 1 || CALL(ppoll, &alive, 1, now, 0, 0) != 0)
        exit_process(NO_SANDBOX);
    claimed = 0;
    forbid_inspection();
    long error = CALL(close_range, 3, ~0U, 0, 0, 0);
    if (error)
        fail(NO_SANDBOX, "Cannot close the open files of", "the supervisor", error);
}

static void run_init(char **command)
{
    join_cgroup();
    enter_directory(sandbox.directory); /* reports a missing directory by name, before a mount would fail */
    enter_sandbox(&sandbox);
    long error = CALL(chdir, "/", 0, 0, 0, 0); /* the current directory is below the new mounts: leave it */
    if (error)
        fail(NO_SANDBOX, "Cannot leave the directory outside the sandbox:", sandbox.directory, error);
    drop_capabilities();
    CALL(setsid, 0, 0, 0, 0, 0);
    int nothing = open_file("/dev/null", O_RDWR, 0); /* of the sandbox: the job could change the machine's */
    if (nothing < 0 || CALL(dup3, nothing, 0, 0, 0, 0) < 0)
        fail(NO_SANDBOX, "Cannot open", "/dev/null", nothing);
    int job = fork_process(0);
    if (job < 0)
        fail(NO_SANDBOX, "Cannot create a process for", command[0], job);
    if (job == 0) {
        CALL(setsid, 0, 0, 0, 0, 0);
        set_blocked_signals(0);
        enter_directory(sandbox.directory);
        execute(command);
    }
    CALL(dup3, nothing, 1, 0, 0, 0);
    CALL(dup3, nothing, 2, 0, 0, 0);
    reap_until_job_ends(job);
}

/* --- The supervisor ----------------------------------------------------------------------------------------------- */

/* Writes the log and forwards signals until the init process ends; returns the exit code of the job. */
static int supervise(int first, int signals, int printed)
{
    struct pollfd awaited[2] = {{signals, POLLIN, 0}, {printed, POLLIN, 0}};
    for (;;) {
        int status;
        long signal[16];
        CALL(ppoll, awaited, 2, 0, 0, 0);
        if (awaited[1].revents && !copy_output())
            awaited[1].fd = -1; /* no process holds the writing end any more */
        if (!(awaited[0].revents & POLLIN) || read_some(signals, signal, sizeof signal) != sizeof signal)
            continue;
        if ((int)signal[0] != SIGCHLD)
            CALL(kill, first, SIGTERM, 0, 0, 0);
        else if (CALL(wait4, first, &status, WNOHANG, 0, 0) == first)
            return exit_code_of(status);
    }
}

static void write_identity(const char *file, const char *text)
{
    int to = open_file(file, O_WRONLY, 0);
    long error = to < 0 ? to : write_some(to, text, length(text));
    if (error < 0)
        fail(NO_SANDBOX, "Cannot map the user of the job: cannot write", file, error);
    close_file(to);
}

/* Without root the sandbox needs a user namespace. The job has the same user and group id inside as outside. */
static void map_id(int first, const char *what, long id)
{
    char file[64], line[64];
    append(append(append_number(append(file, "/proc/"), first), "/"), what);
    append(append_number(append(append_number(line, id), " "), id), " 1");
    write_identity(file, line);
}

static int start(char **command, long user)
{
    int gate[2];
    CALL(pipe2, gate, O_CLOEXEC, 0, 0, 0);
    unsigned long flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUTS;
    flags |= user ? CLONE_NEWUSER : 0;
    flags |= sandbox.private_network ? CLONE_NEWNET : 0;
    flags |= sandbox.shared_ipc ? 0 : CLONE_NEWIPC;
    int first = fork_process(flags);
    if (first < 0)
        fail(NO_SANDBOX, "Cannot create the namespaces for", command[0], first);
    if (first == 0) {
        close_file(gate[1]);
        wait_for_supervisor(gate[0]);
        run_init(command);
    }
    if (user) {
        char file[64];
        append(append_number(append(file, "/proc/"), first), "/setgroups");
        write_identity(file, "deny");
        map_id(first, "uid_map", user);
        map_id(first, "gid_map", CALL(getegid, 0, 0, 0, 0, 0));
    }
    forbid_inspection();
    write_some(gate[1], "x", 1);
    close_file(gate[0]); /* the writing end stays open for as long as this process lives */
    return first;
}

/* From here on signals arrive through signalfd. SIGCHLD needs its default action, which the server may have changed. */
static void block_signals(void)
{
    long normal[4] = {0};
    CALL(rt_sigaction, SIGCHLD, normal, 0, sizeof(long), 0);
    set_blocked_signals(HANDLED_SIGNALS);
}

static void run(char **command, int printed)
{
    unsigned long heard = HANDLED_SIGNALS;
    int signals = (int)CALL(signalfd4, -1, &heard, sizeof heard, O_CLOEXEC, 0);
    int nothing = open_file("/dev/null", O_RDWR, 0);
    CALL(dup3, nothing, 0, 0, 0, 0);
    int first = start(command, CALL(geteuid, 0, 0, 0, 0, 0));
    /* Only the job may hold the writing end, so that the pipe reaches its end when the job does. */
    CALL(dup3, nothing, 1, 0, 0, 0);
    CALL(dup3, nothing, 2, 0, 0, 0);
    record_exit(supervise(first, signals, printed));
}

__attribute__((used)) void supervisor_main(long *stack)
{
    char **words = (char **)(stack + 1);
    variables = words + *stack + 1;
    if (*stack < 7 || !equals(words[1], "--keep") || length(words[3]) > 8 || length(words[4]) + length(words[5]) > 1024)
        fail(NO_SANDBOX, "Only the Slipway server can start this program. Unexpected arguments:",
             *stack > 1 ? words[1] : "none", 0);
    block_signals();
    int printed = open_output(words[3]);
    if (!CALL(geteuid, 0, 0, 0, 0, 0))
        forbid_inspection(); /* other users only after the mapping: until then /proc/PID/uid_map must belong to them */
    claim(words[2], words[4], words[5]);
    claimed = 1;
    words += 6;
    if (equals(*words, "--group"))
        cgroup_procs = words[1], words += 2;
    words = parse_sandbox(&sandbox, words);
    if (!*words || !equals(*words, "--") || !words[1] || !sandbox.directory)
        fail(NO_SANDBOX, "Not an argument of the sandbox:", *words ? *words : "none", 0);
    run(words + 1, printed);
    exit_process(0);
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall supervisor_main\n");
#else
__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl supervisor_main\n");
#endif
