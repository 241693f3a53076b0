package slipway.simulate.trace;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.base.SourceLocation;
import slipway.schedule.snapshot.Node;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ParseResult;
import slipway.spec.ValueType;

/** The notations of trace values for which the spec has no type. */
final class TraceNotation {

    /** A hundred years: longer than any job, and still safe to add to any instant of a trace. */
    private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(36_500L * 86_400);

    private static final Instant EARLIEST = Instant.parse("1969-12-31T23:59:59Z");
    private static final Instant LATEST = Instant.parse("2300-01-01T00:00:00Z");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,9})?");
    private static final Pattern SLURM_DURATION_PATTERN =
            Pattern.compile(
                    "(?:(?:([0-9]{1,6})-)?([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{2})(\\.[0-9]+)?");

    static final ValueType<Duration> SECONDS =
            type("a number of seconds ≥ 0", text -> seconds(text).map(TraceNotation::duration));

    static final ValueType<Duration> MINUTES =
            type(
                    "a number of minutes ≥ 0",
                    text ->
                            seconds(text)
                                    .map(TraceNotation::duration)
                                    .map(it -> it.multipliedBy(60)));

    /** Slipway's own form: a bare number is seconds. */
    static final ValueType<Duration> DURATION =
            type("seconds or a duration such as 90s, 1h30m or 2d", TraceNotation::duration);

    /** Slipway's own form: a point in time, or seconds from the beginning of the trace. */
    static final ValueType<Instant> INSTANT =
            type(
                    "a time such as 2026-09-17T14:20:00Z, or seconds from the beginning",
                    text ->
                            seconds(text)
                                    .map(it -> Instant.EPOCH.plus(duration(it)))
                                    .or(() -> instant(text)));

    /** A time without a zone is taken as UTC: only differences count. */
    static final ValueType<Instant> TIME =
            type("a time such as 2017-10-09 07:01:55", TraceNotation::instant);

    /** Slurm's form: {@code 2-03:04:05}, {@code 03:04:05} or {@code 04:05}. */
    static final ValueType<Duration> SLURM_DURATION =
            type("a time such as 2-03:04:05 or 00:12:30", TraceNotation::slurmDuration);

    /** A fraction of one accelerator, in thousandths. */
    static final ValueType<Integer> SHARE =
            type(
                    "a share above 0 and up to 1, with at most three decimals",
                    text ->
                            Optional.of(text)
                                    .filter(it -> it.matches("[01](\\.[0-9]{1,3})?"))
                                    .map(it -> new BigDecimal(it).movePointRight(3).intValueExact())
                                    .filter(it -> it >= 1 && it <= Node.Devices.WHOLE));

    /** Thousandths of CPU cores. */
    static final ValueType<Integer> CPUS =
            type(
                    "a number of processors with at most three decimals",
                    text ->
                            Optional.of(text)
                                    .filter(it -> it.matches("[0-9]{1,6}(\\.[0-9]{1,3})?"))
                                    .map(
                                            it ->
                                                    new BigDecimal(it)
                                                            .movePointRight(3)
                                                            .intValueExact()));

    /** Whole mebibytes, as Kubernetes and Slurm count. */
    static final ValueType<Bytes> MEBIBYTES =
            type(
                    "a number of mebibytes ≥ 0",
                    text ->
                            Optional.of(text)
                                    .filter(it -> it.matches("[0-9]{1,12}"))
                                    .map(it -> Bytes.mebibytes(Long.parseLong(it))));

    /** Words separated by bars: {@code V100M16|V100M32}. */
    static final ValueType<List<String>> WORDS =
            type(
                    "words with a bar between them, such as H100|A100",
                    text ->
                            Optional.of(List.of(text.split("\\|", -1)))
                                    .filter(it -> it.stream().noneMatch(String::isBlank)));

    private TraceNotation() {}

    static <T> ValueType<T> type(
            String expected, java.util.function.Function<String, Optional<T>> read) {
        return ValueType.of(
                expected, ".*", text -> ParseResult.of(read.apply(text), text, expected));
    }

    private static Optional<BigDecimal> seconds(String text) {
        return Optional.of(text)
                .filter(it -> NUMBER.matcher(it).matches())
                .map(BigDecimal::new)
                .filter(it -> it.compareTo(MAX_SECONDS) <= 0);
    }

    /** To the millisecond, the resolution of the scheduler. */
    private static Duration duration(BigDecimal seconds) {
        return Duration.ofMillis(seconds.movePointRight(3).longValue());
    }

    /** Seconds, or a number with its unit. */
    static Optional<Duration> duration(String text) {
        return seconds(text)
                .map(TraceNotation::duration)
                .or(
                        () ->
                                ValueType.duration()
                                        .read(
                                                new DocumentNode.Value(
                                                        SourceLocation.of("cell"), text, false),
                                                MistakeCollector.forWhole()))
                .filter(it -> it.toSeconds() <= MAX_SECONDS.longValueExact());
    }

    private static Optional<Instant> instant(String text) {
        try {
            String iso = text.replace(' ', 'T');
            boolean zoned = iso.matches(".*T.*(Z|[+-][0-9]{2}:?[0-9]{2})");
            Instant read =
                    zoned
                            ? OffsetDateTime.parse(iso).toInstant()
                            : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
            return Optional.of(read).filter(it -> it.isAfter(EARLIEST) && it.isBefore(LATEST));
        } catch (DateTimeException notOne) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> slurmDuration(String text) {
        Matcher parts = SLURM_DURATION_PATTERN.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                Duration.ofDays(number(parts, 1))
                        .plusHours(number(parts, 2))
                        .plusMinutes(number(parts, 3))
                        .plusSeconds(number(parts, 4)));
    }

    private static long number(Matcher parts, int group) {
        String text = parts.group(group);
        return text == null ? 0 : Long.parseLong(text);
    }
}
