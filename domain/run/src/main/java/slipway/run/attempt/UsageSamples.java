package slipway.run.attempt;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an attempt was measured to take on its first node, moment by moment, as far as the end of the file tells. */
public record UsageSamples(List<Sample> samples) {

    /** Some two thousand moments: hours. */
    private static final int MAX_BYTES = 512 << 10;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A moment.
     *
     * @param cpu time on processors since the attempt began
     */
    public record Sample(Instant at, Duration cpu, Bytes memory, List<Gpu> gpus) {

        /** The mean over its accelerators. */
        public OptionalDouble utilisation() {
            return gpus.stream()
                    .filter(gpu -> gpu.utilisation().isPresent())
                    .mapToDouble(gpu -> gpu.utilisation().getAsDouble())
                    .average();
        }
    }

    /**
     * One accelerator at that moment.
     *
     * @param utilisation a share; empty where it is shared and cannot be told
     */
    public record Gpu(
            String uuid, OptionalDouble utilisation, Bytes memory, long watts, long celsius) {}

    public UsageSamples {
        samples = List.copyOf(samples);
    }

    /** A line that is torn, or was never one of ours, is left out. */
    public static UsageSamples of(AttemptDirectory directory) {
        String lines = directory.newestUsage(0, MAX_BYTES).orElse("");
        return new UsageSamples(lines.lines().flatMap(line -> read(line).stream()).toList());
    }

    static Optional<Sample> read(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            List<Gpu> gpus = new ArrayList<>();
            node.path("accelerators").forEach(each -> gpus.add(gpu(each)));
            return Optional.of(
                    new Sample(
                            Instant.parse(node.path("at").asString("")),
                            Duration.ofMillis(node.path("cpu_ms").asLong(0)),
                            new Bytes(Math.max(0, node.path("memory").asLong(0))),
                            List.copyOf(gpus)));
        } catch (JacksonException | DateTimeException torn) {
            return Optional.empty();
        }
    }

    private static Gpu gpu(JsonNode node) {
        JsonNode share = node.path("utilisation");
        return new Gpu(
                node.path("uuid").asString(""),
                share.isNumber()
                        ? OptionalDouble.of(Math.clamp(share.asDouble() / 100, 0, 1))
                        : OptionalDouble.empty(),
                new Bytes(Math.max(0, node.path("memory").asLong(0))),
                node.path("watts").asLong(0),
                node.path("celsius").asLong(0));
    }

    public Optional<Sample> last() {
        return samples.isEmpty() ? Optional.empty() : Optional.of(samples.getLast());
    }

    /** Processors that were busy between this moment and the one before; empty for the first. */
    public OptionalDouble processors(int at) {
        if (at < 1 || at >= samples.size()) {
            return OptionalDouble.empty();
        }
        Sample before = samples.get(at - 1);
        Sample now = samples.get(at);
        long wall = Duration.between(before.at(), now.at()).toMillis();
        long busy = now.cpu().minus(before.cpu()).toMillis();
        return wall <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, (double) busy / wall));
    }

    /** Those that were busy last. */
    public OptionalDouble processors() {
        return processors(samples.size() - 1);
    }
}
