package slipway.run;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import slipway.base.GpuTime;
import slipway.base.Usage;
import slipway.journal.Draft;
import slipway.journal.Stream;
import slipway.schedule.picture.Placement;

/**
 * Writes down what workloads hold and use: at every start and stop, and every minute between. A window begins where the
 * last one ended, and both are in one commit with the workload, so nothing is counted twice or left out, whenever the
 * server dies.
 */
final class Metering {

    private Metering() {}

    static void write(Steps steps, Order.Metered order) {
        order.measured()
                .forEach(
                        (attempt, measured) ->
                                steps.live(attempt.workload())
                                        .filter(Workload::occupies)
                                        .filter(workload -> workload.attempt().equals(attempt))
                                        .map(workload -> upToNow(steps, workload, measured))
                                        .ifPresent(steps::put));
    }

    /** The workload as it is metered up to now; its last window is written. */
    static Workload upToNow(Steps steps, Workload workload, Measured measured) {
        Optional<Instant> from = workload.trail().metered();
        if (from.isEmpty() || !from.get().isBefore(steps.now())) {
            return workload;
        }
        Placement placement = workload.state().place().orElseThrow();
        var window = new Usage.Window(from.get(), steps.now());
        GpuTime held = GpuTime.of(placement.whole(), window.length());
        var used = new GpuTime(held.millionths() / 1_000 * measured.used());
        var by = new Usage.By(workload.team(), workload.id(), workload.trail().attempts());
        var usage =
                new Usage(
                        by,
                        window,
                        new Usage.Accelerators(measured.type(), held, used),
                        measured.machine());
        steps.add(
                new Draft(
                        Stream.TICKS,
                        "usage",
                        1,
                        steps.actor(),
                        Optional.of(workload.team().value()),
                        workload.id().value(),
                        json(usage)));
        return workload.with(workload.trail().metered(steps.now()));
    }

    private static String json(Usage usage) {
        return String.format(
                Locale.ROOT,
                "{\"attempt\":%d,\"from\":\"%s\",\"until\":\"%s\",\"type\":\"%s\",\"held\":%d,\"used\":%d,"
                        + "\"cpu_ms\":%d,\"memory_peak\":%d,\"storage\":%d,\"network\":%d}",
                usage.by().attempt(),
                usage.window().from(),
                usage.window().until(),
                usage.accelerators().type().replaceAll("[^A-Za-z0-9 ._-]", "_"),
                usage.accelerators().held().millionths(),
                usage.accelerators().used().millionths(),
                usage.machine().cpu().toMillis(),
                usage.machine().memoryPeak().count(),
                usage.machine().storage().count(),
                usage.machine().network().count());
    }
}
