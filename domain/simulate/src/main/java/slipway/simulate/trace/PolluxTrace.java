package slipway.simulate.trace;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.TeamId;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.spec.ValueType;

/**
 * The workloads of the Pollux simulator: {@code name,time,application,num_replicas,batch_size}. They have no duration:
 * it follows from application, batch size and number of accelerators, by the times that its authors measured.
 */
final class PolluxTrace {

    /** Accelerators on each node of its cluster. */
    static final int PER_NODE = 4;

    private static final TraceFile FILE =
            TraceFile.external(',', "time", "application", "num_replicas");
    private static final ValueType<Integer> COUNT = ValueType.wholeNumber(1, 1_000_000);

    private final Trace.Gathered gathered = new Trace.Gathered();
    private final Times times = Times.bundled();
    private final GangSizes gangSizes = new GangSizes(PER_NODE);

    private PolluxTrace() {}

    static Trace read(Path file) {
        var polluxTrace = new PolluxTrace();
        FILE.read(file, polluxTrace::row);
        return polluxTrace.gathered.trace();
    }

    private void row(TraceRow traceRow) {
        Duration offset = traceRow.require("time", TraceNotation.SECONDS, Duration.ZERO);
        String application = traceRow.require("application", ValueType.line(), "");
        int replicas = traceRow.require("num_replicas", COUNT, 1);
        Optional<Duration> given = traceRow.read("duration", TraceNotation.SECONDS);
        Optional<Integer> batch = traceRow.read("batch_size", COUNT);
        if (!traceRow.isValid()) {
            return;
        }
        Optional<Duration> duration = given.or(() -> times.of(application, batch, replicas));
        if (duration.isEmpty()) {
            traceRow.report(
                    "application",
                    UntrustedText.quoted(application)
                            + " is not one of "
                            + String.join(", ", times.seconds.keySet())
                            + ", and the line has no duration."
                            + SpellingSuggestion.didYouMean(application, times.seconds.keySet()));
        } else if (duration.get().isZero()) {
            gathered.drop("zero_duration");
        } else {
            gathered.add(
                    new TraceJob(
                            new TraceJob.Labels(application, "", ""),
                            TeamId.ALL,
                            gangSizes.of(replicas),
                            Attributes.JOB.withCheckpointInterval(Duration.ZERO),
                            TraceJob.Recorded.of(Instant.EPOCH.plus(offset), duration.get())));
        }
    }

    /** Measured seconds by application, batch and number of accelerators. */
    private static final class Times {

        private static final TraceFile TABLE =
                TraceFile.external(',', "application", "batch_size", "num_replicas", "seconds");

        final Map<String, NavigableMap<Integer, NavigableMap<Integer, Integer>>> seconds =
                new TreeMap<>();

        static Times bundled() {
            var times = new Times();
            TABLE.readBundled("pollux-times.csv", times::row);
            return times;
        }

        private void row(TraceRow traceRow) {
            seconds.computeIfAbsent(
                            traceRow.require("application", ValueType.line(), ""),
                            _ -> new TreeMap<>())
                    .computeIfAbsent(traceRow.require("batch_size", COUNT, 1), _ -> new TreeMap<>())
                    .put(
                            traceRow.require("num_replicas", COUNT, 1),
                            traceRow.require("seconds", COUNT, 1));
        }

        /** For the nearest measured batch size; interpolated between numbers of accelerators. */
        Optional<Duration> of(String application, Optional<Integer> batch, int replicas) {
            return Optional.ofNullable(seconds.get(application))
                    .map(batches -> nearest(batches, batch.orElse(batches.lastKey())))
                    .map(measured -> between(measured, replicas));
        }

        private static NavigableMap<Integer, Integer> nearest(
                NavigableMap<Integer, NavigableMap<Integer, Integer>> batches, int batch) {
            var above = batches.ceilingEntry(batch);
            return above == null ? batches.lastEntry().getValue() : above.getValue();
        }

        private static Duration between(NavigableMap<Integer, Integer> measured, int replicas) {
            var below = measured.floorEntry(replicas);
            var above = measured.ceilingEntry(replicas);
            if (below == null || above == null || below.equals(above)) {
                var only = above == null ? measured.lastEntry() : measured.ceilingEntry(replicas);
                return Duration.ofSeconds(only.getValue());
            }
            double part = (replicas - below.getKey()) / (double) (above.getKey() - below.getKey());
            double between = below.getValue() + part * (above.getValue() - below.getValue());
            return Duration.ofSeconds(Math.round(between));
        }
    }
}
