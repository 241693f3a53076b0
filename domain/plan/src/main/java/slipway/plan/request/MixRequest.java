package slipway.plan.request;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import slipway.catalog.Catalog;

/**
 * An unchecked request for the cheapest mix of terms for a bursty demand.
 *
 * @param model a name, a config.json, or numbers; its checkpoint determines the cost of interruptions
 * @param type accelerator type
 * @param discount discount of a commitment, {@code 35%}; the default is the catalog's commitments
 * @param there share of the time in which spot machines are available
 */
public record MixRequest(
        String model,
        String type,
        StatedBursts demand,
        Optional<String> discount,
        Optional<String> there,
        List<String> providers,
        List<String> regions) {

    public MixRequest {
        providers = List.copyOf(providers);
        regions = List.copyOf(regions);
    }

    /**
     * Parses and checks the request; all mistakes are one problem.
     *
     * @param folder the folder of a named config.json; {@link ConfigFiles#FORBIDDEN} if the request may name none
     */
    public BurstDemand parse(Catalog catalog, Path folder) {
        return new MixRequestParser(catalog, folder, this).read();
    }

    /**
     * A demand with bursts.
     *
     * @param baseline accelerators that are always in use
     * @param bursts further accelerators at times
     * @param share share of the time with bursts, {@code 30%}
     */
    public record StatedBursts(String baseline, String bursts, String share) {}
}
