package slipway.tidy;

import java.util.TreeMap;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;

/** At most 40 top-level types in a package; tests are counted separately. */
final class PackageTypesRule implements Rule {

    private static final String ADVICE =
            " Split it into sub-packages, one for each stage of its data flow.";

    private static final int LIMIT = 40;

    @Override
    public String name() {
        return "package-types";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        var types = new TreeMap<String, Integer>();
        checkout.sources()
                .forEach(
                        source ->
                                types.merge(
                                        source.file().directory(),
                                        source.topLevelTypes().size(),
                                        Integer::sum));
        return types.entrySet().stream()
                .filter(entry -> entry.getValue() > LIMIT)
                .map(
                        entry ->
                                Violation.at(
                                        name(),
                                        entry.getKey(),
                                        1,
                                        "%d types; the limit is %d."
                                                        .formatted(entry.getValue(), LIMIT)
                                                + ADVICE));
    }
}
