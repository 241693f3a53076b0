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
 * What a planner takes from measurements: of each node the newest that counts, by who provides the machines. It never
 * makes a machine much better than the model believes, and bounds how much worse.
 */
public record Measurements(List<Entry> entries) {

    public static final Measurements NONE = new Measurements(List.of());

    /** Whose machines are measured unless somebody says otherwise. */
    public static final String OWN = "own";

    private static final double WORST = 0.3;
    private static final double BEST = 1.1;

    public Measurements {
        entries =
                entries.stream()
                        .filter(it -> it.measurement().isUsable())
                        .sorted(Comparator.comparing((Entry it) -> it.measurement().at()))
                        .toList();
    }

    /**
     * @param provider whose machine it is, as the catalog names them
     */
    public record Entry(String provider, Measurement measurement) {}

    /**
     * What machines with these accelerators deliver.
     *
     * @param products matrix products, as a share of what the model expects of a healthy one
     * @param memory the same of its memory
     * @param network bytes a second of one accelerator to other machines; empty where it was not measured
     * @param nodes so many were measured
     * @param date of the oldest that counts
     */
    public record Delivered(
            double products, double memory, Optional<Bytes> network, int nodes, LocalDate date) {

        /** As an estimate says it. */
        public Ground ground() {
            String link =
                    network.map(
                                    it ->
                                            ", %s of network for each"
                                                    .formatted(
                                                            FigureText.words(
                                                                    MeasuredFigure.Kind.NETWORK,
                                                                    (double) it.count())))
                            .orElse("");
            return new Ground(
                    Source.MEASURED,
                    "%s measured since %s: products %s and memory %s of a healthy one%s"
                            .formatted(
                                    Format.count(nodes, "node"),
                                    date,
                                    Format.percent(products),
                                    Format.percent(memory),
                                    link));
        }
    }

    /**
     * What the files of a provider's machines reach, each machine alone.
     *
     * @param node where it was measured
     */
    public record Storage(Bytes read, Bytes write, String node, LocalDate date) {}

    /** What is known of this provider's machines with such accelerators; empty where none was measured. */
    public Optional<Delivered> of(Catalog catalog, String provider, String type) {
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
                                middle(
                                        alike,
                                        it -> ratio(catalog, it, MeasuredFigure.Kind.MATMUL))),
                        bounded(
                                middle(
                                        alike,
                                        it -> ratio(catalog, it, MeasuredFigure.Kind.MEMORY))),
                        middle(alike, Measurements::network).map(it -> new Bytes(Math.round(it))),
                        alike.size(),
                        day(alike.getFirst())));
    }

    /** The slowest of the newest: whatever is promised, every node keeps. */
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

    /** Of each node, the oldest first. */
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

    /** The slowest accelerator of a node against a healthy one. */
    private static Optional<Double> ratio(
            Catalog catalog, Measurement it, MeasuredFigure.Kind kind) {
        var datasheetFigures = new DatasheetFigures(catalog, DatasheetFigures.Stated.NOTHING, it);
        return it.figures().stream()
                .filter(measuredFigure -> measuredFigure.is(kind, MeasuredFigure.Scope.ACCELERATOR))
                .filter(
                        measuredFigure ->
                                kind != MeasuredFigure.Kind.MATMUL || isUsual(measuredFigure))
                .flatMap(
                        measuredFigure ->
                                datasheetFigures.of(measuredFigure).stream()
                                        .map(line -> measuredFigure.median() / line.healthy()))
                .min(Double::compare);
    }

    /** The format that was held, and that most training is done in. */
    private static boolean isUsual(MeasuredFigure measuredFigure) {
        return measuredFigure.format().filter(it -> it.label().equals("bf16")).isPresent();
    }

    /** What the collectives carry between nodes, or else streams of TCP, for each accelerator of a node. */
    private static Optional<Double> network(Measurement it) {
        Optional<Bytes> largest = largest(it, MeasuredFigure.Scope.NODES);
        Optional<Double> reduced =
                it.best(
                        f ->
                                f.is(MeasuredFigure.Kind.ALL_REDUCE, MeasuredFigure.Scope.NODES)
                                        && f.bytes().equals(largest));
        Optional<Double> sent =
                it.best(f -> f.is(MeasuredFigure.Kind.NETWORK, MeasuredFigure.Scope.NODES));
        return reduced.or(() -> sent).map(rate -> rate / it.sharers());
    }

    /** The size of its largest message. */
    static Optional<Bytes> largest(Measurement it, MeasuredFigure.Scope scope) {
        return it.figures().stream()
                .filter(f -> f.is(MeasuredFigure.Kind.ALL_REDUCE, scope))
                .flatMap(f -> f.bytes().stream())
                .max(Comparator.naturalOrder());
    }

    private static Optional<Double> middle(
            List<Measurement> of, Function<Measurement, Optional<Double>> value) {
        List<Double> values = new ArrayList<>();
        of.forEach(it -> value.apply(it).ifPresent(values::add));
        return values.isEmpty() ? Optional.empty() : Optional.of(FigureTrend.median(values));
    }

    private static double bounded(Optional<Double> ratio) {
        return Math.clamp(ratio.orElse(1.0), WORST, BEST);
    }

    private static LocalDate day(Measurement it) {
        return LocalDate.ofInstant(it.at(), ZoneOffset.UTC);
    }
}
