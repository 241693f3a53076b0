package slipway.run.attempt;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The progress that a job reports.
 *
 * @param total number of steps; empty if not reported
 * @param loss as written by the job
 * @param doing its current activity; empty if not reported
 * @param waited total time it has waited for data; empty if not reported
 */
public record JobProgress(
        long step,
        Optional<Long> total,
        Optional<String> loss,
        Optional<Doing> doing,
        Optional<Duration> waited) {

    /** The current activity of a job. */
    public enum Doing {
        START,
        TRAIN,
        SAVE,
        EVALUATE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Doing> of(String word) {
            return Stream.of(values()).filter(one -> one.word().equals(word)).findFirst();
        }
    }

    private static final String NUMBER = "(\\d{1,15})(?!\\d)";

    /** {@code "step": 12}, {@code step=12}, {@code step 12}, {@code Iteration: 12}. */
    private static final Pattern STEP =
            Pattern.compile(
                    "(?i)\\b(?:step|iter|iteration|batch|global_step)\"?\\s*[:= ]\\s*\\[?"
                            + NUMBER);

    private static final Pattern TOTAL =
            Pattern.compile(
                    "(?i)\\b(?:total|total_steps|max_steps|steps)\"?\\s*[:= ]\\s*" + NUMBER);
    private static final Pattern OF = Pattern.compile("\\b" + NUMBER + "\\s*(?:/|of)\\s*" + NUMBER);

    /** A bar of tqdm: {@code 72%|███▏| 7201/10000 [1:02:03<20:11, 1.9it/s]}. */
    private static final Pattern BAR =
            Pattern.compile("%\\|[^|]*\\|\\s*" + NUMBER + "/" + NUMBER + "\\s*\\[");

    private static final Pattern LOSS =
            Pattern.compile(
                    "(?i)\\bloss\"?\\s*[:= ]\\s*(-?(?:\\d{1,12}(?:\\.\\d{1,30})?(?:e[-+]?\\d{1,3})?|nan|inf))");

    /** {@code "doing": "save"}, {@code doing=evaluate}. */
    private static final Pattern DOING =
            Pattern.compile("(?i)\\bdoing\"?\\s*[:= ]\\s*\"?(start|train|save|evaluate)\\b");

    /** Seconds: {@code "waited": 12.25}. */
    private static final Pattern WAITED =
            Pattern.compile("(?i)\\bwaited\"?\\s*[:= ]\\s*(\\d{1,9}(?:\\.\\d{1,18})?)(?![\\d.e])");

    /** Longer lines are no progress. */
    private static final int MAX_LINE = 1_000;

    /** The last line with a step in a progress file, where a pair of numbers is enough. */
    public static Optional<JobProgress> inFile(String text) {
        return last(text, line -> labelled(line).or(() -> pair(OF, line)));
    }

    /** The last line with a step in a log. Logs contain other numbers, so the line must name the step. */
    public static Optional<JobProgress> inLog(String text) {
        return last(text, line -> pair(BAR, line).or(() -> labelled(line)));
    }

    private static Optional<JobProgress> last(
            String text, Function<String, Optional<JobProgress>> read) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList().reversed();
        return lines.stream()
                .filter(line -> line.length() <= MAX_LINE)
                .flatMap(line -> read.apply(line).stream())
                .findFirst();
    }

    private static Optional<JobProgress> labelled(String line) {
        Matcher step = STEP.matcher(line);
        if (!step.find()) {
            return Optional.empty();
        }
        long at = Long.parseLong(step.group(1));
        Matcher of = OF.matcher(line).region(step.start(1), line.length());
        Optional<Long> total =
                of.lookingAt() ? Optional.of(Long.parseLong(of.group(2))) : number(TOTAL, line);
        return Optional.of(progress(at, total, line));
    }

    private static Optional<JobProgress> pair(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find()
                ? Optional.of(
                        progress(
                                Long.parseLong(found.group(1)),
                                Optional.of(Long.parseLong(found.group(2))),
                                line))
                : Optional.empty();
    }

    private static JobProgress progress(long step, Optional<Long> total, String line) {
        return new JobProgress(
                step, total.filter(all -> all > 0), loss(line), doing(line), waited(line));
    }

    private static Optional<Long> number(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? Optional.of(Long.parseLong(found.group(1))) : Optional.empty();
    }

    private static Optional<String> loss(String line) {
        Matcher found = LOSS.matcher(line);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    private static Optional<Doing> doing(String line) {
        Matcher found = DOING.matcher(line);
        return found.find() ? Doing.of(found.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private static Optional<Duration> waited(String line) {
        Matcher found = WAITED.matcher(line);
        return found.find()
                ? Optional.of(
                        Duration.ofNanos(Math.round(Double.parseDouble(found.group(1)) * 1e9)))
                : Optional.empty();
    }

    /** The completed share, if the total is known. */
    public Optional<Double> share() {
        return total.map(all -> Math.min(1, step / (double) all));
    }
}
