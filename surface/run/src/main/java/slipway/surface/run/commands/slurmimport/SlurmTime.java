package slipway.surface.run.commands.slurmimport;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the times and durations of Slurm. */
final class SlurmTime {

    private static final Set<String> NO_LIMIT =
            Set.of("UNLIMITED", "Partition_Limit", "NOT_SET", "INVALID", "Unknown", "infinite");
    private static final Pattern DURATION =
            Pattern.compile("(?:(?:([0-9]{1,6})-)?([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{2})");

    private SlurmTime() {}

    /** {@code 2-03:04:05}, {@code 03:04:05} or {@code 04:05}. */
    static Optional<Duration> duration(String text) {
        Matcher parts = DURATION.matcher(text);
        return parts.matches()
                ? Optional.of(
                        Duration.ofDays(number(parts, 1))
                                .plusHours(number(parts, 2))
                                .plusMinutes(number(parts, 3))
                                .plusSeconds(number(parts, 4)))
                : Optional.empty();
    }

    /** Whether the text means no time limit. */
    static boolean isNoLimit(String text) {
        return NO_LIMIT.contains(text);
    }

    /** Slurm prints no zone. The time is read as UTC, because only differences matter. */
    static Optional<Instant> instant(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException invalid) {
            return Optional.empty();
        }
    }

    private static long number(Matcher parts, int group) {
        return Optional.ofNullable(parts.group(group)).map(Long::valueOf).orElse(0L);
    }
}
