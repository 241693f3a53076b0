package slipway.run.slurm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import slipway.base.Bytes;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;
import slipway.run.engine.UsageSample.Gpu;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Reads the newest samples that {@code sample.sh} wrote on the nodes of a job. The job can write to these files too, so
 * lines of another format are skipped. The clocks of nodes may differ: a sample is dated by the moment at which this
 * server first saw it.
 */
final class SlurmUsage {

    private static final Pattern LINE =
            Pattern.compile(
                    "\\{\"at\":\"([0-9TZ:.-]{1,40})\",\"cpu_ms\":([0-9]{1,15}),\"memory\":([0-9]{1,15}),"
                            + "\"storage\":([0-9]{1,18}),\"processes\":([0-9]{1,7}),\"accelerators\":\\[(.*)]}");

    private static final Pattern GPU =
            Pattern.compile(
                    "\\{\"uuid\":\"([A-Za-z0-9-]{1,80})\",\"utilisation\":([0-9]{1,3}|null),"
                            + "\"memory\":([0-9]{1,15}),\"watts\":([0-9]{1,6}),\"celsius\":([0-9]{1,4}),"
                            + "\"throttled\":\\[((?:\"[a-z, ]{1,30}\",?){0,8})],\"xids\":\\[]}");

    private static final Pattern WORD = Pattern.compile("\"([a-z, ]+)\"");

    private static final int MAX_GPUS = 64;
    private static final int MAX_BYTES = 32_768;

    private final InstantSource clock;
    private final Map<AttemptId, Observation> observations = new ConcurrentHashMap<>();

    SlurmUsage(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * The newest readings of a job.
     *
     * @param peak the highest memory use seen so far
     */
    private record Observation(List<Reading> readings, Instant at, long peak) {

        long memory() {
            return readings.stream().mapToLong(Reading::memory).sum();
        }

        static Observation of(List<Reading> readings, Instant at, long before) {
            var observation = new Observation(List.copyOf(readings), at, before);
            return new Observation(
                    observation.readings, at, Math.max(before, observation.memory()));
        }

        Observation after(List<Reading> newer, Instant now) {
            return readings.equals(newer) ? this : of(newer, now, peak);
        }
    }

    /**
     * One node at one instant.
     *
     * @param at by the clock of the node, used only to distinguish readings
     */
    record Reading(Instant at, long cpu, long memory, long storage, int processes, List<Gpu> gpus) {

        static Optional<Reading> parse(String line) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            try {
                return Optional.of(
                        new Reading(
                                Instant.parse(matcher.group(1)),
                                Long.parseLong(matcher.group(2)),
                                Long.parseLong(matcher.group(3)),
                                Long.parseLong(matcher.group(4)),
                                Integer.parseInt(matcher.group(5)),
                                gpus(matcher.group(6))));
            } catch (DateTimeParseException notOne) {
                return Optional.empty();
            }
        }

        private static List<Gpu> gpus(String text) {
            var gpus = new ArrayList<Gpu>();
            Matcher matcher = GPU.matcher(text);
            while (matcher.find() && gpus.size() < MAX_GPUS) {
                gpus.add(
                        new Gpu(
                                matcher.group(1),
                                Optional.of(matcher.group(2))
                                        .filter(busy -> !busy.equals("null"))
                                        .map(Integer::valueOf),
                                new Bytes(Long.parseLong(matcher.group(3))),
                                Integer.parseInt(matcher.group(4)),
                                Integer.parseInt(matcher.group(5)),
                                words(matcher.group(6)),
                                List.of()));
            }
            return gpus;
        }

        /** Names the GPUs by their indexes on the node, which is the order in which the driver lists them. */
        Reading withDevicesOf(NodeAllocation seat) {
            List<Integer> devices = seat.devices();
            if (devices.size() != gpus.size()) {
                return this;
            }
            List<Gpu> named =
                    IntStream.range(0, devices.size())
                            .mapToObj(
                                    i ->
                                            gpus.get(i)
                                                    .withName(
                                                            SlurmNodeDiscovery.card(
                                                                    seat.node(), devices.get(i))))
                            .toList();
            return new Reading(at, cpu, memory, storage, processes, named);
        }

        private static List<String> words(String text) {
            return WORD.matcher(text).results().map(word -> word.group(1)).toList();
        }
    }

    /** The sum over all nodes that have written a sample. */
    Optional<UsageSample> newest(SlurmJob slurmJob) {
        List<Reading> readings = new ArrayList<>();
        List<NodeAllocation> seats = slurmJob.placement().orElse(slurmJob.requested()).seats();
        for (int rank = 0; rank < seats.size(); rank++) {
            NodeAllocation seat = seats.get(rank);
            slurmJob.directory()
                    .newestUsage(rank, MAX_BYTES)
                    .flatMap(SlurmUsage::last)
                    .map(reading -> reading.withDevicesOf(seat))
                    .ifPresent(readings::add);
        }
        return readings.isEmpty()
                ? Optional.empty()
                : Optional.of(sampled(slurmJob.id(), readings));
    }

    private static Optional<Reading> last(String lines) {
        return lines.lines()
                .flatMap(line -> Reading.parse(line).stream())
                .reduce((_, last) -> last);
    }

    private UsageSample sampled(AttemptId id, List<Reading> readings) {
        Instant now = clock.instant();
        Observation observation =
                observations.compute(
                        id,
                        (_, before) ->
                                before == null
                                        ? Observation.of(readings, now, 0)
                                        : before.after(readings, now));
        return new UsageSample(
                id,
                observation.at,
                Duration.ofMillis(readings.stream().mapToLong(Reading::cpu).sum()),
                new UsageSample.HeldMemory(
                        new Bytes(observation.memory()), new Bytes(observation.peak)),
                new Bytes(readings.stream().mapToLong(Reading::storage).sum()),
                Optional.empty(),
                readings.stream().mapToInt(Reading::processes).sum(),
                readings.stream().flatMap(reading -> reading.gpus.stream()).toList());
    }

    void forget(AttemptId id) {
        observations.remove(id);
    }
}
