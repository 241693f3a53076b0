package slipway.plan.compare;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.plan.compare.ProviderComparison.RankedProvider;
import slipway.plan.compare.ProviderComparison.Score;
import slipway.plan.money.Offer;
import slipway.plan.money.Offers;
import slipway.plan.money.PricingTerms;

/** Compares providers. */
public final class ProviderComparator {

    private ProviderComparator() {}

    /**
     * All providers of a type, the best first. Providers with few known facts rank below the others, since missing
     * facts are no recommendation.
     */
    public static ProviderComparison compare(
            Catalog catalog, ComparisonGoal comparisonGoal, Instant now) {
        List<ProviderFacts> all =
                byProvider(Offers.of(catalog, now), comparisonGoal).entrySet().stream()
                        .map(
                                it ->
                                        new ProviderFacts(
                                                catalog,
                                                it.getKey(),
                                                comparisonGoal.type(),
                                                it.getValue(),
                                                now))
                        .toList();
        Optional<Money> cheapest =
                all.stream()
                        .flatMap(it -> it.current().stream())
                        .map(it -> it.price().perHour().value())
                        .min(Comparator.naturalOrder());
        return new ProviderComparison(
                comparisonGoal,
                all.stream()
                        .map(it -> rank(comparisonGoal, it, cheapest))
                        .sorted(
                                Comparator.comparing(RankedProvider::isHardlyKnown)
                                        .thenComparingDouble(it -> -it.total().value())
                                        .thenComparing(RankedProvider::provider))
                        .toList());
    }

    /**
     * Offers by provider. Outdated prices count with their interval, doubted ones do not, and own hardware is no offer.
     */
    private static Map<String, List<Offer>> byProvider(
            Offers offers, ComparisonGoal comparisonGoal) {
        return offers.all(comparisonGoal.type()).stream()
                .filter(it -> it.terms() != PricingTerms.OWN)
                .filter(it -> it.price().refusal().map(why -> !why.doubted()).orElse(true))
                .filter(it -> comparisonGoal.offers().allowsProvider(it.provider()))
                .sorted(Comparator.comparing((Offer it) -> it.price().perHour().value()))
                .collect(Collectors.groupingBy(Offer::provider, TreeMap::new, Collectors.toList()));
    }

    private static RankedProvider rank(
            ComparisonGoal comparisonGoal, ProviderFacts providerFacts, Optional<Money> cheapest) {
        List<Score> scores = new ProviderScoring(comparisonGoal, providerFacts, cheapest).scores();
        double all = scores.stream().mapToDouble(Score::weight).sum();
        double sure = scores.stream().filter(Score::isKnown).mapToDouble(Score::weight).sum();
        List<Ground> grounds =
                scores.stream()
                        .filter(it -> it.weight() > 0)
                        .flatMap(it -> it.value().grounds().stream())
                        .distinct()
                        .toList();
        var total =
                new Estimate<>(
                        mean(scores, all, Estimate::value),
                        mean(scores, all, Estimate::low),
                        mean(scores, all, Estimate::high),
                        grounds);
        return new RankedProvider(
                providerFacts.provider(),
                total,
                sure / all,
                providerFacts.onDemand().map(it -> it.price().perHour()),
                scores);
    }

    private static double mean(
            List<Score> scores, double all, Function<Estimate<Double>, Double> end) {
        return scores.stream().mapToDouble(it -> it.weight() * end.apply(it.value())).sum() / all;
    }
}
