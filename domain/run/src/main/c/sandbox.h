/* The sandbox: what a job sees of the machine. */
#ifndef SANDBOX_H
#define SANDBOX_H

#define MAX_MOUNTS 512

/* One mount: an option of the command line with its paths. */
struct mount_step {
    enum { READ_ONLY, WRITABLE, DEVICE, EMPTY, DEVICES, PROC } kind;
    const char *from;
    const char *to;
    int optional; /* skipped if the source does not exist */
    int tree;     /* the source, opened before any mount can cover it */
};

struct sandbox {
    struct mount_step steps[MAX_MOUNTS];
    int count;
    int private_network;
    int shared_ipc;
    const char *directory; /* initial working directory of the job */
};

/* Parses options in the syntax of bubblewrap; returns the first word that is not one of them. */
char **parse_sandbox(struct sandbox *sandbox, char **words);

/* Puts the calling process into the sandbox. The process must have a private mount namespace. */
void enter_sandbox(struct sandbox *sandbox);

/* Drops all capabilities, for this process and every program it executes. */
void drop_capabilities(void);

#endif
