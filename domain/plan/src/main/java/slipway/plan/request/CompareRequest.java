package slipway.plan.request;

import java.util.List;
import slipway.catalog.Catalog;
import slipway.plan.acceptance.Measurements;
import slipway.plan.compare.ComparisonGoal;

/**
 * An unchecked request for a comparison of providers.
 *
 * @param accelerators a type, {@code H100}, or a number and a type, {@code 64xH100}
 * @param weights weights such as {@code price=3}; the others have their defaults
 * @param providers providers to compare; all if empty
 */
public record CompareRequest(String accelerators, List<String> weights, List<String> providers) {

    public CompareRequest {
        weights = List.copyOf(weights);
        providers = List.copyOf(providers);
    }

    /**
     * Parses and checks the request; all mistakes are one problem.
     *
     * @param measurements of the acceptance test, by provider
     */
    public ComparisonGoal parse(Catalog catalog, Measurements measurements) {
        return new CompareRequestParser(catalog, this).read(measurements);
    }
}
