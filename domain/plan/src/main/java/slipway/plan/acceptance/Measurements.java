package slipway.plan.acceptance;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import slipway.base.Bytes;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;

/**
 * Measurements for the planner: of each node the newest usable one, by provider. They improve a machine's rates only a
 * little beyond the model, and their penalty is bounded.
 */
public record Measurements(List<Entry> entries) {

    public static final Measurements NONE = new Measurements(List.of());

    /** The default provider. */
    public static final String OWN = "own";

    private static final double MIN_RATIO = 0.3;
    private static final double MAX_RATIO = 1.1;

    public Measurements {
        entries =
                entries.stream()
                        .filter(it -> it.measurement().isUsable())
                        .sorted(Comparator.comparing((Entry it) -> it.measurement().at()))
                        .toList();
    }

    /**
     * @param provider provider of the machine, by the catalog's name
     */
    public record Entry(String provider, Measurement measurement) {}

    /**
     * The measured rates of machines with one accelerator type.
     *
     * @param matmulRatio matrix products relative to a healthy machine
     * @param memoryRatio memory bandwidth relative to a healthy machine
     * @param network bytes per second of one accelerator to other machines; empty where it was not measured
     * @param nodes number of measured nodes
     * @param date date of the oldest of these measurements
     */
    public record Delivered(
            double matmulRatio,
            double memoryRatio,
            Optional<Bytes> network,
            int nodes,
            LocalDate date) {

        /** The ground of an estimate that uses it. */
        public Ground ground() {
            String link =
                    network.map(
                                    it ->
                                            ", %s of network for each"
                                                    .formatted(
                                                            FigureText.format(
                                                                    MeasuredFigure.Kind.NETWORK,
                                                                    (double) it.count())))
                            .orElse("");
            return new Ground(
                    Source.MEASURED,
                    "%s measured since %s: products %s and memory %s of a healthy one%s"
                            .formatted(
                                    Format.count(nodes, "node"),
                                    date,
                                    Format.percent(matmulRatio),
                                    Format.percent(memoryRatio),
                                    link));
        }
    }

    /**
     * The measured storage of one machine.
     *
     * @param node the measured node
     */
    public record Storage(Bytes read, Bytes write, String node, LocalDate date) {}

    /** Measured rates of a provider's machines with this accelerator; empty without measurements. */
    public Optional<Delivered> delivered(Catalog catalog, String provider, String type) {
        List<Measurement> alike =
                newest(provider).stream()
                        .filter(it -> type(catalog, it).filter(type::equalsIgnoreCase).isPresent())
                        .toList();
        if (alike.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Delivered(
                        bounded(
                                median(
                                        alike,
                                        it -> ratio(catalog, it, MeasuredFigure.Kind.MATMUL))),
                        bounded(
                                median(
                                        alike,
                                        it -> ratio(catalog, it, MeasuredFigure.Kind.MEMORY))),
                        median(alike, Measurements::network).map(it -> new Bytes(Math.round(it))),
                        alike.size(),
                        day(alike.getFirst())));
    }

    /** The slowest storage among the newest measurements, so that every node reaches it. */
    public Optional<Storage> storage(String provider) {
        return newest(provider).stream()
                .flatMap(it -> storage(it).stream())
                .min(Comparator.comparing(Storage::write));
    }

    private static Optional<Storage> storage(Measurement it) {
        Optional<Double> read =
                it.best(f -> f.is(MeasuredFigure.Kind.READ, MeasuredFigure.Scope.DISK));
        Optional<Double> write =
                it.best(f -> f.is(MeasuredFigure.Kind.WRITE, MeasuredFigure.Scope.DISK));
        return read.isEmpty() || write.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Storage(
                                new Bytes(Math.round(read.get())),
                                new Bytes(Math.round(write.get())),
                                it.node(),
                                day(it)));
    }

    /** The newest measurement of each node, the oldest first. */
    private List<Measurement> newest(String provider) {
        Map<String, Measurement> byNode = new LinkedHashMap<>();
        for (Entry each : entries) {
            if (each.provider.equalsIgnoreCase(provider)) {
                byNode.remove(each.measurement.node());
                byNode.put(each.measurement.node(), each.measurement);
            }
        }
        return List.copyOf(byNode.values());
    }

    private static Optional<String> type(Catalog catalog, Measurement it) {
        return it.machine().accelerators().stream()
                .findFirst()
                .flatMap(catalog::recognizeDevice)
                .map(AcceleratorType::type);
    }

    /** The slowest accelerator of a node, relative to a healthy one. */
    private static Optional<Double> ratio(
            Catalog catalog, Measurement it, MeasuredFigure.Kind kind) {
        var datasheetFigures =
                new DatasheetFigures(catalog, DatasheetFigures.KnownContext.NOTHING, it);
        return it.results().figures().stream()
                .filter(measuredFigure -> measuredFigure.is(kind, MeasuredFigure.Scope.ACCELERATOR))
                .filter(
                        measuredFigure ->
                                kind != MeasuredFigure.Kind.MATMUL || isBf16(measuredFigure))
                .flatMap(
                        measuredFigure ->
                                datasheetFigures.of(measuredFigure).stream()
                                        .map(line -> measuredFigure.median() / line.healthy()))
                .min(Double::compare);
    }

    /** Whether the figure is in bf16, in which most training runs. */
    private static boolean isBf16(MeasuredFigure measuredFigure) {
        return measuredFigure.format().filter(it -> it.label().equals("bf16")).isPresent();
    }

    /** Bytes per second per accelerator between nodes: by all-reduce, else by TCP streams. */
    private static Optional<Double> network(Measurement it) {
        Optional<Bytes> largest = largestMessage(it, MeasuredFigure.Scope.NODES);
        Optional<Double> reduced =
                it.best(
                        f ->
                                f.is(MeasuredFigure.Kind.ALL_REDUCE, MeasuredFigure.Scope.NODES)
                                        && f.bytes().equals(largest));
        Optional<Double> sent =
                it.best(f -> f.is(MeasuredFigure.Kind.NETWORK, MeasuredFigure.Scope.NODES));
        return reduced.or(() -> sent).map(rate -> rate / it.acceleratorCount());
    }

    /** The size of its largest all-reduce message. */
    static Optional<Bytes> largestMessage(Measurement it, MeasuredFigure.Scope scope) {
        return it.results().figures().stream()
                .filter(f -> f.is(MeasuredFigure.Kind.ALL_REDUCE, scope))
                .flatMap(f -> f.bytes().stream())
                .max(Comparator.naturalOrder());
    }

    private static Optional<Double> median(
            List<Measurement> of, Function<Measurement, Optional<Double>> value) {
        List<Double> values = new ArrayList<>();
        of.forEach(it -> value.apply(it).ifPresent(values::add));
        return values.isEmpty() ? Optional.empty() : Optional.of(FigureTrend.median(values));
    }

    private static double bounded(Optional<Double> ratio) {
        return Math.clamp(ratio.orElse(1.0), MIN_RATIO, MAX_RATIO);
    }

    private static LocalDate day(Measurement it) {
        return LocalDate.ofInstant(it.at(), ZoneOffset.UTC);
    }
}
