package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.Usage;
import slipway.journal.EventDraft;
import slipway.journal.JournalStream;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload.LatestAttempt;
import slipway.run.lifecycle.Workload.Metered;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;

/**
 * Meters workloads: writes usage windows at every start and stop, and every minute between. A window begins where the
 * last one ended, and both are in one commit with the workload, so nothing is counted twice or missed, whenever the
 * server dies.
 */
final class UsageWindows {

    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9 ._-]");

    /** A smaller difference between a window and the time that has passed is a correction of the clock. */
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    private UsageWindows() {}

    static void write(ChangeSet changeSet, Map<AttemptId, AttemptUsage> all) {
        all.forEach(
                (attempt, attemptUsage) ->
                        LifecycleRules.current(changeSet, attempt)
                                .map(
                                        each ->
                                                meterUpTo(
                                                        changeSet.now(),
                                                        changeSet,
                                                        each,
                                                        attemptUsage))
                                .ifPresent(changeSet::put));
    }

    /** Writes the window up to {@code end}, and returns the workload with the new end of its last window. */
    static Workload meterUpTo(
            Instant end, ChangeSet changeSet, Workload workload, AttemptUsage attemptUsage) {
        Optional<LatestAttempt> latest = workload.history().latest();
        if (latest.isEmpty()) {
            return workload;
        }
        Metered before = latest.get().metered();
        Usage.Window window = window(before.until(), end, changeSet.now(), attemptUsage);
        if (window.length().isZero()) {
            return workload;
        }
        Metered after = after(before, window.until(), attemptUsage);
        Usage usage = usage(workload, before, after, window, attemptUsage);
        changeSet.add(
                new EventDraft(
                        JournalStream.TICKS,
                        "usage",
                        1,
                        changeSet.actor(),
                        Optional.of(workload.team().value()),
                        workload.id().value(),
                        json(usage)));
        return workload.with(
                workload.history()
                        .with(latest.get().metered(after))
                        .holding(usage.accelerators().type(), usage.accelerators().held()));
    }

    /**
     * The window that ends now, or when the attempt ended. It is never longer than the time that has passed, although
     * the clock may have jumped ahead. When the clock was set back, the last window ends in the future; then the time
     * that has passed is the window.
     */
    private static Usage.Window window(
            Instant last, Instant end, Instant now, AttemptUsage attemptUsage) {
        Instant until = end.truncatedTo(ChronoUnit.MILLIS);
        Duration shown = last.isAfter(until) ? Duration.ZERO : Duration.between(last, until);
        Duration elapsed =
                attemptUsage
                        .elapsed()
                        .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
                        .orElse(shown);
        boolean setBack = last.minus(TOLERANCE).isAfter(now);
        boolean jumped = shown.minus(TOLERANCE).compareTo(elapsed) > 0;
        Duration length = setBack || jumped ? elapsed : shown;
        return new Usage.Window(until.minus(length), until);
    }

    /** A counter that restarts from 0, as after a restart before the first sample, does not decrease the total. */
    private static Metered after(Metered before, Instant until, AttemptUsage attemptUsage) {
        Duration cpu = attemptUsage.cpu().truncatedTo(ChronoUnit.MILLIS);
        return new Metered(
                until,
                cpu.compareTo(before.cpu()) > 0 ? cpu : before.cpu(),
                larger(attemptUsage.storage(), before.storage()),
                larger(attemptUsage.network(), before.network()));
    }

    private static Bytes larger(Bytes one, Bytes other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Usage usage(
            Workload workload,
            Metered before,
            Metered after,
            Usage.Window window,
            AttemptUsage attemptUsage) {
        Placement placement = workload.state().currentPlacement().orElseThrow();
        Duration cpu = after.cpu().minus(before.cpu());
        return new Usage(
                new Usage.Consumer(workload.team(), workload.id(), workload.history().attempts()),
                window,
                placement.totalThousandths() > 0
                        ? accelerators(placement, window, attemptUsage)
                        : processors(cpu, window, attemptUsage),
                new Usage.Machine(
                        cpu,
                        attemptUsage.memoryPeak(),
                        after.storage().minus(before.storage()),
                        after.network().minus(before.network())));
    }

    private static Usage.Accelerators accelerators(
            Placement placement, Usage.Window window, AttemptUsage attemptUsage) {
        GpuTime held = GpuTime.of(placement.totalThousandths(), window.length());
        var used =
                new GpuTime(
                        Math.multiplyExact(held.millionths(), (long) attemptUsage.used()) / 1_000);
        return new Usage.Accelerators(attemptUsage.type(), held, used);
    }

    /** Without accelerators it holds the CPUs that it was given; on an idle machine it may use more. */
    private static Usage.Accelerators processors(
            Duration cpu, Usage.Window window, AttemptUsage attemptUsage) {
        GpuTime held = GpuTime.of(attemptUsage.processors(), window.length());
        GpuTime busy = GpuTime.of(Node.Devices.WHOLE, cpu);
        return new Usage.Accelerators(
                attemptUsage.type(), held, busy.compareTo(held) < 0 ? busy : held);
    }

    private static String json(Usage usage) {
        return String.format(
                Locale.ROOT,
                "{\"attempt\":%d,\"from\":\"%s\",\"until\":\"%s\",\"type\":\"%s\",\"held\":%d,\"used\":%d,"
                        + "\"cpu_ms\":%d,\"memory_peak\":%d,\"storage\":%d,\"network\":%d}",
                usage.consumer().attempt(),
                usage.window().from(),
                usage.window().until(),
                UNSAFE.matcher(usage.accelerators().type()).replaceAll("_"),
                usage.accelerators().held().millionths(),
                usage.accelerators().used().millionths(),
                usage.machine().cpu().toMillis(),
                usage.machine().memoryPeak().count(),
                usage.machine().storage().count(),
                usage.machine().network().count());
    }
}
