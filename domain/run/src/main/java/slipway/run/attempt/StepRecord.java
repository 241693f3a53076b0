package slipway.run.attempt;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.run.attempt.JobProgress.Doing;

/**
 * The step that an attempt had reached at a time. On disk it is a line of five words, {@code -} for unknown values:
 * microseconds since 1970, step, total, activity, microseconds of waiting for data.
 *
 * @param at with a precision of a microsecond
 * @param doing the activity that started then
 */
public record StepRecord(
        Instant at,
        long step,
        Optional<Long> total,
        Optional<Doing> doing,
        Optional<Duration> waited) {

    private static final String NUMBER = "(\\d{1,15})";
    private static final Pattern LINE =
            Pattern.compile(
                    "(\\d{1,17}) %s (?:%s|-) ([a-z]+|-) (?:(\\d{1,17})|-)"
                            .formatted(NUMBER, NUMBER));

    public StepRecord {
        at = at.truncatedTo(ChronoUnit.MICROS);
    }

    public static StepRecord of(JobProgress jobProgress, Instant at) {
        return new StepRecord(
                at,
                jobProgress.step(),
                jobProgress.total(),
                jobProgress.doing(),
                jobProgress.waited());
    }

    /** Empty for a line of another format, because a job can write to the file. */
    static Optional<StepRecord> read(String line) {
        Matcher word = LINE.matcher(line);
        return word.matches()
                ? Optional.of(
                        new StepRecord(
                                Instant.EPOCH.plus(
                                        Long.parseLong(word.group(1)), ChronoUnit.MICROS),
                                Long.parseLong(word.group(2)),
                                Optional.ofNullable(word.group(3)).map(Long::valueOf),
                                Doing.of(word.group(4)),
                                Optional.ofNullable(word.group(5))
                                        .map(Long::valueOf)
                                        .map(micros -> Duration.of(micros, ChronoUnit.MICROS))))
                : Optional.empty();
    }

    String encode() {
        return "%d %d %s %s %s\n"
                .formatted(
                        ChronoUnit.MICROS.between(Instant.EPOCH, at),
                        step,
                        total.map(String::valueOf).orElse("-"),
                        doing.map(Doing::word).orElse("-"),
                        waited.map(time -> String.valueOf(time.toNanos() / 1_000)).orElse("-"));
    }

    /** Whether step or activity differ. */
    public boolean differs(StepRecord other) {
        return step != other.step || !doing.equals(other.doing);
    }
}
