package slipway.plan.request;

import java.util.List;
import java.util.Optional;

/**
 * A demand that grows, in somebody's own words: nothing of it has been checked. Of {@code used}, {@code hours} and
 * {@code history} one is said, or {@code peak} alone.
 *
 * @param have what is there, {@code 32xH100}
 * @param used accelerators that are busy on average
 * @param peak that are busy at the busiest
 * @param hours accelerator-hours in a month
 * @param history accelerator-hours of each of the last months, the oldest first
 * @param growth in a month: {@code 8%}, or {@code 5%..12%}; of a history it follows
 * @param target the share of what is there that may be busy on average, {@code 80%}
 * @param horizon months, {@code 12}, or years, {@code 2y}
 * @param lead from an order until it works, {@code 90d}
 * @param cover an order suffices for so many months
 * @param machine so many accelerators are added together; else as the catalog's machines have
 * @param budget for all that is added
 */
public record CapacityRequest(
        String have,
        Optional<String> used,
        Optional<String> peak,
        Optional<String> hours,
        List<String> history,
        Optional<String> growth,
        String target,
        String horizon,
        String lead,
        String cover,
        Optional<String> machine,
        List<String> providers,
        List<String> regions,
        Optional<String> budget) {

    public CapacityRequest {
        history = List.copyOf(history);
        providers = List.copyOf(providers);
        regions = List.copyOf(regions);
    }
}
