package slipway.server.platform;

import slipway.journal.Journal;
import slipway.journal.JournalHealth;
import slipway.journal.ReaderState;
import slipway.surface.web.http.ServerMetrics;

/** Metrics of the journal and of the JVM. */
final class JournalMetrics {

    private JournalMetrics() {}

    static void addTo(ServerMetrics serverMetrics, Journal journal) {
        serverMetrics.counter("slipway_journal_events_total", "Events written.", journal::seq);
        serverMetrics.counter(
                "slipway_journal_facts_total", "Facts in the audit log.", journal::factCount);
        serverMetrics.gauge(
                "slipway_journal_writing",
                "1 when the journal can write.",
                () -> journal.health() instanceof JournalHealth.Writing ? 1 : 0);
        serverMetrics.gauge(
                "slipway_clock_offset_seconds",
                "Seconds that the clock of the machine is ahead of the server's time; negative if it is behind.",
                () -> journal.clock().wallAhead().toMillis() / 1e3);
        serverMetrics.gauge(
                "slipway_journal_reader_lag_events",
                "Events that the slowest reader has not read yet.",
                () -> journal.readers().stream().mapToLong(ReaderState::behind).max().orElse(0));
        serverMetrics.gauge(
                "slipway_journal_readers_failing",
                "Readers that fail to apply an event.",
                () ->
                        journal.runningReaders().stream()
                                .filter(reader -> reader.failing().isPresent())
                                .count());
        Runtime machine = Runtime.getRuntime();
        serverMetrics.gauge(
                "slipway_memory_used_bytes",
                "Used heap memory.",
                () -> machine.totalMemory() - machine.freeMemory());
    }
}
