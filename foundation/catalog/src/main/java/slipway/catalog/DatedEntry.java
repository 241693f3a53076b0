package slipway.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Something that was true on a day and may not be any more. Up to {@link #CURRENT_DAYS} it is taken as it is; past
 * {@link #USABLE_DAYS} nothing is chosen because of it unless a person says so.
 */
public interface DatedEntry {

    int CURRENT_DAYS = 90;

    int USABLE_DAYS = 365;

    LocalDate date();

    /** In days; what is dated later than now has no age. */
    default long ageInDays(Instant now) {
        return Math.max(
                0, ChronoUnit.DAYS.between(date(), now.atOffset(ZoneOffset.UTC).toLocalDate()));
    }

    default boolean isCurrent(Instant now) {
        return ageInDays(now) <= CURRENT_DAYS;
    }

    default boolean isUsable(Instant now) {
        return ageInDays(now) <= USABLE_DAYS;
    }
}
