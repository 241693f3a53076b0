package slipway.plan.training;

import java.util.Optional;
import slipway.base.Bytes;
import slipway.catalog.Catalog;

/** Makes training sites of the accelerators in the catalog. */
public final class TrainingAccelerators {

    private static final double GIGA = 1e9;

    private final AcceleratorNames acceleratorNames;

    public TrainingAccelerators(Catalog catalog) {
        this.acceleratorNames = new AcceleratorNames(catalog);
    }

    /**
     * @param node accelerators in one machine
     * @param network bytes per second of one accelerator to other machines; empty for the default of the type
     */
    public Optional<Site> site(String type, int all, int node, Optional<Bytes> network) {
        return acceleratorNames
                .find(type)
                .filter(acceleratorRates -> acceleratorRates.peaks().bf16() > 0)
                .map(
                        acceleratorRates ->
                                network.map(it -> acceleratorRates.withScaleOut(it.count() / GIGA))
                                        .orElse(acceleratorRates))
                .map(acceleratorRates -> new Site(acceleratorRates, all, node));
    }

    /**
     * The accelerators on which a task trains.
     *
     * @param accelerators number of accelerators
     * @param perNode so many in one machine
     */
    public record Site(AcceleratorRates rates, int accelerators, int perNode) {

        public Site {
            if (accelerators < 1 || perNode < 1) {
                throw new IllegalArgumentException(
                        "A site has accelerators: " + accelerators + ", " + perNode);
            }
        }

        /** The same site with measured factors of matrix products and memory bandwidth. */
        public Site scaledBy(double products, double memory) {
            return new Site(rates.scaledBy(products, memory), accelerators, perNode);
        }

        /** Accelerators that share the scale-up link. */
        double scaleUpDomain() {
            double joined = rates.links().scaleUpDomain();
            return Math.max(1, joined <= 8 ? Math.min(joined, perNode) : joined);
        }
    }
}
