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

/** Makes what is wanted of a wish, or tells everything that is wrong with it. */
public final class CompareReader {

    private static final String WEIGHTS = "--weights";

    /** Where nobody says how many: eight machines, as a team trains on. */
    private static final int USUAL = 64;

    private static final double MOST = 100;
    private static final Pattern WEIGHT = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3})?");

    private final Catalog catalog;
    private final CompareRequest wish;
    private final RequestReader requestReader = new RequestReader("slipway plan compare");

    public CompareReader(Catalog catalog, CompareRequest wish) {
        this.catalog = catalog;
        this.wish = wish;
    }

    /**
     * @param delivered what machines of providers delivered when they were accepted
     */
    public ComparisonGoal read(Measurements delivered) {
        RequestReader.Accelerators wanted =
                requestReader.accelerators(catalog, List.of(wish.accelerators()));
        Map<Criterion, Double> weights = weights();
        requestReader.providers(catalog, wish.providers());
        requestReader.check();
        String type = catalog.typesFor(wanted.types().getFirst()).getFirst().type();
        return new ComparisonGoal(
                type,
                wanted.count() > 0 ? wanted.count() : USUAL,
                weights,
                new OfferFilter(new HashSet<>(wish.providers()), Set.of(), Set.of()),
                figures(delivered, type).toList());
    }

    private Stream<ComparisonGoal.Figure> figures(Measurements delivered, String type) {
        return delivered.entries().stream()
                .map(Measurements.Entry::provider)
                .distinct()
                .flatMap(
                        it ->
                                Stream.concat(
                                        network(delivered, it, type).stream(),
                                        storage(delivered, it).stream()));
    }

    private Optional<ComparisonGoal.Figure> network(
            Measurements delivered, String who, String type) {
        return delivered
                .of(catalog, who, type)
                .flatMap(
                        it ->
                                it.network()
                                        .map(
                                                rate ->
                                                        new ComparisonGoal.Figure(
                                                                who,
                                                                Criterion.NETWORK,
                                                                rate,
                                                                it.date(),
                                                                Format.count(it.nodes(), "node"))));
    }

    private static Optional<ComparisonGoal.Figure> storage(Measurements delivered, String who) {
        return delivered
                .storage(who)
                .map(
                        it ->
                                new ComparisonGoal.Figure(
                                        who, Criterion.STORAGE, it.read(), it.date(), it.node()));
    }

    private Map<Criterion, Double> weights() {
        Map<Criterion, Double> weights = new EnumMap<>(ComparisonGoal.usual());
        for (String text : wish.weights()) {
            int at = text.indexOf('=');
            String name = text.substring(0, Math.max(0, at)).strip();
            Optional<Criterion> named = named(text, at < 0 ? text.strip() : name);
            Optional<Double> weight = weight(text, at < 0 ? "" : text.substring(at + 1).strip());
            if (named.isPresent() && weight.isPresent()) {
                weights.put(named.get(), weight.get());
            }
        }
        if (weights.values().stream().noneMatch(it -> it > 0)) {
            requestReader.wrong(
                    WEIGHTS, "All weights are nothing. At least one thing has to matter.");
        }
        return weights;
    }

    private Optional<Criterion> named(String text, String name) {
        List<String> words = Arrays.stream(Criterion.values()).map(Criterion::word).toList();
        Optional<Criterion> named =
                Arrays.stream(Criterion.values())
                        .filter(it -> it.word().equalsIgnoreCase(name))
                        .findFirst();
        if (named.isEmpty()) {
            requestReader.wrong(
                    WEIGHTS,
                    "%s names none of %s.%s"
                            .formatted(
                                    UntrustedText.quoted(text),
                                    Format.list(words),
                                    SpellingSuggestion.didYouMean(name, words)));
        }
        return named;
    }

    private Optional<Double> weight(String text, String number) {
        Optional<Double> weight =
                Optional.of(number)
                        .filter(it -> WEIGHT.matcher(it).matches())
                        .map(Double::parseDouble)
                        .filter(it -> it <= MOST);
        if (weight.isEmpty()) {
            requestReader.wrong(
                    WEIGHTS,
                    "%s has no weight from 0 to 100. Write for example price=3."
                            .formatted(UntrustedText.quoted(text)));
        }
        return weight;
    }
}
