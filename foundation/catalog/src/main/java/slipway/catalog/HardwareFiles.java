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
import slipway.base.Nearest;
import slipway.base.Shown;
import slipway.catalog.Sheet.Columns;

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

    private static final Map<String, NumberFormat> FORMATS = new TreeMap<>();

    static {
        for (NumberFormat format : NumberFormat.values()) {
            FORMATS.put(format.word(), format);
        }
    }

    private HardwareFiles() {}

    static Link link(Row row) {
        return new Link(
                row.key("link"),
                row.word("kind", Link.Kind.values(), Link.Kind::word),
                row.rate("each way"),
                row.latency("latency"));
    }

    static Function<Row, Catalog.Line> line(Map<String, Link> links) {
        return row -> {
            String type = row.key("type");
            var accelerator =
                    new Accelerator(
                            type,
                            row.maybe("family").orElse(type),
                            row.maybe("form").orElse("card"),
                            row.maybe("year").isPresent() ? row.whole("year", 1990, 2100) : 0,
                            row.bytes("memory"),
                            row.rate("bandwidth"),
                            speeds(row, "TFLOP/s", row.text("TFLOP/s")),
                            row.maybe("reached")
                                    .map(it -> speeds(row, "reached", it))
                                    .orElse(Map.of()),
                            row.maybe("link").flatMap(name -> row.known("link", name, links)),
                            row.maybe("joined").isPresent() ? row.whole("joined", 1, 1_000_000) : 1,
                            row.maybeWatts("watts"),
                            row.maybeMoney("list"));
            return new Catalog.Line(accelerator, driver(row));
        };
    }

    private static Pattern driver(Row row) {
        Optional<String> driver = row.maybe("driver");
        if (driver.isEmpty()) {
            return NO_DRIVER;
        }
        try {
            return Pattern.compile(driver.get(), Pattern.CASE_INSENSITIVE);
        } catch (PatternSyntaxException broken) {
            return row.fault(
                    "driver",
                    Shown.quoted(driver.get())
                            + " is not a regular expression: "
                            + broken.getDescription()
                            + ".",
                    NO_DRIVER);
        }
    }

    /** {@code bf16 989, fp8 1979}. */
    private static Map<NumberFormat, Double> speeds(Row row, String column, String text) {
        var speeds = new EnumMap<NumberFormat, Double>(NumberFormat.class);
        for (String part : text.split(",", -1)) {
            List<String> words = Arrays.asList(part.strip().split(" +", -1));
            NumberFormat format = FORMATS.get(words.getFirst());
            Optional<Double> speed =
                    words.size() == 2 ? Quantity.number(words.getLast()) : Optional.empty();
            if (format == null || speed.filter(it -> it > 0 && it < 1e9).isEmpty()) {
                row.fault(
                        column,
                        Shown.quoted(part.strip())
                                + " is not a number format and a speed such as bf16 989."
                                + (format == null
                                        ? Nearest.didYouMean(words.getFirst(), FORMATS.keySet())
                                        : ""),
                        0);
                speeds.put(NumberFormat.FP32, 1.0);
            } else {
                speeds.put(format, speed.get());
            }
        }
        return speeds;
    }

    static Function<Row, Machine> machine(Map<String, Accelerator> types, Map<String, Link> links) {
        return row -> {
            Row.Several accelerators = row.several("accelerators");
            return new Machine(
                    row.key("provider"),
                    row.key("machine"),
                    type(row, "accelerators", accelerators.name(), types),
                    accelerators.count(),
                    count(row, "cpus"),
                    row.maybeBytes("memory"),
                    row.maybeBytes("disk"),
                    network(row, links),
                    row.maybe("source").orElse(row.place().toString()));
        };
    }

    /** As the catalog writes it. */
    static String type(Row row, String column, String name, Map<String, Accelerator> types) {
        return row.known(column, name, types).map(Accelerator::type).orElse(name);
    }

    private static Optional<Machine.Network> network(Row row, Map<String, Link> links) {
        if (row.maybe("network").isEmpty()) {
            return Optional.empty();
        }
        Row.Several ports = row.several("network");
        return row.known("network", ports.name(), links)
                .map(link -> new Machine.Network(link, ports.count()));
    }

    static Function<Row, FailureRate> failures(Map<String, Accelerator> types) {
        return row ->
                new FailureRate(
                        type(row, "type", row.key("type"), types),
                        row.text("system"),
                        row.text("what"),
                        row.number("rate", 0, 1_000),
                        count(row, "accelerators"),
                        count(row, "days"),
                        row.maybe("share").isPresent()
                                ? OptionalDouble.of(row.share("share"))
                                : OptionalDouble.empty(),
                        row.maybe("source").orElse(row.place().toString()));
    }

    private static OptionalInt count(Row row, String column) {
        return row.maybe(column).isPresent()
                ? OptionalInt.of(row.whole(column, 1, 100_000_000))
                : OptionalInt.empty();
    }

    static StorageTier tier(Row row) {
        return new StorageTier(
                row.key("tier"),
                row.key("provider"),
                row.maybeMoney("month"),
                row.rate("read"),
                row.rate("write"),
                row.maybeMoney("reads"),
                row.maybeMoney("writes"),
                row.maybeMoney("egress"),
                row.maybe("reach").isPresent()
                        ? row.word("reach", StorageTier.Reach.values(), StorageTier.Reach::word)
                        : StorageTier.Reach.EACH,
                row.date("date"),
                row.maybe("source").orElse(row.place().toString()));
    }

    /** Yes or no, where a cell is not empty. */
    private enum Answer {
        YES,
        NO;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Provider provider(Row row) {
        return new Provider(
                row.key("provider"),
                count(row, "regions"),
                count(row, "largest"),
                row.maybe("dedicated")
                        .map(_ -> row.word("dedicated", Answer.values(), Answer::word))
                        .map(it -> it == Answer.YES),
                row.maybe("network").map(_ -> row.rate("network")),
                row.maybe("storage").map(_ -> row.rate("storage")),
                row.date("date"),
                row.maybe("source").orElse(row.place().toString()));
    }
}
