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

/** What the platform does by itself: drops what is old, watches the clock, and looks at the data after a crash. */
final class MaintenanceTasks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceTasks.class);
    private static final Duration NOTEWORTHY = Duration.ofSeconds(5);

    private final Journal journal;
    private final RetentionPolicy retentionPolicy;

    /** Two, so that the rest goes on beside a check that takes long. */
    private final ScheduledExecutorService threads =
            Executors.newScheduledThreadPool(
                    2, Thread.ofPlatform().daemon().name("upkeep-", 1).factory());

    private boolean clockTold;

    /** Keeps as long as the settings say. */
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
            LOG.info(
                    "The last stop was not in order; every fact is compared with its hash in the background.");
            var _ = threads.submit(() -> quietly(this::check));
        }
        var _ =
                threads.scheduleWithFixedDelay(
                        () -> quietly(this::watchClock), 0, 10, TimeUnit.SECONDS);
        var _ = threads.scheduleWithFixedDelay(() -> quietly(this::probe), 5, 5, TimeUnit.SECONDS);
        var _ = threads.scheduleWithFixedDelay(() -> quietly(this::sweep), 5, 60, TimeUnit.MINUTES);
    }

    /** Does a room's work again and again. */
    void every(Duration pause, Runnable work) {
        var _ =
                threads.scheduleWithFixedDelay(
                        () -> quietly(work),
                        pause.toMillis(),
                        pause.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Does it once, when the start is over. */
    void after(Duration pause, Runnable work) {
        var _ = threads.schedule(() -> quietly(work), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void check() {
        long facts = journal.check();
        LOG.info("{} facts checked; all is well.", facts);
    }

    private void sweep() {
        while (journal.sweep(retentionPolicy)) {
            LOG.debug("Swept; there is more.");
        }
    }

    /** Nobody writes to a server that says it cannot, so it finds out by itself when it can again. */
    private void probe() {
        if (journal.health() instanceof JournalHealth.Failing) {
            var _ = journal.send(Commit.of(List.of(), List.of()));
        }
    }

    private void watchClock() {
        Duration behind = journal.clockBehind();
        if (behind.compareTo(NOTEWORTHY) < 0) {
            clockTold = false;
        } else if (!clockTold) {
            clockTold = true;
            LOG.warn(
                    "The machine's clock is {} behind. Set it right; until then the journal keeps its own time.",
                    behind);
            journal.append(new Fact.ClockSteppedBack(behind), Actor.system("clock"), "clock");
        }
    }

    /** Upkeep goes on, whatever happens: a scheduled task that throws would never run again. */
    static void quietly(Runnable work) {
        try {
            work.run();
        } catch (Problem problem) {
            LOG.warn("{}", problem.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("Upkeep met a mistake of ours, and goes on.", bug);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
