/*
 * System calls of the job supervisor, without a C library: the program then starts in less than half the time, runs on
 * every distribution, and has a few kilobytes. Each function returns the kernel's result, a negative errno on error.
 */
#ifndef SYSCALLS_H
#define SYSCALLS_H

#include <asm/unistd.h>
#include <linux/capability.h>
#include <linux/fcntl.h>
#include <linux/mount.h>
#include <linux/poll.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/stat.h>

#define ENOENT 2
#define EINTR 4
#define ENOEXEC 8
#define EAGAIN 11
#define ENOSPC 28
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGTERM 15
#define SIGCHLD 17
#define WNOHANG 1

typedef unsigned long size;

static inline long call(long number, long a, long b, long c, long d, long e)
{
#if defined(__x86_64__)
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
#else
#error "Only for x86-64 and 64-bit ARM"
#endif
}

#define CALL(name, a, b, c, d, e) call(__NR_##name, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

static inline void exit_process(int code)
{
    for (;;)
        CALL(exit_group, code, 0, 0, 0, 0);
}

static inline int open_file(const char *path, int flags, int mode)
{
    return (int)CALL(openat, AT_FDCWD, path, flags | O_CLOEXEC, mode, 0);
}

static inline long read_some(int file, void *into, size most)
{
    return CALL(read, file, into, most, 0, 0);
}

static inline long write_some(int file, const void *what, size bytes)
{
    return CALL(write, file, what, bytes, 0, 0);
}

static inline void close_file(int file)
{
    CALL(close, file, 0, 0, 0, 0);
}

static inline long make_directory(const char *path, int mode)
{
    return CALL(mkdirat, AT_FDCWD, path, mode, 0, 0);
}

static inline long make_symlink(const char *to, const char *path)
{
    return CALL(symlinkat, to, AT_FDCWD, path, 0, 0);
}

static inline long rename_file(const char *from, const char *to)
{
    return CALL(renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

static inline long remove_file(const char *path)
{
    return CALL(unlinkat, AT_FDCWD, path, 0, 0, 0);
}

static inline long mount_new(const char *kind, const char *place, long flags, const char *options)
{
    return CALL(mount, kind, place, kind, flags, options);
}

static inline long process_control(int what, long a, long b)
{
    return CALL(prctl, what, a, b, 0, 0);
}

static inline void sleep_milliseconds(long milliseconds)
{
    long time[2] = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    CALL(nanosleep, time, 0, 0, 0, 0);
}

/* Strings. */

static inline size length(const char *text)
{
    size count = 0;
    while (text[count])
        count++;
    return count;
}

static inline int equals(const char *one, const char *other)
{
    while (*one && *one == *other)
        one++, other++;
    return *one == *other;
}

/* Appends a text and returns the new end. The caller makes sure that the buffer is large enough. */
static inline char *append(char *end, const char *text)
{
    while (*text)
        *end++ = *text++;
    *end = 0;
    return end;
}

static inline char *append_number(char *end, long number)
{
    char digits[24];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *end++ = digits[--count];
    *end = 0;
    return end;
}

static inline long to_number(const char *text)
{
    long number = 0;
    while (*text >= '0' && *text <= '9')
        number = number * 10 + *text++ - '0';
    return number;
}

static inline void print_error(const char *text)
{
    write_some(2, text, length(text));
}

/* Prints "what which: reason", records the exit code if this process holds the claim, and exits. */
void fail(int code, const char *what, const char *which, long error);

#endif
