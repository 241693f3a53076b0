package slipway.server.platform;

import slipway.journal.Journal;
import slipway.journal.JournalHealth;
import slipway.journal.ReaderState;
import slipway.surface.web.http.ServerMetrics;

/** What is measured of the journal and of the machine that runs it. */
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
                "slipway_journal_clock_behind_seconds",
                "How far the machine's clock is behind the journal's time.",
                () -> journal.clockBehind().toMillis() / 1e3);
        serverMetrics.gauge(
                "slipway_journal_reader_lag_events",
                "How many events the slowest reader has still to take.",
                () -> journal.readers().stream().mapToLong(ReaderState::behind).max().orElse(0));
        Runtime machine = Runtime.getRuntime();
        serverMetrics.gauge(
                "slipway_memory_used_bytes",
                "Memory in use, of what Java holds.",
                () -> machine.totalMemory() - machine.freeMemory());
    }
}
