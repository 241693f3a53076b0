package slipway.run.attempt;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.run.attempt.JobProgress.Doing;

/**
 * That an attempt had done so many steps by then. On disk it is a line of five words, {@code -} for what it did not
 * say: microseconds since 1970, step, total, what it does, microseconds that it has waited for data.
 *
 * @param at to the microsecond
 * @param doing what it began to do then
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

    /** Nothing where it is no such line: a job could have written it. */
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

    /** Whether this says more than the other: another step, or another deed at the same one. */
    public boolean differs(StepRecord other) {
        return step != other.step || !doing.equals(other.doing);
    }
}
