package slipway.plan.training;

import java.util.Optional;
import slipway.base.Bytes;
import slipway.catalog.Catalog;

/** Accelerators of the catalog as places to train. */
public final class TrainingAccelerators {

    private static final double GIGA = 1e9;

    private final AcceleratorNames acceleratorNames;

    public TrainingAccelerators(Catalog catalog) {
        this.acceleratorNames = new AcceleratorNames(catalog);
    }

    /**
     * @param node so many in one machine
     * @param network bytes a second of one accelerator to other machines; what is usual for the type where not known
     */
    public Optional<Site> of(String type, int all, int node, Optional<Bytes> network) {
        return acceleratorNames
                .named(type)
                .filter(acceleratorRates -> acceleratorRates.bf16() > 0)
                .map(
                        acceleratorRates ->
                                network.map(it -> acceleratorRates.reaching(it.count() / GIGA))
                                        .orElse(acceleratorRates))
                .map(acceleratorRates -> new Site(acceleratorRates, all, node));
    }

    /**
     * Accelerators that a task could have.
     *
     * @param all so many
     * @param node so many in one machine
     */
    public record Site(AcceleratorRates rates, int all, int node) {

        public Site {
            if (all < 1 || node < 1) {
                throw new IllegalArgumentException("A site has accelerators: " + all + ", " + node);
            }
        }

        /** The same where matrix products and memory do so many times what was reckoned with. */
        public Site delivering(double products, double memory) {
            return new Site(rates.delivering(products, memory), all, node);
        }

        /** So many share the fast link. */
        double domain() {
            double joined = rates.domain();
            return Math.max(1, joined <= 8 ? Math.min(joined, node) : joined);
        }
    }
}
