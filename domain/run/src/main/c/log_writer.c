/*
 * Writes the claim, the log and the exit code of a job. All paths are relative to the attempt's directory, which is the
 * current directory of this process.
 */
#include "syscalls.h"
#include "log_writer.h"

#define ALREADY_CLAIMED 75
#define READ_BYTES 65536
#define MAX_LINE 4096

/* Bytes in a piece of the log, as in AttemptLogReader. A pause after each piece throttles a job that prints fast. */
#define PIECE (8 << 20)
#define THROTTLE_MILLISECONDS 1000

static const char *rank;
static int pipe_end;
static int output = -1;  /* the current piece */
static long first_byte;  /* position of its first byte in the log */
static long piece_bytes; /* bytes in it */
static long last_piece = -1, piece_before = -1;
static long lost_bytes;

int open_output(const char *as)
{
    rank = as;
    pipe_end = (int)CALL(fcntl, 0, F_DUPFD_CLOEXEC, 3, 0, 0);
    CALL(fcntl, pipe_end, F_SETFL, O_NONBLOCK, 0, 0);
    return pipe_end;
}

static char *path_in(char *path, const char *folder)
{
    return append(append(append(path, folder), "/"), rank);
}

/* Start time in clock ticks since boot. Boot id, process id and start time together identify a process. */
static long start_time(void)
{
    char stat[1024];
    int source = open_file("/proc/self/stat", O_RDONLY, 0);
    long count = read_some(source, stat, sizeof stat - 1);
    close_file(source);
    stat[count > 0 ? count : 0] = 0;
    const char *at = stat;
    for (const char *next = stat; *next; next++)
        if (*next == ')')
            at = next; /* the program name in brackets can contain anything */
    for (int field = 2; field < 22 && *at; at++)
        field += *at == ' ';
    return to_number(at);
}

/* O_EXCL lets exactly one process create the file. It names that process and its node. */
void claim(const char *directory, const char *boot, const char *node)
{
    char path[256], line[MAX_LINE];
    path_in(path, "claim");
    if (CALL(chdir, directory, 0, 0, 0, 0))
        exit_process(NO_DIRECTORY);
    int file = open_file(path, O_CREAT | O_EXCL | O_WRONLY, 0644);
    if (file < 0)
        exit_process(ALREADY_CLAIMED);
    char *end = append_number(append(append(line, boot), " "), CALL(getpid, 0, 0, 0, 0, 0));
    end = append_number(append(end, " "), start_time());
    end = append(append(append(end, "\n"), node), "\n");
    write_some(file, line, (size)(end - line));
    close_file(file);
}

/* Starts a new piece. The first piece and the last two stay. */
static void rotate(void)
{
    char path[256], old[256];
    path_in(path, "log");
    append_number(append(append(old, path), "."), first_byte);
    rename_file(path, old);
    if (piece_before > 0) {
        append_number(append(append(old, path), "."), piece_before);
        remove_file(old);
    }
    piece_before = last_piece;
    last_piece = first_byte;
    first_byte += piece_bytes;
    piece_bytes = 0;
    close_file(output);
    output = -1;
    sleep_milliseconds(THROTTLE_MILLISECONDS);
}

/* Returns whether all bytes were written; on a full disk they count as lost. */
static int append_to_log(const char *text, size bytes)
{
    char path[256];
    if (output < 0) {
        path_in(path, "log");
        output = open_file(path, O_CREAT | O_APPEND | O_WRONLY, 0644);
    }
    while (bytes) {
        long count = output < 0 ? output : write_some(output, text, bytes);
        if (count == -EINTR)
            continue;
        if (count < 0)
            return 0;
        text += count;
        bytes -= (size)count;
        piece_bytes += count;
    }
    return 1;
}

/* Writes a line about lost bytes as soon as the disk has space for it. */
static int report_loss(void)
{
    char line[128];
    if (!lost_bytes)
        return 1;
    append(append_number(append(line, "\n[slipway] The disk was full. Lost here: "), lost_bytes), " bytes or more.\n");
    if (!append_to_log(line, length(line)))
        return 0;
    lost_bytes = 0;
    return 1;
}

/* Returns 1 after it read something, 0 at the end of the pipe, -1 when the pipe is empty. */
int copy_output(void)
{
    static char read[READ_BYTES];
    long count = read_some(pipe_end, read, sizeof read);
    if (count <= 0)
        return count == -EINTR ? 1 : count == -EAGAIN ? -1 : 0;
    if (!report_loss() || !append_to_log(read, (size)count))
        lost_bytes += count;
    if (piece_bytes >= PIECE)
        rotate();
    return 1;
}

/* On a full disk this waits for space: a finished job must not run again because its exit code was lost. */
static void write_exit_code(int code)
{
    char line[8], path[256], whole[256];
    append(append_number(line, code), "\n");
    path_in(whole, "exit");
    append(append(path, "exit/."), rank);
    for (;;) {
        int file = open_file(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
        long count = file < 0 ? file : write_some(file, line, length(line));
        if (file >= 0)
            close_file(file);
        if (count == (long)length(line))
            break;
        if (file == -ENOENT)
            return; /* the attempt's directory was removed, so the exit code is not needed */
        sleep_milliseconds(1000);
    }
    for (int tries = 0; tries < 3 && !report_loss(); tries++)
        sleep_milliseconds(1000);
    while (rename_file(path, whole) == -ENOSPC)
        sleep_milliseconds(1000);
}

/* Other processes may still hold the pipe. This waits for none of them and reads at most what a pipe can hold. */
void record_exit(int code)
{
    int nothing = open_file("/dev/null", O_RDWR, 0);
    CALL(dup3, nothing, 1, 0, 0, 0);
    CALL(dup3, nothing, 2, 0, 0, 0);
    for (int i = 0; i < 1024 && copy_output() > 0; i++)
        ;
    write_exit_code(code);
}
