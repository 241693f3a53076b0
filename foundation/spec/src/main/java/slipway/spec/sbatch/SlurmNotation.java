package slipway.spec.sbatch;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;

/** Slurm's own ways to write times, memory and accelerators. */
final class SlurmNotation {

    private static final Pattern DAYS =
            Pattern.compile("([0-9]{1,6})-([0-9]{1,6})(?::([0-9]{1,6}))?(?::([0-9]{1,6}))?");
    private static final Pattern CLOCK = Pattern.compile("([0-9]{1,6}):([0-9]{1,6}):([0-9]{1,6})");
    private static final Pattern MINUTES = Pattern.compile("([0-9]{1,8})(?::([0-9]{1,6}))?");
    private static final Pattern MEMORY = Pattern.compile("([0-9]{1,12})([KMGTkmgt])?[Bb]?");
    private static final Pattern DEVICES =
            Pattern.compile(
                    "(?<type>[A-Za-z][A-Za-z0-9._-]*)(:(?<of>[0-9]{1,4}))?|(?<any>[0-9]{1,4})");

    private SlurmNotation() {}

    /** {@code 90} minutes, {@code 90:30}, {@code 12:30:00}, {@code 2-12}, {@code 2-12:30:00}. */
    static Optional<Duration> time(String text) {
        Matcher days = DAYS.matcher(text);
        if (days.matches()) {
            return Optional.of(
                    Duration.ofDays(number(days, 1))
                            .plusHours(number(days, 2))
                            .plusMinutes(number(days, 3))
                            .plusSeconds(number(days, 4)));
        }
        Matcher clock = CLOCK.matcher(text);
        if (clock.matches()) {
            return Optional.of(
                    Duration.ofHours(number(clock, 1))
                            .plusMinutes(number(clock, 2))
                            .plusSeconds(number(clock, 3)));
        }
        Matcher minutes = MINUTES.matcher(text);
        return minutes.matches()
                ? Optional.of(
                        Duration.ofMinutes(number(minutes, 1)).plusSeconds(number(minutes, 2)))
                : Optional.empty();
    }

    /** {@code 64G}; without a letter it is megabytes, and all count in 1,024s. */
    static Optional<Bytes> memory(String text) {
        Matcher parts = MEMORY.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String unit = Optional.ofNullable(parts.group(2)).orElse("M");
        int steps = "KMGT".indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
        long count = number(parts, 1);
        return count > Long.MAX_VALUE >> (10 * steps)
                ? Optional.empty()
                : Optional.of(new Bytes(count << (10 * steps)));
    }

    /**
     * @param type empty for any
     */
    record Devices(Optional<String> type, int count) {}

    /** {@code 8}, {@code h100:8} or {@code h100}. */
    static Optional<Devices> devices(String text) {
        Matcher parts = DEVICES.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int count =
                Optional.ofNullable(parts.group("of"))
                        .or(() -> Optional.ofNullable(parts.group("any")))
                        .map(Integer::valueOf)
                        .orElse(1);
        return Optional.of(new Devices(Optional.ofNullable(parts.group("type")), count));
    }

    private static long number(Matcher parts, int group) {
        String text = parts.groupCount() < group ? null : parts.group(group);
        return text == null ? 0 : Long.parseLong(text);
    }
}
