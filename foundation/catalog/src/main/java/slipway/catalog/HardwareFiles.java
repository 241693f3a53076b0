package slipway.catalog;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import slipway.base.text.SpellingSuggestion;
import slipway.base.text.UntrustedText;
import slipway.catalog.CatalogFile.Columns;

/** Reads the rows that describe hardware. */
final class HardwareFiles {

    static final Columns LINKS =
            new Columns(List.of("link", "kind", "each way", "latency"), List.of("source"));

    static final Columns ACCELERATORS =
            new Columns(
                    List.of("type", "memory", "bandwidth", "TFLOP/s"),
                    List.of(
                            "family", "form", "year", "reached", "link", "joined", "watts", "list",
                            "source", "driver"));

    static final Columns MACHINES =
            new Columns(
                    List.of("provider", "machine", "accelerators"),
                    List.of("cpus", "memory", "disk", "network", "source"));

    static final Columns STORAGE =
            new Columns(
                    List.of("tier", "provider", "read", "write", "date"),
                    List.of("month", "reads", "writes", "egress", "reach", "source"));

    static final Columns FAILURES =
            new Columns(
                    List.of("type", "system", "what", "rate"),
                    List.of("accelerators", "days", "share", "source"));

    static final Columns PROVIDERS =
            new Columns(
                    List.of("provider", "date"),
                    List.of("regions", "largest", "dedicated", "network", "storage", "source"));

    /** Fits nothing: a type that no driver names. */
    private static final Pattern NO_DRIVER = Pattern.compile("(?!)");

    private static final Map<String, Precision> FORMATS = new TreeMap<>();

    static {
        for (Precision format : Precision.values()) {
            FORMATS.put(format.word(), format);
        }
    }

    private HardwareFiles() {}

    static Interconnect link(CatalogRow catalogRow) {
        return new Interconnect(
                catalogRow.key("link"),
                catalogRow.word("kind", Interconnect.Kind.values(), Interconnect.Kind::word),
                catalogRow.rate("each way"),
                catalogRow.latency("latency"));
    }

    static Function<CatalogRow, Catalog.Line> line(Map<String, Interconnect> links) {
        return catalogRow -> {
            String type = catalogRow.key("type");
            var acceleratorType =
                    new AcceleratorType(
                            type,
                            catalogRow.maybe("family").orElse(type),
                            catalogRow.maybe("form").orElse("card"),
                            catalogRow.maybe("year").isPresent()
                                    ? catalogRow.whole("year", 1990, 2100)
                                    : 0,
                            catalogRow.bytes("memory"),
                            catalogRow.rate("bandwidth"),
                            speeds(catalogRow, "TFLOP/s", catalogRow.text("TFLOP/s")),
                            catalogRow
                                    .maybe("reached")
                                    .map(it -> speeds(catalogRow, "reached", it))
                                    .orElse(Map.of()),
                            catalogRow
                                    .maybe("link")
                                    .flatMap(name -> catalogRow.known("link", name, links)),
                            catalogRow.maybe("joined").isPresent()
                                    ? catalogRow.whole("joined", 1, 1_000_000)
                                    : 1,
                            catalogRow.maybeWatts("watts"),
                            catalogRow.maybeMoney("list"));
            return new Catalog.Line(acceleratorType, driver(catalogRow));
        };
    }

    private static Pattern driver(CatalogRow catalogRow) {
        Optional<String> driver = catalogRow.maybe("driver");
        if (driver.isEmpty()) {
            return NO_DRIVER;
        }
        try {
            return Pattern.compile(driver.get(), Pattern.CASE_INSENSITIVE);
        } catch (PatternSyntaxException broken) {
            return catalogRow.fault(
                    "driver",
                    UntrustedText.quoted(driver.get())
                            + " is not a regular expression: "
                            + broken.getDescription()
                            + ".",
                    NO_DRIVER);
        }
    }

    /** {@code bf16 989, fp8 1979}. */
    private static Map<Precision, Double> speeds(
            CatalogRow catalogRow, String column, String text) {
        var speeds = new EnumMap<Precision, Double>(Precision.class);
        for (String part : text.split(",", -1)) {
            List<String> words = Arrays.asList(part.strip().split(" +", -1));
            Precision format = FORMATS.get(words.getFirst());
            Optional<Double> speed =
                    words.size() == 2 ? UnitParser.number(words.getLast()) : Optional.empty();
            if (format == null || speed.filter(it -> it > 0 && it < 1e9).isEmpty()) {
                catalogRow.fault(
                        column,
                        UntrustedText.quoted(part.strip())
                                + " is not a number format and a speed such as bf16 989."
                                + (format == null
                                        ? SpellingSuggestion.didYouMean(
                                                words.getFirst(), FORMATS.keySet())
                                        : ""),
                        0);
                speeds.put(Precision.FP32, 1.0);
            } else {
                speeds.put(format, speed.get());
            }
        }
        return speeds;
    }

    static Function<CatalogRow, MachineType> machine(
            Map<String, AcceleratorType> types, Map<String, Interconnect> links) {
        return catalogRow -> {
            CatalogRow.Several accelerators = catalogRow.several("accelerators");
            return new MachineType(
                    catalogRow.key("provider"),
                    catalogRow.key("machine"),
                    type(catalogRow, "accelerators", accelerators.name(), types),
                    accelerators.count(),
                    count(catalogRow, "cpus"),
                    catalogRow.maybeBytes("memory"),
                    catalogRow.maybeBytes("disk"),
                    network(catalogRow, links),
                    catalogRow.maybe("source").orElse(catalogRow.place().toString()));
        };
    }

    /** As the catalog writes it. */
    static String type(
            CatalogRow catalogRow, String column, String name, Map<String, AcceleratorType> types) {
        return catalogRow.known(column, name, types).map(AcceleratorType::type).orElse(name);
    }

    private static Optional<MachineType.Network> network(
            CatalogRow catalogRow, Map<String, Interconnect> links) {
        if (catalogRow.maybe("network").isEmpty()) {
            return Optional.empty();
        }
        CatalogRow.Several ports = catalogRow.several("network");
        return catalogRow
                .known("network", ports.name(), links)
                .map(interconnect -> new MachineType.Network(interconnect, ports.count()));
    }

    static Function<CatalogRow, FailureRate> failures(Map<String, AcceleratorType> types) {
        return catalogRow ->
                new FailureRate(
                        type(catalogRow, "type", catalogRow.key("type"), types),
                        catalogRow.text("system"),
                        catalogRow.text("what"),
                        catalogRow.number("rate", 0, 1_000),
                        count(catalogRow, "accelerators"),
                        count(catalogRow, "days"),
                        catalogRow.maybe("share").isPresent()
                                ? OptionalDouble.of(catalogRow.share("share"))
                                : OptionalDouble.empty(),
                        catalogRow.maybe("source").orElse(catalogRow.place().toString()));
    }

    private static OptionalInt count(CatalogRow catalogRow, String column) {
        return catalogRow.maybe(column).isPresent()
                ? OptionalInt.of(catalogRow.whole(column, 1, 100_000_000))
                : OptionalInt.empty();
    }

    static StorageTier tier(CatalogRow catalogRow) {
        return new StorageTier(
                catalogRow.key("tier"),
                catalogRow.key("provider"),
                catalogRow.maybeMoney("month"),
                catalogRow.rate("read"),
                catalogRow.rate("write"),
                catalogRow.maybeMoney("reads"),
                catalogRow.maybeMoney("writes"),
                catalogRow.maybeMoney("egress"),
                catalogRow.maybe("reach").isPresent()
                        ? catalogRow.word(
                                "reach", StorageTier.Reach.values(), StorageTier.Reach::word)
                        : StorageTier.Reach.EACH,
                catalogRow.date("date"),
                catalogRow.maybe("source").orElse(catalogRow.place().toString()));
    }

    /** Yes or no, where a cell is not empty. */
    private enum Answer {
        YES,
        NO;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Provider provider(CatalogRow catalogRow) {
        return new Provider(
                catalogRow.key("provider"),
                count(catalogRow, "regions"),
                count(catalogRow, "largest"),
                catalogRow
                        .maybe("dedicated")
                        .map(_ -> catalogRow.word("dedicated", Answer.values(), Answer::word))
                        .map(it -> it == Answer.YES),
                catalogRow.maybe("network").map(_ -> catalogRow.rate("network")),
                catalogRow.maybe("storage").map(_ -> catalogRow.rate("storage")),
                catalogRow.date("date"),
                catalogRow.maybe("source").orElse(catalogRow.place().toString()));
    }
}
