package slipway.plan.request;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import slipway.base.text.Format;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.Catalog;
import slipway.plan.acceptance.Measurements;
import slipway.plan.compare.ComparisonGoal;
import slipway.plan.compare.Criterion;
import slipway.plan.money.OfferFilter;

/** Parses and checks a comparison request; all mistakes are one problem. */
final class CompareRequestParser {

    private static final String WEIGHTS = "--weights";

    /** The default number of accelerators: eight machines, on which a team trains. */
    private static final int DEFAULT_ACCELERATORS = 64;

    private static final double MAX_WEIGHT = 100;
    private static final Pattern WEIGHT = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3})?");

    private final Catalog catalog;
    private final CompareRequest request;
    private final RequestValues requestValues = new RequestValues("slipway plan compare");

    CompareRequestParser(Catalog catalog, CompareRequest request) {
        this.catalog = catalog;
        this.request = request;
    }

    /**
     * @param measurements measurements of the acceptance test, by provider
     */
    ComparisonGoal read(Measurements measurements) {
        RequestValues.Accelerators wanted =
                requestValues.accelerators(catalog, List.of(request.accelerators()));
        Map<Criterion, Double> weights = weights();
        requestValues.providers(catalog, request.providers());
        requestValues.check();
        String type = catalog.typesFor(wanted.types().getFirst()).getFirst().type();
        return new ComparisonGoal(
                type,
                wanted.count() > 0 ? wanted.count() : DEFAULT_ACCELERATORS,
                weights,
                new OfferFilter(new HashSet<>(request.providers()), Set.of(), Set.of()),
                measuredSpeeds(measurements, type).toList());
    }

    private Stream<ComparisonGoal.MeasuredSpeed> measuredSpeeds(
            Measurements measurements, String type) {
        return measurements.entries().stream()
                .map(Measurements.Entry::provider)
                .distinct()
                .flatMap(
                        it ->
                                Stream.concat(
                                        network(measurements, it, type).stream(),
                                        storage(measurements, it).stream()));
    }

    private Optional<ComparisonGoal.MeasuredSpeed> network(
            Measurements measurements, String provider, String type) {
        return measurements
                .delivered(catalog, provider, type)
                .flatMap(
                        it ->
                                it.network()
                                        .map(
                                                rate ->
                                                        new ComparisonGoal.MeasuredSpeed(
                                                                provider,
                                                                Criterion.NETWORK,
                                                                rate,
                                                                it.date(),
                                                                Format.count(it.nodes(), "node"))));
    }

    private static Optional<ComparisonGoal.MeasuredSpeed> storage(
            Measurements measurements, String provider) {
        return measurements
                .storage(provider)
                .map(
                        it ->
                                new ComparisonGoal.MeasuredSpeed(
                                        provider,
                                        Criterion.STORAGE,
                                        it.read(),
                                        it.date(),
                                        it.node()));
    }

    private Map<Criterion, Double> weights() {
        Map<Criterion, Double> weights = new EnumMap<>(ComparisonGoal.defaultWeights());
        for (String text : request.weights()) {
            int at = text.indexOf('=');
            String name = text.substring(0, Math.max(0, at)).strip();
            Optional<Criterion> criterion = criterion(text, at < 0 ? text.strip() : name);
            Optional<Double> weight = weight(text, at < 0 ? "" : text.substring(at + 1).strip());
            if (criterion.isPresent() && weight.isPresent()) {
                weights.put(criterion.get(), weight.get());
            }
        }
        if (weights.values().stream().noneMatch(it -> it > 0)) {
            requestValues.mistake(WEIGHTS, "All weights are 0. At least one must be above 0.");
        }
        return weights;
    }

    private Optional<Criterion> criterion(String text, String name) {
        List<String> words = Arrays.stream(Criterion.values()).map(Criterion::label).toList();
        Optional<Criterion> criterion =
                Arrays.stream(Criterion.values())
                        .filter(it -> it.label().equalsIgnoreCase(name))
                        .findFirst();
        if (criterion.isEmpty()) {
            requestValues.mistake(
                    WEIGHTS,
                    "%s names none of %s.%s"
                            .formatted(
                                    UntrustedText.quoted(text),
                                    Format.list(words),
                                    SpellingSuggestion.didYouMean(name, words)));
        }
        return criterion;
    }

    private Optional<Double> weight(String text, String number) {
        Optional<Double> weight =
                Optional.of(number)
                        .filter(it -> WEIGHT.matcher(it).matches())
                        .map(Double::parseDouble)
                        .filter(it -> it <= MAX_WEIGHT);
        if (weight.isEmpty()) {
            requestValues.mistake(
                    WEIGHTS,
                    "%s has no weight from 0 to 100. Write for example price=3."
                            .formatted(UntrustedText.quoted(text)));
        }
        return weight;
    }
}
