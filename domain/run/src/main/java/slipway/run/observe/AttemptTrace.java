package slipway.run.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.LogText;
import slipway.run.attempt.StepRecord;
import slipway.run.checkpoint.SavedCheckpoint;

/**
 * The observations of one attempt, read from its directory after it has ended.
 *
 * @param start when its processes started
 * @param checkpoints those that this attempt saved
 * @param peakHostMemory of all nodes together
 * @param peakAcceleratorMemory of the fullest accelerator
 */
public record AttemptTrace(
        Instant start,
        List<StepRecord> steps,
        List<SavedCheckpoint> checkpoints,
        Optional<Bytes> peakHostMemory,
        Optional<Bytes> peakAcceleratorMemory) {

    private static final Pattern MEMORY = Pattern.compile("\"memory\":(\\d{1,18})");
    private static final Pattern ACCELERATORS = Pattern.compile("\"accelerators\":\\[(.*)]");
    private static final Pattern ERROR = Pattern.compile("^[\\w.]*(Error|Exception)\\b");
    private static final int MAX_USAGE = 4 << 20;
    private static final int END_OF_LOG = 16_384;
    private static final int LAST_LINES = 5;

    public AttemptTrace {
        steps = List.copyOf(steps);
        checkpoints = List.copyOf(checkpoints);
    }

    /**
     * @param saved checkpoints of the workload
     */
    public static AttemptTrace read(AttemptDirectory directory, List<SavedCheckpoint> saved) {
        List<StepRecord> steps = directory.stepHistory().records();
        Instant start =
                directory
                        .claimedAt()
                        .or(() -> steps.stream().map(StepRecord::at).findFirst())
                        .orElse(Instant.EPOCH);
        long host = 0;
        long accelerator = 0;
        for (int rank : directory.claimed()) {
            List<String> samples =
                    directory.newestUsage(rank, MAX_USAGE).stream().flatMap(String::lines).toList();
            host += maxMemory(samples.stream());
            accelerator =
                    Math.max(
                            accelerator,
                            maxMemory(
                                    samples.stream()
                                            .map(ACCELERATORS::matcher)
                                            .filter(Matcher::find)
                                            .flatMap(it -> Stream.of(it.group(1).split("}")))));
        }
        return new AttemptTrace(
                start,
                steps,
                saved.stream().filter(it -> it.attempt() == directory.id().number()).toList(),
                Optional.of(new Bytes(host)).filter(it -> it.count() > 0),
                Optional.of(new Bytes(accelerator)).filter(it -> it.count() > 0));
    }

    private static long maxMemory(Stream<String> texts) {
        return texts.map(MEMORY::matcher)
                .filter(Matcher::find)
                .mapToLong(it -> Long.parseLong(it.group(1)))
                .max()
                .orElse(0);
    }

    /** The time from the start; zero for what is older. */
    public Duration sinceStart(Instant at) {
        Duration time = Duration.between(start, at);
        return time.isNegative() ? Duration.ZERO : time;
    }

    /** A sentence with the last lines that the first node printed, preceded by its last error if that is further up. */
    public static String lastOutput(AttemptDirectory directory) {
        AttemptLogReader log = directory.log(0);
        AttemptLogReader.Part end = log.read(Math.max(0, log.end() - END_OF_LOG), END_OF_LOG);
        List<String> lines =
                LogText.of(end.bytes(), true).text().lines().filter(it -> !it.isBlank()).toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        Optional<String> error =
                lines.stream()
                        .filter(line -> ERROR.matcher(line).find())
                        .reduce((_, later) -> later)
                        .filter(line -> !last.contains(line));
        return lines.isEmpty()
                ? "It printed nothing."
                : "The last lines of its output:\n"
                        + Stream.concat(error.stream(), last.stream())
                                .collect(Collectors.joining("\n"));
    }
}
