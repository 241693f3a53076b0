/**
 * How fast the journal is, how soon it is there again after a crash, and whether it keeps what it acknowledged.
 *
 * <p>Words: <em>cells</em> are a small room to measure with; a <em>note</em> is the simplest thing a client can have
 * written durably.
 *
 * <p>Front doors: {@link slipway.bench.journal.JournalBench}, {@link slipway.bench.journal.RecoverBench}, {@link
 * slipway.bench.journal.CrashBench}. {@code Crash} is used by a test as well.
 *
 * <p>Invariant: every durable rate stands beside the time of fdatasync in the same run.
 */
@NullMarked
package slipway.bench.journal;

import org.jspecify.annotations.NullMarked;
