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

/** How Slurm writes times. */
final class SlurmTime {

    private static final Set<String> NO_LIMIT =
            Set.of("UNLIMITED", "Partition_Limit", "NOT_SET", "INVALID", "Unknown", "infinite");
    private static final Pattern LAPSE =
            Pattern.compile("(?:(?:([0-9]{1,6})-)?([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{2})");

    private SlurmTime() {}

    /** {@code 2-03:04:05}, {@code 03:04:05} or {@code 04:05}. */
    static Optional<Duration> lapse(String text) {
        Matcher parts = LAPSE.matcher(text);
        return parts.matches()
                ? Optional.of(
                        Duration.ofDays(number(parts, 1))
                                .plusHours(number(parts, 2))
                                .plusMinutes(number(parts, 3))
                                .plusSeconds(number(parts, 4)))
                : Optional.empty();
    }

    /** Whether it is a word for none. */
    static boolean isNoLimit(String text) {
        return NO_LIMIT.contains(text);
    }

    /** Without a zone: it is taken as UTC, because only differences count. */
    static Optional<Instant> moment(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException notOne) {
            return Optional.empty();
        }
    }

    private static long number(Matcher parts, int group) {
        return Optional.ofNullable(parts.group(group)).map(Long::valueOf).orElse(0L);
    }
}
