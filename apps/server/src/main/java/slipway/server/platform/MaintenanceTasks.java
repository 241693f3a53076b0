package slipway.server.platform;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.JournalHealth;
import slipway.journal.RetentionPolicy;
import slipway.server.config.Config;

/** Periodic tasks: retention, clock monitoring, and verification of the data after a crash. */
final class MaintenanceTasks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceTasks.class);
    private static final Duration TOLERATED_SKEW = Duration.ofSeconds(5);

    private final Journal journal;
    private final RetentionPolicy retentionPolicy;

    /** Two, so that a long verification does not delay the other tasks. */
    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(
                    2, Thread.ofPlatform().daemon().name("maintenance-", 1).factory());

    private boolean clockReported;

    /** With the configured retention. */
    static MaintenanceTasks of(Journal journal, Config config) {
        return new MaintenanceTasks(
                journal,
                new RetentionPolicy(config.keepFacts(), config.keepTicks(), config.keepAnswers()));
    }

    MaintenanceTasks(Journal journal, RetentionPolicy retentionPolicy) {
        this.journal = journal;
        this.retentionPolicy = retentionPolicy;
    }

    void start() {
        if (!journal.wasCleanShutdown()) {
            LOG.info("The last shutdown was unclean; all facts are verified in the background.");
            var _ = threads.submit(() -> isolated(this::check));
        }
        var _ =
                threads.scheduleWithFixedDelay(
                        () -> isolated(this::watchClock), 0, 10, TimeUnit.SECONDS);
        var _ = threads.scheduleWithFixedDelay(() -> isolated(this::probe), 5, 5, TimeUnit.SECONDS);
        var _ =
                threads.scheduleWithFixedDelay(
                        () -> isolated(this::sweep), 5, 60, TimeUnit.MINUTES);
    }

    /** Runs a task of a module periodically. */
    void every(Duration interval, Runnable work) {
        var _ =
                threads.scheduleWithFixedDelay(
                        () -> isolated(work),
                        interval.toMillis(),
                        interval.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Runs a task once, after the start. */
    void after(Duration delay, Runnable work) {
        var _ = threads.schedule(() -> isolated(work), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void check() {
        long facts = journal.check();
        LOG.info("{} facts verified, none damaged.", facts);
    }

    private void sweep() {
        while (journal.sweep(retentionPolicy)) {
            LOG.debug("Swept a batch; more remains.");
        }
    }

    /** Clients stop writing to a failing server, so it tests by itself whether it can write again. */
    private void probe() {
        if (journal.health() instanceof JournalHealth.Failing) {
            var _ = journal.send(Commit.of(List.of(), List.of()));
        }
    }

    private void watchClock() {
        Duration ahead = journal.clock().wallAhead();
        if (ahead.abs().compareTo(TOLERATED_SKEW) < 0) {
            clockReported = false;
        } else if (!clockReported) {
            clockReported = true;
            LOG.warn(
                    "The clock of the machine jumped by {}. If it is wrong, correct it: timedatectl set-ntp true."
                            + " The server follows if the difference lasts.",
                    ahead);
            if (ahead.isNegative()) {
                journal.append(
                        new Fact.ClockSteppedBack(ahead.negated()), Actor.system("clock"), "clock");
            }
        }
    }

    /** Catches all exceptions, because the executor would not repeat a task that throws. */
    static void isolated(Runnable work) {
        try {
            work.run();
        } catch (Problem problem) {
            LOG.warn("{}", problem.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("A maintenance task failed because of a bug; it will be repeated.", bug);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
