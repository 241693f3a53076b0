/* Writes the claim, the log and the exit code of a job. */
#ifndef LOG_WRITER_H
#define LOG_WRITER_H

#define NO_DIRECTORY 72

/* Takes the pipe from standard input and returns its new descriptor. The node's rank is the name of every file. */
int open_output(const char *rank);

/* Enters the attempt's directory and claims it. Exits if another process holds the claim. */
void claim(const char *directory, const char *boot, const char *node);

/* Copies output of the job to the log. Returns 1 after it read something, 0 at the end, -1 when the pipe is empty. */
int copy_output(void);

/* Copies the rest of the pipe to the log and writes the exit code. */
void record_exit(int code);

#endif
