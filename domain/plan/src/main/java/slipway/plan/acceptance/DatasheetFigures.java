package slipway.plan.acceptance;

import java.util.Optional;
import slipway.base.Bytes;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.catalog.Interconnect;
import slipway.catalog.MachineType;
import slipway.catalog.Precision;
import slipway.catalog.StorageTier;

/**
 * What the catalog says of what was measured. Nothing reaches all that a data sheet promises: beside the promise stands
 * what a healthy machine does, and that is what is asked of this one.
 */
final class DatasheetFigures {

    private static final double TERA = 1e12;

    /** Of the promised products, what large ones reach where nobody wrote down the best. */
    private static final double PRODUCTS = 0.7;

    /**
     * Of the best that anybody wrote down, what is kept up. The best is that of a moment; two healthy H200 at their
     * power cap held 0.77 of it in bf16, and one 0.79 in fp8. Set by those; other types are taken to be alike.
     */
    private static final double KEPT_UP = 0.8;

    /** Of the promised memory rate, what a copy reaches. */
    private static final double COPY = 0.88;

    /** Of a link's rate each way, what an all-reduce of large messages reaches. */
    private static final double REDUCED = 0.75;

    private static final double CARRIED = 0.9;
    private static final double STORED = 0.9;

    /** Above so many bytes a second one process with TCP is slower than the link. */
    private static final double ONE_PROCESS = 3e9;

    private final Catalog catalog;
    private final Stated stated;
    private final Measurement measurement;

    /**
     * What is known of the machine that it cannot tell itself.
     *
     * @param machine as the catalog names it
     * @param storage the tier on which its files lie
     */
    record Stated(Optional<MachineType> machine, Optional<StorageTier> storage) {

        static final Stated NOTHING = new Stated(Optional.empty(), Optional.empty());
    }

    DatasheetFigures(Catalog catalog, Stated stated, Measurement measurement) {
        this.catalog = catalog;
        this.stated = stated;
        this.measurement = measurement;
    }

    /**
     * @param promised in the unit of the figure
     * @param healthy what is asked for
     * @param binding whether to stay below it says something about the machine
     */
    record Line(double promised, double healthy, boolean binding, String source) {}

    Optional<Line> of(MeasuredFigure measuredFigure) {
        return switch (measuredFigure.scope()) {
            case ACCELERATOR -> accelerator().flatMap(it -> of(measuredFigure, it));
            case NODE ->
                    largest(measuredFigure)
                            .flatMap(_ -> accelerator())
                            .flatMap(DatasheetFigures::link);
            case NODES -> nodes(measuredFigure);
            case DISK -> stated.storage().map(it -> disk(measuredFigure, it));
            case HOST, LOOPBACK -> Optional.empty();
        };
    }

    /** The type that it has, if the catalog knows it. */
    Optional<AcceleratorType> accelerator() {
        return measurement.machine().accelerators().stream()
                .findFirst()
                .flatMap(catalog::recognizeDevice);
    }

    private static Optional<Line> of(MeasuredFigure measuredFigure, AcceleratorType type) {
        return switch (measuredFigure.kind()) {
            case MATMUL -> measuredFigure.format().flatMap(format -> products(format, type));
            case MEMORY ->
                    Optional.of(
                            line(
                                    (double) type.bandwidth().count(),
                                    COPY,
                                    "memory of " + type.type()));
            default -> Optional.empty();
        };
    }

    private static Optional<Line> products(Precision format, AcceleratorType type) {
        if (type.teraflops(format).isEmpty()) {
            return Optional.empty();
        }
        double promised = type.teraflops(format).getAsDouble() * TERA;
        Double reached = type.measuredPeaks().get(format);
        double healthy = reached == null ? promised * PRODUCTS : reached * TERA * KEPT_UP;
        return Optional.of(
                new Line(
                        promised,
                        healthy,
                        true,
                        "dense %s of %s".formatted(format.label(), type.type())));
    }

    private static Optional<Line> link(AcceleratorType type) {
        return type.link()
                .map(
                        it ->
                                line(
                                        (double) it.bandwidthPerDirection().count(),
                                        REDUCED,
                                        it.name() + " each way"));
    }

    /** Small messages are told for their own sake: what no paper promises is not held against it. */
    private Optional<MeasuredFigure> largest(MeasuredFigure measuredFigure) {
        return Optional.of(measuredFigure)
                .filter(it -> it.kind() == MeasuredFigure.Kind.ALL_REDUCE)
                .filter(it -> it.bytes().equals(Measurements.largest(measurement, it.scope())));
    }

    private Optional<Line> nodes(MeasuredFigure measuredFigure) {
        Optional<MachineType.Network> network = stated.machine().flatMap(MachineType::network);
        if (measuredFigure.kind() == MeasuredFigure.Kind.ALL_REDUCE) {
            return largest(measuredFigure).flatMap(_ -> network).map(it -> wire(it, true));
        }
        return measuredFigure.kind() == MeasuredFigure.Kind.NETWORK
                ? network.map(it -> wire(it, it.bandwidthPerDirection().count() <= ONE_PROCESS))
                : Optional.empty();
    }

    private static Line wire(MachineType.Network network, boolean binding) {
        Interconnect interconnect = network.link();
        double promised = network.bandwidthPerDirection().count();
        return new Line(
                promised,
                promised * CARRIED,
                binding,
                "%d x %s".formatted(network.ports(), interconnect.name()));
    }

    private static Line disk(MeasuredFigure measuredFigure, StorageTier tier) {
        Bytes promised =
                measuredFigure.kind() == MeasuredFigure.Kind.READ ? tier.read() : tier.write();
        return line((double) promised.count(), STORED, tier.name());
    }

    private static Line line(double promised, double share, String source) {
        return new Line(promised, promised * share, true, source);
    }
}
