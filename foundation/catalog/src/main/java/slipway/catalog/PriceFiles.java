package slipway.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Money;
import slipway.base.text.UntrustedText;
import slipway.catalog.CatalogFile.Columns;

/** Reads the rows that are about money. */
final class PriceFiles {

    static final Columns DRIFT =
            new Columns(List.of("provider", "kind", "down", "up"), List.of("pairs"));

    static final Columns PRICES =
            new Columns(
                    List.of("provider", "accelerators", "kind", "per hour", "date"),
                    List.of("machine", "region", "source", "doubt"));

    static final Columns SPOT =
            new Columns(List.of("machine", "region", "from", "per hour"), List.of("provider"));

    static final Columns COMMITMENTS =
            new Columns(List.of("provider", "years", "discount"), List.of());

    static final Columns OWN =
            new Columns(
                    List.of("name", "type", "purchase", "years", "watts", "kWh"),
                    List.of("residual", "PUE", "space", "people"));

    /** For a provider of which nothing else is known. */
    static final String ANYBODY = "*";

    private static final String NO_PRICE = "-";
    private static final String NO_DOUBT = "none";

    private PriceFiles() {}

    /** How fast the prices of a provider change, for one kind of them. */
    record Drifting(String provider, Price.Kind kind, PriceDrift drift) {

        String key() {
            return provider + "|" + kind;
        }
    }

    static Drifting drifting(CatalogRow catalogRow) {
        return new Drifting(
                catalogRow.key("provider"),
                kind(catalogRow),
                new PriceDrift(catalogRow.number("down", 0, 5), catalogRow.number("up", 0, 5)));
    }

    /**
     * @param vouched the user says that it is right, however odd it looks
     */
    record Offer(Price price, boolean vouched) {

        String key() {
            return String.join(
                    "|",
                    price.provider(),
                    price.machine().orElse(""),
                    price.type(),
                    Integer.toString(price.accelerators()),
                    price.region(),
                    price.kind().name());
        }
    }

    static Function<CatalogRow, Offer> offer(
            Map<String, AcceleratorType> types, Map<String, Drifting> drifts) {
        return catalogRow ->
                new Offer(
                        price(types, drifts).apply(catalogRow),
                        catalogRow.maybe("doubt").filter(NO_DOUBT::equals).isPresent());
    }

    private static Function<CatalogRow, Price> price(
            Map<String, AcceleratorType> types, Map<String, Drifting> drifts) {
        return catalogRow -> {
            CatalogRow.Several accelerators = catalogRow.several("accelerators");
            String provider = catalogRow.key("provider");
            Price.Kind kind = kind(catalogRow);
            return new Price(
                    provider,
                    catalogRow.maybe("machine"),
                    HardwareFiles.type(catalogRow, "accelerators", accelerators.name(), types),
                    accelerators.count(),
                    catalogRow.maybe("region").orElse("any"),
                    kind,
                    catalogRow.money("per hour"),
                    catalogRow.date("date"),
                    catalogRow.maybe("source").orElse(catalogRow.place().toString()),
                    catalogRow.maybe("doubt").filter(it -> !it.equals(NO_DOUBT)),
                    drift(provider, kind, drifts));
        };
    }

    /** Of who sends the invoice; of whose machine it is, where a reseller is not known; of anybody. */
    private static PriceDrift drift(
            String provider, Price.Kind kind, Map<String, Drifting> drifts) {
        Price.Kind known = kind == Price.Kind.RESERVED ? Price.Kind.ON_DEMAND : kind;
        String maker = provider.substring(provider.indexOf('/') + 1);
        for (String name : List.of(provider, maker, ANYBODY)) {
            Drifting found = drifts.get(name + "|" + known);
            if (found != null) {
                return found.drift();
            }
        }
        throw new IllegalArgumentException("No drift is known for " + provider);
    }

    static SpotHistory spot(CatalogRow catalogRow) {
        List<Optional<Money>> weeks = new ArrayList<>();
        for (String word : catalogRow.text("per hour").split(" +", -1)) {
            weeks.add(week(catalogRow, word));
        }
        return new SpotHistory(
                catalogRow.maybe("provider").orElse("aws"),
                catalogRow.key("machine"),
                catalogRow.key("region"),
                catalogRow.date("from"),
                weeks);
    }

    private static Optional<Money> week(CatalogRow catalogRow, String word) {
        if (word.equals(NO_PRICE)) {
            return Optional.empty();
        }
        String sentence =
                UntrustedText.quoted(word) + " is not a price in dollars such as 20.74, nor -.";
        return Optional.of(
                UnitParser.MONEY.read(
                        "$" + word, _ -> catalogRow.fault("per hour", sentence, Money.dollars(1))));
    }

    static Commitment commitment(CatalogRow catalogRow) {
        return new Commitment(
                catalogRow.key("provider"),
                catalogRow.whole("years", 1, 10),
                catalogRow.share("discount"));
    }

    static Function<CatalogRow, OwnHardware> own(Map<String, AcceleratorType> types) {
        return catalogRow -> {
            String type = HardwareFiles.type(catalogRow, "type", catalogRow.key("type"), types);
            Money nothing = Money.dollars(0);
            return new OwnHardware(
                    catalogRow.key("name"),
                    type,
                    catalogRow.money("purchase"),
                    catalogRow.whole("years", 1, 20),
                    catalogRow.maybeMoney("residual").orElse(nothing),
                    catalogRow.watts("watts"),
                    catalogRow.maybe("PUE").isPresent() ? catalogRow.number("PUE", 1, 10) : 1,
                    catalogRow.money("kWh"),
                    catalogRow.maybeMoney("space").orElse(nothing),
                    catalogRow.maybeMoney("people").orElse(nothing));
        };
    }

    private static Price.Kind kind(CatalogRow catalogRow) {
        return catalogRow.word("kind", Price.Kind.values(), Price.Kind::word);
    }
}
