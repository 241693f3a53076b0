/* What is kept of a job: who claimed it, what it prints, and how it ended. */
#ifndef KEEP_H
#define KEEP_H

#define NO_FOLDER 72

/* Takes the pipe that is the standard input; returns its descriptor. Files are named by the rank of this node. */
int open_log(const char *rank);

/* Enters the attempt's directory and claims it, or ends: of all that try, one goes on. */
void claim(const char *directory, const char *boot, const char *node);

/* Above zero where there was something to read, zero where nobody can print any more. */
int keep_some(void);

/* Keeps what is left in the pipe, and writes down how the job ended. */
void finish(int code);

#endif
