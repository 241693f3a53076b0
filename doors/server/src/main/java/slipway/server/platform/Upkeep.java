package slipway.server.platform;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Journal;
import slipway.journal.Retention;

/** What the platform does by itself: drops what is old, watches the clock, and looks at the data after a crash. */
final class Upkeep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration NOTEWORTHY = Duration.ofSeconds(5);

    private final Journal journal;
    private final Retention retention;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("upkeep").factory());
    private boolean clockTold;

    Upkeep(Journal journal, Retention retention) {
        this.journal = journal;
        this.retention = retention;
    }

    void start() {
        if (!journal.stoppedInOrder()) {
            LOG.info(
                    "The last stop was not in order; every fact is compared with its hash in the background.");
            var _ = thread.submit(() -> quietly(this::check));
        }
        var _ =
                thread.scheduleWithFixedDelay(
                        () -> quietly(this::watchClock), 0, 10, TimeUnit.SECONDS);
        var _ = thread.scheduleWithFixedDelay(() -> quietly(this::sweep), 5, 60, TimeUnit.MINUTES);
    }

    private void check() {
        long facts = journal.check();
        LOG.info("{} facts checked; all is well.", facts);
    }

    private void sweep() {
        while (journal.sweep(retention)) {
            LOG.debug("Swept; there is more.");
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
            journal.tell(new Fact.ClockSteppedBack(behind), Actor.system("clock"), "clock");
        }
    }

    /** A problem is in the log already, or the journal says it; upkeep goes on. */
    private static void quietly(Runnable work) {
        try {
            work.run();
        } catch (Problem problem) {
            LOG.warn("{}", problem.getMessage());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
