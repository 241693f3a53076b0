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
 * The catalog's figures for each measured figure. No machine reaches its data sheet: beside the data sheet's figure is
 * that of a healthy machine, which is the one required.
 */
final class DatasheetFigures {

    private static final double TERA = 1e12;

    /** The share of the data sheet's matrix products that large ones reach, without a known best. */
    private static final double MATMUL_SHARE = 0.7;

    /**
     * The share of the best known rate that is sustained. The best is that of a moment; two healthy H200 at their power
     * cap sustained 0.77 of it in bf16, and one 0.79 in fp8. Other types are assumed to be alike.
     */
    private static final double SUSTAINED_SHARE = 0.8;

    /** The share of the memory bandwidth that a copy reaches. */
    private static final double COPY_SHARE = 0.88;

    /** The share of a link's rate that an all-reduce of large messages reaches. */
    private static final double ALL_REDUCE_SHARE = 0.75;

    private static final double NETWORK_SHARE = 0.9;
    private static final double STORAGE_SHARE = 0.9;

    /** Bytes per second above which one process with TCP is slower than the link. */
    private static final double SINGLE_PROCESS_LIMIT = 3e9;

    private final Catalog catalog;
    private final KnownContext stated;
    private final Measurement measurement;

    /**
     * Facts about the machine that it cannot report itself.
     *
     * @param machine machine type by the catalog's name
     * @param storage storage tier of its files
     */
    record KnownContext(Optional<MachineType> machine, Optional<StorageTier> storage) {

        static final KnownContext NOTHING = new KnownContext(Optional.empty(), Optional.empty());
    }

    DatasheetFigures(Catalog catalog, KnownContext stated, Measurement measurement) {
        this.catalog = catalog;
        this.stated = stated;
        this.measurement = measurement;
    }

    /**
     * @param promised the data sheet's figure, in the unit of the measurement
     * @param healthy the figure of a healthy machine
     * @param binding whether a lower measurement indicates a fault
     */
    record Reference(double promised, double healthy, boolean binding, String source) {}

    Optional<Reference> of(MeasuredFigure measuredFigure) {
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

    /** The accelerator type of the machine, if the catalog knows it. */
    Optional<AcceleratorType> accelerator() {
        return measurement.machine().accelerators().stream()
                .findFirst()
                .flatMap(catalog::recognizeDevice);
    }

    private static Optional<Reference> of(MeasuredFigure measuredFigure, AcceleratorType type) {
        return switch (measuredFigure.kind()) {
            case MATMUL -> measuredFigure.format().flatMap(format -> matmul(format, type));
            case MEMORY ->
                    Optional.of(
                            reference(
                                    (double) type.bandwidth().count(),
                                    COPY_SHARE,
                                    "memory of " + type.type()));
            default -> Optional.empty();
        };
    }

    private static Optional<Reference> matmul(Precision format, AcceleratorType type) {
        if (type.teraflops(format).isEmpty()) {
            return Optional.empty();
        }
        double promised = type.teraflops(format).getAsDouble() * TERA;
        Double reached = type.peaks().measured().get(format);
        double healthy =
                reached == null ? promised * MATMUL_SHARE : reached * TERA * SUSTAINED_SHARE;
        return Optional.of(
                new Reference(
                        promised,
                        healthy,
                        true,
                        "dense %s of %s".formatted(format.label(), type.type())));
    }

    private static Optional<Reference> link(AcceleratorType type) {
        return type.fabric()
                .link()
                .map(
                        it ->
                                reference(
                                        (double) it.bandwidthPerDirection().count(),
                                        ALL_REDUCE_SHARE,
                                        it.name() + " each way"));
    }

    /**
     * The figure if it is the all-reduce of the largest message. Smaller ones are reported without verdict, since no
     * data sheet has them.
     */
    private Optional<MeasuredFigure> largest(MeasuredFigure measuredFigure) {
        return Optional.of(measuredFigure)
                .filter(it -> it.kind() == MeasuredFigure.Kind.ALL_REDUCE)
                .filter(
                        it ->
                                it.bytes()
                                        .equals(
                                                Measurements.largestMessage(
                                                        measurement, it.scope())));
    }

    private Optional<Reference> nodes(MeasuredFigure measuredFigure) {
        Optional<MachineType.Network> network = stated.machine().flatMap(MachineType::network);
        if (measuredFigure.kind() == MeasuredFigure.Kind.ALL_REDUCE) {
            return largest(measuredFigure).flatMap(_ -> network).map(it -> network(it, true));
        }
        return measuredFigure.kind() == MeasuredFigure.Kind.NETWORK
                ? network.map(
                        it ->
                                network(
                                        it,
                                        it.bandwidthPerDirection().count() <= SINGLE_PROCESS_LIMIT))
                : Optional.empty();
    }

    private static Reference network(MachineType.Network network, boolean binding) {
        Interconnect interconnect = network.link();
        double promised = network.bandwidthPerDirection().count();
        return new Reference(
                promised,
                promised * NETWORK_SHARE,
                binding,
                "%d x %s".formatted(network.ports(), interconnect.name()));
    }

    private static Reference disk(MeasuredFigure measuredFigure, StorageTier tier) {
        Bytes promised =
                measuredFigure.kind() == MeasuredFigure.Kind.READ ? tier.read() : tier.write();
        return reference((double) promised.count(), STORAGE_SHARE, tier.name());
    }

    private static Reference reference(double promised, double share, String source) {
        return new Reference(promised, promised * share, true, source);
    }
}
