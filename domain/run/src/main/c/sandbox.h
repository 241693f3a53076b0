/* What a job sees of the machine. */
#ifndef BOX_H
#define BOX_H

#define MOST_STEPS 512

/* One word of the command line with its paths: something to mount. */
struct step {
    enum { READ_ONLY, WRITABLE, DEVICE, EMPTY, DEVICES, PROCESSES } kind;
    const char *from;
    const char *to;
    int optional; /* left out where it is not there */
    int tree;     /* of what is shown in another place, opened before anything is covered */
};

struct box {
    struct step steps[MOST_STEPS];
    int count;
    int own_network;
    int shared_ipc;
    const char *folder; /* where the job begins */
};

/* Takes the words that describe a box, as bubblewrap has them; returns the first that is none. */
char **read_box(struct box *box, char **words);

/* Makes it around the calling process, which has a mount namespace of its own. */
void make_box(struct box *box);

/* No capability, now or by any program that is executed later. */
void give_up_rights(void);

#endif
