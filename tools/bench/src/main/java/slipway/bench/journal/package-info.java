/**
 * Speed of the journal, its recovery time, and whether it keeps every acknowledged write.
 *
 * <p>Terms: the <em>counter module</em> is a small module for measurements; a <em>note</em> is the simplest durable
 * write of a client.
 *
 * <p>Entry points: {@link slipway.bench.journal.JournalBench}, {@link slipway.bench.journal.RecoverBench}, {@link
 * slipway.bench.journal.CrashBench}, {@link slipway.bench.journal.HistoryBench}. Tests use {@code JournalCrashRun} and
 * {@code HistoryRun} as well.
 *
 * <p>Invariant: every durable rate is printed with the time of fdatasync in the same run.
 */
@NullMarked
package slipway.bench.journal;

import org.jspecify.annotations.NullMarked;
