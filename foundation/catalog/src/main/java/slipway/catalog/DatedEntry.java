package slipway.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * An entry that was valid on its date. Up to {@link #CURRENT_DAYS} it is used unchanged; after {@link
 * #USABLE_DAYS} it is not selected automatically.
 */
public interface DatedEntry {

    int CURRENT_DAYS = 90;

    int USABLE_DAYS = 365;

    LocalDate date();

    /** Age in days; 0 for a date in the future. */
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
