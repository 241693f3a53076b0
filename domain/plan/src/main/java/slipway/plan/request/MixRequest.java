package slipway.plan.request;

import java.util.List;
import java.util.Optional;

/**
 * A demand that goes up and down, in somebody's own words: nothing of it has been checked.
 *
 * @param model a name, a config.json, or numbers: what is saved of it says what interruptions cost
 * @param type of accelerators
 * @param baseline so many are always in use
 * @param bursts so many more at times
 * @param share of the time in which they are, {@code 30%}
 * @param discount what a commitment takes off, {@code 35%}; else as the catalog's commitments say
 * @param there the share of the time in which spot machines can be had
 */
public record MixRequest(
        String model,
        String type,
        String baseline,
        String bursts,
        String share,
        Optional<String> discount,
        Optional<String> there,
        List<String> providers,
        List<String> regions) {

    public MixRequest {
        providers = List.copyOf(providers);
        regions = List.copyOf(regions);
    }
}
