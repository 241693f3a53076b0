/*
 * The cradle: runs one job of this machine and keeps what it leaves, whether or not a server is there.
 *
 *   cradle --keep DIRECTORY RANK BOOT NODE [--group FILE] BOX... -- COMMAND...
 *
 * It is what launch.sh and bubblewrap are together, for a job that is one process on one node: it claims the attempt's
 * directory, makes a box, runs the command in it with the variables that it was given itself, keeps what the job prints
 * as pieces of a log, hands on a signal to end, and writes down how the job ended. It is started in a session of its
 * own, with a pipe whose reading end is its standard input and whose writing end is its standard output and error.
 *
 * There are three processes: the keeper; the first of the job's process namespace, with which all others in it end, and
 * which ends with the keeper; and the job.
 */
#include "syscalls.h"
#include "sandbox.h"
#include "log_writer.h"

#define NO_BOX 125
#define NOT_EXECUTABLE 126
#define NOT_FOUND 127

static char **variables;
static struct box box;
static const char *group; /* who writes 0 into this file is in the job's control group */
static int claimed;       /* by this process, which then has to write down how the job ended */

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

static const char *words_of(long error)
{
    static const struct {
        int number;
        const char *words;
    } KNOWN[] = {{1, "it is not permitted"}, {2, "it is not there"},   {7, "there are too many words"},
                 {8, "it is no program"},    {12, "memory is short"},  {13, "permission is denied"},
                 {16, "it is in use"},       {20, "it is no folder"},  {21, "it is a folder"},
                 {22, "the kernel cannot"},  {26, "it is in use"},     {28, "the disk is full"},
                 {30, "it is read-only"},    {38, "the kernel cannot"}, {40, "there are too many links"}};
    for (unsigned i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (KNOWN[i].number == -error)
            return KNOWN[i].words;
    return 0;
}

void fail(int code, const char *what, const char *which, long error)
{
    char number[24];
    say("[slipway] ");
    say(what);
    say(" ");
    say(which);
    if (error) {
        const char *words = words_of(error);
        append_number(append(number, "error "), -error);
        say(": ");
        say(words ? words : number);
    }
    say(".\n");
    if (claimed)
        finish(code);
    leave(code);
}

/* --- The job ------------------------------------------------------------------------------------------------------ */

static void enter_folder(const char *folder)
{
    if (CALL(chdir, folder, 0, 0, 0, 0) == 0)
        return;
    say("The working directory ");
    say(folder);
    say(" cannot be entered.\nOn this node it is not there, is no directory, or is closed to this account.\n"
        "Name one that every node has, with workdir in the spec.\n");
    leave(NO_FOLDER);
}

static void become(char **command)
{
    long error = CALL(execve, command[0], command, variables, 0, 0);
    if (error == -ENOEXEC) { /* a script that does not say by which program it is read */
        /* In place: before the command stands the word "--", which nobody reads any more. */
        command[-1] = "/bin/sh";
        error = CALL(execve, command[-1], command - 1, variables, 0, 0);
    }
    fail(error == -ENOENT ? NOT_FOUND : NOT_EXECUTABLE, "The job cannot run", command[0], error);
}

/* --- The first process of its namespace -------------------------------------------------------------------------- */

static void mask(unsigned long signals)
{
    CALL(rt_sigprocmask, 2, &signals, 0, sizeof signals, 0);
}

#define OF(signal) (1UL << ((signal)-1))
#define HEARD (OF(SIGCHLD) | OF(SIGTERM) | OF(SIGINT) | OF(SIGHUP))

static int code_of(int status)
{
    int signal = status & 0x7f;
    return signal ? 128 + signal : status >> 8 & 0xff;
}

/* Takes up every process that has lost its parents, until the job itself has ended. */
static void attend(int job)
{
    unsigned long awaited = OF(SIGCHLD) | OF(SIGTERM);
    for (;;) {
        int status;
        long ended = CALL(wait4, -1, &status, WNOHANG, 0, 0);
        if (ended == job)
            leave(code_of(status));
        if (ended > 0)
            continue;
        if (CALL(rt_sigtimedwait, &awaited, 0, 0, sizeof awaited, 0) == SIGTERM)
            if (CALL(kill, -job, SIGTERM, 0, 0, 0)) /* it may not have its own session yet */
                CALL(kill, job, SIGTERM, 0, 0, 0);
    }
}

static int new_process(unsigned long flags)
{
    return (int)CALL(clone, flags | SIGCHLD, 0, 0, 0, 0);
}

static void join_group(void)
{
    if (!group)
        return;
    int file = open_file(group, O_WRONLY, 0);
    long error = file < 0 ? file : write_some(file, "0", 1);
    if (error < 0)
        fail(NO_BOX, "The job cannot be limited by", group, error);
    close_file(file);
}

/* From a job of the same account: no program of it, folder, file or memory is seen in /proc. */
static void hide(void)
{
    long error = control(PR_SET_DUMPABLE, 0, 0);
    if (error)
        fail(NO_BOX, "The job cannot be kept from looking into", "its sandbox", error);
}

/* Waits until the keeper has said who we are, and ends if the keeper is no more. */
static void wait_for_keeper(int gate)
{
    char sign;
    control(PR_SET_PDEATHSIG, SIGKILL, 0);
    /* It may have died before that, after it wrote. As long as it lives it has the other end. */
    struct pollfd alive = {gate, 0, 0};
    long now[2] = {0, 0};
    if (read_some(gate, &sign, 1) != 1 || CALL(ppoll, &alive, 1, now, 0, 0) != 0)
        leave(NO_BOX);
    claimed = 0;
    hide();
    long error = CALL(close_range, 3, ~0U, 0, 0, 0);
    if (error)
        fail(NO_BOX, "The job cannot be kept from what is open in", "its sandbox", error);
}

static void be_first(char **command)
{
    join_group();
    enter_folder(box.folder); /* to say so plainly where it is missing, before it is to be shown */
    make_box(&box);
    long error = CALL(chdir, "/", 0, 0, 0, 0); /* what was entered lies below what covers it */
    if (error)
        fail(NO_BOX, "The job cannot be kept from where it was started in", box.folder, error);
    give_up_rights();
    CALL(setsid, 0, 0, 0, 0, 0);
    int nothing = open_file("/dev/null", O_RDWR, 0); /* the box's own: the machine's could be changed through it */
    if (nothing < 0 || CALL(dup3, nothing, 0, 0, 0, 0) < 0)
        fail(NO_BOX, "The job cannot be given", "/dev/null", nothing);
    int job = new_process(0);
    if (job < 0)
        fail(NO_BOX, "There can be no process for", command[0], job);
    if (job == 0) {
        CALL(setsid, 0, 0, 0, 0, 0);
        mask(0);
        enter_folder(box.folder);
        become(command);
    }
    CALL(dup3, nothing, 1, 0, 0, 0);
    CALL(dup3, nothing, 2, 0, 0, 0);
    attend(job);
}

/* --- The keeper -------------------------------------------------------------------------------------------------- */

/* Keeps what is printed and hands on what is signalled, until the first process has ended. */
static int keep(int first, int signals, int printed)
{
    struct pollfd awaited[2] = {{signals, POLLIN, 0}, {printed, POLLIN, 0}};
    for (;;) {
        int status;
        long signal[16];
        CALL(ppoll, awaited, 2, 0, 0, 0);
        if (awaited[1].revents && !keep_some())
            awaited[1].fd = -1; /* nobody can print any more */
        if (!(awaited[0].revents & POLLIN) || read_some(signals, signal, sizeof signal) != sizeof signal)
            continue;
        if ((int)signal[0] != SIGCHLD)
            CALL(kill, first, SIGTERM, 0, 0, 0);
        else if (CALL(wait4, first, &status, WNOHANG, 0, 0) == first)
            return code_of(status);
    }
}

static void say_who(const char *file, const char *text)
{
    int to = open_file(file, O_WRONLY, 0);
    long error = to < 0 ? to : write_some(to, text, length(text));
    if (error < 0)
        fail(NO_BOX, "The job cannot be who it is: no writing to", file, error);
    close_file(to);
}

/* Without root a job has a user namespace, in which it is who it is outside. */
static void map(int first, const char *what, long id)
{
    char file[64], line[64];
    append(append(append_number(append(file, "/proc/"), first), "/"), what);
    append(append_number(append(append_number(line, id), " "), id), " 1");
    say_who(file, line);
}

static int start(char **command, long user)
{
    int gate[2];
    CALL(pipe2, gate, O_CLOEXEC, 0, 0, 0);
    unsigned long flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUTS;
    flags |= user ? CLONE_NEWUSER : 0;
    flags |= box.own_network ? CLONE_NEWNET : 0;
    flags |= box.shared_ipc ? 0 : CLONE_NEWIPC;
    int first = new_process(flags);
    if (first < 0)
        fail(NO_BOX, "There can be no sandbox for", command[0], first);
    if (first == 0) {
        close_file(gate[1]);
        wait_for_keeper(gate[0]);
        be_first(command);
    }
    if (user) {
        char file[64];
        append(append_number(append(file, "/proc/"), first), "/setgroups");
        say_who(file, "deny");
        map(first, "uid_map", user);
        map(first, "gid_map", CALL(getegid, 0, 0, 0, 0, 0));
    }
    hide();
    write_some(gate[1], "x", 1);
    close_file(gate[0]); /* the other end tells that we live */
    return first;
}

/* What ends us from now on is heard, and so is a child's end, whatever the server does with those. */
static void listen(void)
{
    long normal[4] = {0};
    CALL(rt_sigaction, SIGCHLD, normal, 0, sizeof(long), 0);
    mask(HEARD);
}

static void run(char **command, int printed)
{
    unsigned long heard = HEARD;
    int signals = (int)CALL(signalfd4, -1, &heard, sizeof heard, O_CLOEXEC, 0);
    int nothing = open_file("/dev/null", O_RDWR, 0);
    CALL(dup3, nothing, 0, 0, 0, 0);
    int first = start(command, CALL(geteuid, 0, 0, 0, 0, 0));
    /* Only the job is to hold the writing end, so that the pipe ends with it. */
    CALL(dup3, nothing, 1, 0, 0, 0);
    CALL(dup3, nothing, 2, 0, 0, 0);
    finish(keep(first, signals, printed));
}

__attribute__((used)) void begin(long *stack)
{
    char **words = (char **)(stack + 1);
    variables = words + *stack + 1;
    if (*stack < 7 || !same(words[1], "--keep") || length(words[3]) > 8 || length(words[4]) + length(words[5]) > 1024)
        fail(NO_BOX, "This program is started by Slipway alone, not with", *stack > 1 ? words[1] : "nothing", 0);
    listen();
    int printed = open_log(words[3]);
    if (!CALL(geteuid, 0, 0, 0, 0, 0))
        hide(); /* others only once they have a user namespace: before, /proc would no longer be theirs */
    claim(words[2], words[4], words[5]);
    claimed = 1;
    words += 6;
    if (same(*words, "--group"))
        group = words[1], words += 2;
    words = read_box(&box, words);
    if (!*words || !same(*words, "--") || !words[1] || !box.folder)
        fail(NO_BOX, "This is no word of a box:", *words ? *words : "nothing", 0);
    run(words + 1, printed);
    leave(0);
}

#if defined(__x86_64__)
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall begin\n");
#else
__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl begin\n");
#endif
