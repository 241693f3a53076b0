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
            FORMATS.put(format.label(), format);
        }
    }

    private HardwareFiles() {}

    static Interconnect link(CatalogRow catalogRow) {
        return new Interconnect(
                catalogRow.key("link"),
                catalogRow.choice("kind", Interconnect.Kind.values(), Interconnect.Kind::label),
                catalogRow.rate("each way"),
                catalogRow.latency("latency"));
    }

    static Function<CatalogRow, Catalog.AcceleratorRow> accelerator(
            Map<String, Interconnect> links) {
        return catalogRow -> {
            String type = catalogRow.key("type");
            var acceleratorType =
                    new AcceleratorType(
                            type,
                            catalogRow.optional("family").orElse(type),
                            new AcceleratorType.Release(
                                    catalogRow.optional("form").orElse("card"),
                                    catalogRow.optional("year").isPresent()
                                            ? catalogRow.wholeNumber("year", 1990, 2100)
                                            : 0,
                                    catalogRow.optionalMoney("list")),
                            catalogRow.bytes("memory"),
                            catalogRow.rate("bandwidth"),
                            new AcceleratorType.Peaks(
                                    speeds(catalogRow, "TFLOP/s", catalogRow.text("TFLOP/s")),
                                    catalogRow
                                            .optional("reached")
                                            .map(it -> speeds(catalogRow, "reached", it))
                                            .orElse(Map.of())),
                            fabric(catalogRow, links),
                            catalogRow.optionalWatts("watts"));
            return new Catalog.AcceleratorRow(acceleratorType, driver(catalogRow));
        };
    }

    private static AcceleratorType.Fabric fabric(
            CatalogRow catalogRow, Map<String, Interconnect> links) {
        return new AcceleratorType.Fabric(
                catalogRow.optional("link").flatMap(name -> catalogRow.lookup("link", name, links)),
                catalogRow.optional("joined").isPresent()
                        ? catalogRow.wholeNumber("joined", 1, 1_000_000)
                        : 1);
    }

    private static Pattern driver(CatalogRow catalogRow) {
        Optional<String> driver = catalogRow.optional("driver");
        if (driver.isEmpty()) {
            return NO_DRIVER;
        }
        try {
            return Pattern.compile(driver.get(), Pattern.CASE_INSENSITIVE);
        } catch (PatternSyntaxException broken) {
            return catalogRow.reject(
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
                catalogRow.reject(
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
            CatalogRow.CountedName accelerators = catalogRow.countedName("accelerators");
            return new MachineType(
                    catalogRow.key("provider"),
                    catalogRow.key("machine"),
                    type(catalogRow, "accelerators", accelerators.name(), types),
                    accelerators.count(),
                    new MachineType.Host(
                            count(catalogRow, "cpus"),
                            catalogRow.optionalBytes("memory"),
                            catalogRow.optionalBytes("disk")),
                    network(catalogRow, links),
                    catalogRow.optional("source").orElse(catalogRow.location().toString()));
        };
    }

    /** As the catalog writes it. */
    static String type(
            CatalogRow catalogRow, String column, String name, Map<String, AcceleratorType> types) {
        return catalogRow.lookup(column, name, types).map(AcceleratorType::type).orElse(name);
    }

    private static Optional<MachineType.Network> network(
            CatalogRow catalogRow, Map<String, Interconnect> links) {
        if (catalogRow.optional("network").isEmpty()) {
            return Optional.empty();
        }
        CatalogRow.CountedName ports = catalogRow.countedName("network");
        return catalogRow
                .lookup("network", ports.name(), links)
                .map(interconnect -> new MachineType.Network(interconnect, ports.count()));
    }

    static Function<CatalogRow, FailureRate> failureRate(Map<String, AcceleratorType> types) {
        return catalogRow ->
                new FailureRate(
                        type(catalogRow, "type", catalogRow.key("type"), types),
                        catalogRow.text("system"),
                        catalogRow.text("what"),
                        catalogRow.number("rate", 0, 1_000),
                        count(catalogRow, "accelerators"),
                        count(catalogRow, "days"),
                        catalogRow.optional("share").isPresent()
                                ? OptionalDouble.of(catalogRow.percentage("share"))
                                : OptionalDouble.empty(),
                        catalogRow.optional("source").orElse(catalogRow.location().toString()));
    }

    private static OptionalInt count(CatalogRow catalogRow, String column) {
        return catalogRow.optional(column).isPresent()
                ? OptionalInt.of(catalogRow.wholeNumber(column, 1, 100_000_000))
                : OptionalInt.empty();
    }

    static StorageTier storageTier(CatalogRow catalogRow) {
        return new StorageTier(
                catalogRow.key("tier"),
                catalogRow.key("provider"),
                new StorageTier.StoragePrices(
                        catalogRow.optionalMoney("month"),
                        catalogRow.optionalMoney("reads"),
                        catalogRow.optionalMoney("writes"),
                        catalogRow.optionalMoney("egress")),
                catalogRow.rate("read"),
                catalogRow.rate("write"),
                catalogRow.optional("reach").isPresent()
                        ? catalogRow.choice(
                                "reach",
                                StorageTier.BandwidthScope.values(),
                                StorageTier.BandwidthScope::label)
                        : StorageTier.BandwidthScope.EACH,
                catalogRow.date("date"),
                catalogRow.optional("source").orElse(catalogRow.location().toString()));
    }

    /** Yes or no, where a cell is not empty. */
    private enum YesNo {
        YES,
        NO;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Provider provider(CatalogRow catalogRow) {
        return new Provider(
                catalogRow.key("provider"),
                count(catalogRow, "regions"),
                count(catalogRow, "largest"),
                catalogRow
                        .optional("dedicated")
                        .map(_ -> catalogRow.choice("dedicated", YesNo.values(), YesNo::label))
                        .map(it -> it == YesNo.YES),
                catalogRow.optional("network").map(_ -> catalogRow.rate("network")),
                catalogRow.optional("storage").map(_ -> catalogRow.rate("storage")),
                catalogRow.date("date"),
                catalogRow.optional("source").orElse(catalogRow.location().toString()));
    }
}
