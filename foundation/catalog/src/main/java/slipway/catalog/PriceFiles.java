package slipway.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Money;
import slipway.base.text.UntrustedText;
import slipway.catalog.CatalogFile.Columns;

/** Reads the rows of prices and costs. */
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

    /** The row for providers without their own drift. */
    static final String ANY_PROVIDER = "*";

    private static final String NO_PRICE = "-";
    private static final String NO_DOUBT = "none";

    private PriceFiles() {}

    /** How fast the prices of a provider change, for one kind of them. */
    record DriftRow(String provider, Price.Kind kind, PriceDrift drift) {

        String key() {
            return provider + "|" + kind;
        }
    }

    static DriftRow driftRow(CatalogRow catalogRow) {
        return new DriftRow(
                catalogRow.key("provider"),
                kind(catalogRow),
                new PriceDrift(catalogRow.number("down", 0, 5), catalogRow.number("up", 0, 5)));
    }

    /**
     * @param confirmed the user confirms the price, however implausible it is
     */
    record Offer(Price price, boolean confirmed) {

        String key() {
            return String.join(
                    "|",
                    price.provider(),
                    price.product().machine().orElse(""),
                    price.product().type(),
                    Integer.toString(price.product().accelerators()),
                    price.region(),
                    price.kind().name());
        }
    }

    static Function<CatalogRow, Offer> offer(
            Map<String, AcceleratorType> types, Map<String, DriftRow> drifts) {
        return catalogRow ->
                new Offer(
                        price(types, drifts).apply(catalogRow),
                        catalogRow.optional("doubt").filter(NO_DOUBT::equals).isPresent());
    }

    private static Function<CatalogRow, Price> price(
            Map<String, AcceleratorType> types, Map<String, DriftRow> drifts) {
        return catalogRow -> {
            CatalogRow.CountedName accelerators = catalogRow.countedName("accelerators");
            String provider = catalogRow.key("provider");
            Price.Kind kind = kind(catalogRow);
            return new Price(
                    provider,
                    new Price.Product(
                            catalogRow.optional("machine"),
                            HardwareFiles.type(
                                    catalogRow, "accelerators", accelerators.name(), types),
                            accelerators.count()),
                    catalogRow.optional("region").orElse("any"),
                    kind,
                    catalogRow.money("per hour"),
                    catalogRow.date("date"),
                    catalogRow.optional("source").orElse(catalogRow.location().toString()),
                    new Price.Confidence(
                            catalogRow.optional("doubt").filter(it -> !it.equals(NO_DOUBT)),
                            drift(provider, kind, drifts)));
        };
    }

    /** The drift of the seller, else of the machine's provider, else of any provider. */
    private static PriceDrift drift(
            String provider, Price.Kind kind, Map<String, DriftRow> drifts) {
        Price.Kind known = kind == Price.Kind.RESERVED ? Price.Kind.ON_DEMAND : kind;
        String maker = provider.substring(provider.indexOf('/') + 1);
        for (String name : List.of(provider, maker, ANY_PROVIDER)) {
            DriftRow found = drifts.get(name + "|" + known);
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
                catalogRow.optional("provider").orElse("aws"),
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
                        "$" + word,
                        _ -> catalogRow.reject("per hour", sentence, Money.dollars(1))));
    }

    static Commitment commitment(CatalogRow catalogRow) {
        return new Commitment(
                catalogRow.key("provider"),
                catalogRow.wholeNumber("years", 1, 10),
                catalogRow.percentage("discount"));
    }

    static Function<CatalogRow, OwnHardware> own(Map<String, AcceleratorType> types) {
        return catalogRow -> {
            String type = HardwareFiles.type(catalogRow, "type", catalogRow.key("type"), types);
            Money nothing = Money.dollars(0);
            return new OwnHardware(
                    catalogRow.key("name"),
                    type,
                    new OwnHardware.Purchase(
                            catalogRow.money("purchase"),
                            catalogRow.wholeNumber("years", 1, 20),
                            catalogRow.optionalMoney("residual").orElse(nothing)),
                    new OwnHardware.PowerUse(
                            catalogRow.watts("watts"),
                            catalogRow.optional("PUE").isPresent()
                                    ? catalogRow.number("PUE", 1, 10)
                                    : 1,
                            catalogRow.money("kWh")),
                    catalogRow.optionalMoney("space").orElse(nothing),
                    catalogRow.optionalMoney("people").orElse(nothing));
        };
    }

    private static Price.Kind kind(CatalogRow catalogRow) {
        return catalogRow.choice("kind", Price.Kind.values(), Price.Kind::label);
    }
}
