/*
 * What is kept of a job. All paths are relative to the attempt's directory, where this process stands.
 */
#include "syscalls.h"
#include "log_writer.h"

#define NOT_MINE 75
#define MOST_READ 65536
#define MOST_LINE 4096

/* A piece of the log, as AttemptLog reads it; after each a job that prints so fast is held back for a while. */
#define PIECE (8 << 20)
#define REST_MILLISECONDS 1000

static const char *rank;
static int pipe_end;
static int output = -1;  /* the piece that is being written */
static long first_byte;  /* of it */
static long piece_bytes; /* in it */
static long last_piece = -1, piece_before = -1;
static long lost_bytes;

int open_log(const char *as)
{
    rank = as;
    pipe_end = (int)CALL(fcntl, 0, F_DUPFD_CLOEXEC, 3, 0, 0);
    CALL(fcntl, pipe_end, F_SETFL, O_NONBLOCK, 0, 0);
    return pipe_end;
}

static char *path_of(char *path, const char *folder)
{
    return append(append(append(path, folder), "/"), rank);
}

/* When this process started, as the kernel counts it: with the boot and the number it is told from every other. */
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
            at = next; /* a name can have anything in it */
    for (int field = 2; field < 22 && *at; at++)
        field += *at == ' ';
    return to_number(at);
}

/* Of all that try, the file is made by one; it says who that was, and on which node. */
void claim(const char *directory, const char *boot, const char *node)
{
    char path[256], line[MOST_LINE];
    path_of(path, "claim");
    if (CALL(chdir, directory, 0, 0, 0, 0))
        leave(NO_FOLDER);
    int file = open_file(path, O_CREAT | O_EXCL | O_WRONLY, 0644);
    if (file < 0)
        leave(NOT_MINE);
    char *end = append_number(append(append(line, boot), " "), CALL(getpid, 0, 0, 0, 0, 0));
    end = append_number(append(end, " "), start_time());
    end = append(append(append(end, "\n"), node), "\n");
    write_some(file, line, (size)(end - line));
    close_file(file);
}

/* The first piece is kept, and the last two. */
static void begin_piece(void)
{
    char path[256], old[256];
    path_of(path, "log");
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
    rest_milliseconds(REST_MILLISECONDS);
}

/* All of it or, where the disk is full, nothing that counts. */
static int written(const char *text, size bytes)
{
    char path[256];
    if (output < 0) {
        path_of(path, "log");
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

/* What was lost is told as soon as there is room for it. */
static int told_of_loss(void)
{
    char line[128];
    if (!lost_bytes)
        return 1;
    append(append_number(append(line, "\n[slipway] The disk was full. Lost here: "), lost_bytes), " bytes or more.\n");
    if (!written(line, length(line)))
        return 0;
    lost_bytes = 0;
    return 1;
}

/* Above zero where there was something to read, zero where nobody can print any more. */
int keep_some(void)
{
    static char read[MOST_READ];
    long count = read_some(pipe_end, read, sizeof read);
    if (count <= 0)
        return count == -EINTR ? 1 : count == -EAGAIN ? -1 : 0;
    if (!told_of_loss() || !written(read, (size)count))
        lost_bytes += count;
    if (piece_bytes >= PIECE)
        begin_piece();
    return 1;
}

/* On a full disk this waits until there is room: work that was done is not to be done again. */
static void write_end(int code)
{
    char line[8], path[256], whole[256];
    append(append_number(line, code), "\n");
    path_of(whole, "exit");
    append(append(path, "exit/."), rank);
    for (;;) {
        int file = open_file(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
        long count = file < 0 ? file : write_some(file, line, length(line));
        if (file >= 0)
            close_file(file);
        if (count == (long)length(line))
            break;
        if (file == -ENOENT)
            return; /* somebody has removed the attempt, and waits for nothing */
        rest_milliseconds(1000);
    }
    for (int tries = 0; tries < 3 && !told_of_loss(); tries++)
        rest_milliseconds(1000);
    while (rename_file(path, whole) == -ENOSPC)
        rest_milliseconds(1000);
}

/* Whoever has the pipe now is not of the job: nobody is waited for, and no more is read than a pipe can hold. */
void finish(int code)
{
    int nothing = open_file("/dev/null", O_RDWR, 0);
    CALL(dup3, nothing, 1, 0, 0, 0);
    CALL(dup3, nothing, 2, 0, 0, 0);
    for (int i = 0; i < 1024 && keep_some() > 0; i++)
        ;
    write_end(code);
}
