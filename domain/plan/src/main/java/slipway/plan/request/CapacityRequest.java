package slipway.plan.request;

import java.util.List;
import java.util.Optional;
import slipway.catalog.Catalog;
import slipway.plan.capacity.CapacityGoal;

/**
 * An unchecked request for a capacity plan.
 *
 * @param have existing accelerators, {@code 32xH100}
 * @param target highest mean utilization, {@code 80%}
 * @param horizon months, {@code 12}, or years, {@code 2y}
 */
public record CapacityRequest(
        String have, StatedDemand demand, String target, String horizon, StatedOrders orders) {

    /**
     * The demand. Either {@code used}, {@code hours} or {@code history} is given, or {@code peak} alone.
     *
     * @param used accelerators in use on average
     * @param peak accelerators in use at the peak
     * @param hours accelerator-hours per month
     * @param history accelerator-hours of each of the last months, the oldest first
     * @param growth growth per month: {@code 8%}, or {@code 5%..12%}; a history implies it
     */
    public record StatedDemand(
            Optional<String> used,
            Optional<String> peak,
            Optional<String> hours,
            List<String> history,
            Optional<String> growth) {

        public StatedDemand {
            history = List.copyOf(history);
        }
    }

    /**
     * How accelerators are added.
     *
     * @param lead lead time from an order until it works, {@code 90d}
     * @param cover months that an order covers
     * @param machine accelerators of one ordered machine; the default is the catalog's largest
     * @param budget budget for all that is added
     */
    public record StatedOrders(
            String lead,
            String cover,
            Optional<String> machine,
            List<String> providers,
            List<String> regions,
            Optional<String> budget) {

        public StatedOrders {
            providers = List.copyOf(providers);
            regions = List.copyOf(regions);
        }
    }

    /** Parses and checks the request; all mistakes are one problem. */
    public CapacityGoal parse(Catalog catalog) {
        return new CapacityRequestParser(catalog, this).read();
    }
}
