package slipway.server.platform;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.FatalFailures;
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

    /** One for each task, so that a verification of hours delays no other task. */
    private final List<ScheduledExecutorService> executors = new CopyOnWriteArrayList<>();

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
            after("check", Duration.ZERO, this::check);
        }
        every("clock", Duration.ZERO, Duration.ofSeconds(10), this::watchClock);
        every("probe", Duration.ofSeconds(5), this::probe);
        every("retention", Duration.ofMinutes(5), Duration.ofHours(1), this::sweep);
    }

    /** Runs a task periodically, in its own thread. */
    void every(String name, Duration interval, Runnable work) {
        every(name, interval, interval, work);
    }

    /** The same, with another delay of the first time. */
    void every(String name, Duration first, Duration interval, Runnable work) {
        var _ =
                executor(name)
                        .scheduleWithFixedDelay(
                                FatalFailures.MACHINE.repeated(name, work),
                                first.toMillis(),
                                interval.toMillis(),
                                TimeUnit.MILLISECONDS);
    }

    /** Runs a task once, after the start. */
    private void after(String name, Duration delay, Runnable work) {
        ScheduledExecutorService once = executor(name);
        var _ =
                once.schedule(
                        FatalFailures.MACHINE.repeated(name, work),
                        delay.toMillis(),
                        TimeUnit.MILLISECONDS);
        once.shutdown();
    }

    private ScheduledExecutorService executor(String name) {
        ScheduledExecutorService executor =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("maintenance-" + name).factory());
        executors.add(executor);
        return executor;
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

    @Override
    public void close() {
        executors.forEach(ScheduledExecutorService::shutdownNow);
    }
}
