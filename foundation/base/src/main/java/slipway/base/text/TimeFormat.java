package slipway.base.text;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import slipway.base.Estimate;

/** Formats instants for a reader in a time zone at a given time. */
public record TimeFormat(Instant now, ZoneId zone) {

    /** {@code 17:35} today, {@code Fri 19:52} up to six days away, {@code 1 Oct} or {@code 1 Oct 2027} beyond. */
    public String time(Instant instant) {
        ZonedDateTime local = instant.atZone(zone);
        LocalDate today = now.atZone(zone).toLocalDate();
        long days = Math.abs(ChronoUnit.DAYS.between(today, local.toLocalDate()));
        if (days == 0) {
            return clock(local);
        }
        if (days < 7) {
            return weekday(local) + " " + clock(local);
        }
        return local.getYear() == today.getYear() ? day(local) : day(local) + " " + local.getYear();
    }

    /** {@code 17:35} on any day, for an axis that shows the day. */
    public String clock(Instant instant) {
        return clock(instant.atZone(zone));
    }

    /** {@code Tue 15}: beside an axis of a few days. */
    public String weekday(Instant instant) {
        ZonedDateTime local = instant.atZone(zone);
        return weekday(local) + " " + local.getDayOfMonth();
    }

    /** {@code 15 Sep}: beside an axis of weeks. */
    public String day(Instant instant) {
        return day(instant.atZone(zone));
    }

    /** {@code 14:19:34} today, {@code Fri 19:52:07} up to six days away, {@code 1 Oct 19:52:07} beyond. */
    public String withSeconds(Instant instant) {
        ZonedDateTime local = instant.atZone(zone);
        String time = time(instant);
        String minute = clock(local);
        String before = time.endsWith(minute) ? time : time + " " + minute;
        return before + ":" + twoDigits(local.getSecond());
    }

    /** {@code in 3 h 15 min}, {@code 41 s ago}, {@code now}. */
    public String relative(Instant instant) {
        Duration ahead = Duration.between(now, instant);
        if (ahead.abs().compareTo(Duration.ofSeconds(1)) < 0) {
            return "now";
        }
        return ahead.isNegative()
                ? Format.duration(ahead.negated()) + " ago"
                : "in " + Format.duration(ahead);
    }

    /** For the hover and for reports: {@code Thu 17 Sep 2026, 14:20 UTC}. */
    public String exact(Instant instant) {
        ZonedDateTime local = instant.atZone(zone);
        String offset =
                local.getOffset().equals(ZoneOffset.UTC) ? "UTC" : local.getOffset().getId();
        return "%s %s %d, %s %s"
                .formatted(weekday(local), day(local), local.getYear(), clock(local), offset);
    }

    /** {@code between 17:30 and 22:40}; the day appears once when both are on it. */
    public String between(Instant low, Instant high) {
        return time(low).equals(time(high))
                ? time(low)
                : "between " + time(low) + " and " + end(low, high);
    }

    /** {@code 17:20 to 17:50}. */
    public String range(Instant low, Instant high) {
        return time(low).equals(time(high)) ? time(low) : time(low) + " to " + end(low, high);
    }

    /** {@code 17:35 (17:20 to 17:50)}. */
    public String estimate(Estimate<Instant> estimate) {
        return time(estimate.value()) + " (" + range(estimate.low(), estimate.high()) + ")";
    }

    private String end(Instant low, Instant high) {
        ZonedDateTime from = low.atZone(zone);
        ZonedDateTime until = high.atZone(zone);
        boolean sameDay = from.toLocalDate().equals(until.toLocalDate());
        return sameDay ? clock(until) : time(high);
    }

    private static String clock(ZonedDateTime local) {
        return twoDigits(local.getHour()) + ":" + twoDigits(local.getMinute());
    }

    private static String day(ZonedDateTime local) {
        return local.getDayOfMonth() + " " + threeLetters(local.getMonth());
    }

    private static String weekday(ZonedDateTime local) {
        return threeLetters(local.getDayOfWeek());
    }

    /** Not the JDK's short names, which differ by locale and version. */
    private static String threeLetters(Enum<?> name) {
        return name.name().charAt(0) + name.name().substring(1, 3).toLowerCase(Locale.ROOT);
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : String.valueOf(number);
    }
}
