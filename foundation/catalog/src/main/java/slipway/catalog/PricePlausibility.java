package slipway.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.catalog.PriceFiles.Offer;

/**
 * Compares prices and marks implausible ones. Generated lists contain placeholders, lowest bids and wrong numbers
 * of accelerators, and a search for the cheapest price finds exactly these.
 *
 * <p>A price is doubted when it is for another number of accelerators than the machine has; when spot costs no less
 * than on demand, which is a placeholder; and when it is far from what others ask for the same
 * type: the median over providers, each counted once. The limit for low prices is stricter than for high ones,
 * because a high price can be real (one accelerator in a machine with many processors) and is never selected.
 */
final class PricePlausibility {

    /** With fewer providers an outlier cannot be identified. */
    private static final int MIN_PROVIDERS = 3;

    private static final double TOO_CHEAP = 4;
    private static final double TOO_CHEAP_SPOT = 20;
    private static final double TOO_EXPENSIVE = 10;

    private final Map<String, MachineType> machines = new HashMap<>();
    private final Map<String, Money> onDemand = new HashMap<>();
    private final Map<String, Double> medians;

    private PricePlausibility(List<Price> prices, List<MachineType> machines) {
        machines.forEach(it -> this.machines.put(it.provider() + "|" + it.name(), it));
        prices.stream()
                .filter(price -> price.kind() == Price.Kind.ON_DEMAND)
                .forEach(price -> onDemand.put(offerKey(price, price.region()), price.perHour()));
        this.medians = medians(prices);
    }

    /** A price that the user confirms is not doubted: a team may pay less than all others. */
    static List<Price> withDoubts(List<Offer> offers, List<MachineType> machines) {
        var pricePlausibility =
                new PricePlausibility(offers.stream().map(Offer::price).toList(), machines);
        return offers.stream()
                .map(
                        offer ->
                                offer.confirmed()
                                        ? offer.price()
                                        : pricePlausibility.checked(offer.price()))
                .toList();
    }

    private Price checked(Price price) {
        return doubt(price).map(price::withDoubt).orElse(price);
    }

    private Optional<String> doubt(Price price) {
        return acceleratorCountDoubt(price)
                .or(() -> spotDoubt(price))
                .or(() -> outlierDoubt(price));
    }

    private Optional<String> acceleratorCountDoubt(Price price) {
        return price.product()
                .machine()
                .map(name -> machines.get(price.provider() + "|" + name))
                .filter(machineType -> machineType.accelerators() != price.product().accelerators())
                .map(
                        machineType ->
                                "listed for %d accelerators, but the machine has %d"
                                        .formatted(
                                                price.product().accelerators(),
                                                machineType.accelerators()));
    }

    private Optional<String> spotDoubt(Price price) {
        if (price.kind() != Price.Kind.SPOT) {
            return Optional.empty();
        }
        return Optional.ofNullable(onDemand.get(offerKey(price, price.region())))
                .filter(whole -> price.perHour().compareTo(whole) >= 0)
                .map(whole -> "spot costs no less than on demand, " + Format.perHour(whole));
    }

    private Optional<String> outlierDoubt(Price price) {
        Double median = medians.get(price.product().type());
        if (median == null) {
            return Optional.empty();
        }
        double cheap = price.kind() == Price.Kind.SPOT ? TOO_CHEAP_SPOT : TOO_CHEAP;
        double one = price.perAccelerator().perGpuHour().millionths();
        return one >= median / cheap && one <= median * TOO_EXPENSIVE
                ? Optional.empty()
                : Optional.of(
                        "others ask %s per accelerator, on demand"
                                .formatted(
                                        Format.perHour(
                                                new Money(
                                                        Math.round(median),
                                                        price.perHour().currency()))));
    }

    /** On demand, for one accelerator of each type, in millionths: the median of the providers' medians. */
    private static Map<String, Double> medians(List<Price> prices) {
        Map<String, Map<String, List<Long>>> pricesByType =
                prices.stream()
                        .filter(price -> price.kind() == Price.Kind.ON_DEMAND)
                        .filter(price -> price.confidence().doubt().isEmpty())
                        .collect(
                                Collectors.groupingBy(
                                        price -> price.product().type(),
                                        TreeMap::new,
                                        Collectors.groupingBy(
                                                Price::provider,
                                                TreeMap::new,
                                                Collectors.mapping(
                                                        it ->
                                                                it.perAccelerator()
                                                                        .perGpuHour()
                                                                        .millionths(),
                                                        Collectors.toList()))));
        Map<String, Double> medians = new HashMap<>();
        pricesByType.forEach(
                (type, providers) -> {
                    if (providers.size() >= MIN_PROVIDERS) {
                        var ofProviders = new ArrayList<Double>();
                        providers.values().forEach(all -> ofProviders.add(median(toDoubles(all))));
                        medians.put(type, median(ofProviders));
                    }
                });
        return medians;
    }

    private static List<Double> toDoubles(List<Long> longs) {
        return longs.stream().map(Long::doubleValue).toList();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    private static String offerKey(Price price, String region) {
        return String.join(
                "|",
                price.provider(),
                price.product().machine().orElse(""),
                price.product().type(),
                Integer.toString(price.product().accelerators()),
                region);
    }
}
