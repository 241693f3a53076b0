package slipway.catalog;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import slipway.base.Money;

/**
 * Weekly median spot prices of a whole machine.
 *
 * @param from the first day of the first week
 * @param weeks consecutive weeks; empty for a week without a price
 */
public record SpotHistory(
        String provider, String machine, String region, LocalDate from, List<Optional<Money>> weeks)
        implements DatedEntry {

    public SpotHistory {
        weeks = List.copyOf(weeks);
        if (weeks.stream().noneMatch(Optional::isPresent)) {
            throw new IllegalArgumentException("A history has a price in it: " + machine);
        }
    }

    /** The first day of the last week that has a price. */
    @Override
    public LocalDate date() {
        int last = weeks.size() - 1;
        while (weeks.get(last).isEmpty()) {
            last--;
        }
        return from.plusWeeks(last);
    }

    /** The newest price. */
    public Money latestPrice() {
        return knownPrices(weeks.size()).getLast();
    }

    /**
     * Quantile of the prices of the last weeks: 0.5 is the median.
     *
     * @param last number of weeks from the end
     */
    public Money quantile(double share, int last) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("A share is between 0 and 1: " + share);
        }
        List<Money> sorted = knownPrices(Math.max(1, last)).stream().sorted().toList();
        int index = (int) Math.round(share * (sorted.size() - 1));
        return sorted.get(index);
    }

    private List<Money> knownPrices(int last) {
        List<Money> recent =
                weeks.subList(Math.max(0, weeks.size() - last), weeks.size()).stream()
                        .flatMap(Optional::stream)
                        .toList();
        return recent.isEmpty() ? knownPrices(weeks.size()) : recent;
    }
}
