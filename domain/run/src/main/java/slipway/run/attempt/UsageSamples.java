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

/** The newest usage samples of an attempt on its first node. */
public record UsageSamples(List<Sample> samples) {

    /** About two thousand samples, several hours. */
    private static final int MAX_BYTES = 512 << 10;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * One sample.
     *
     * @param cpu processor time since the start of the attempt
     */
    public record Sample(Instant at, Duration cpu, Bytes memory, List<Gpu> gpus) {

        /** The mean utilization of its accelerators. */
        public OptionalDouble utilisation() {
            return gpus.stream()
                    .filter(gpu -> gpu.utilisation().isPresent())
                    .mapToDouble(gpu -> gpu.utilisation().getAsDouble())
                    .average();
        }
    }

    /**
     * One accelerator in a sample.
     *
     * @param utilisation a fraction; empty for a shared accelerator
     */
    public record Gpu(
            String uuid, OptionalDouble utilisation, Bytes memory, long watts, long celsius) {}

    public UsageSamples {
        samples = List.copyOf(samples);
    }

    /** Skips incomplete lines and lines of another format. */
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

    /** Busy processors between this sample and the previous one; empty for the first. */
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

    /** Busy processors in the newest sample. */
    public OptionalDouble processors() {
        return processors(samples.size() - 1);
    }
}
