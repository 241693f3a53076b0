package slipway.plan.request;

import java.util.List;

/**
 * What somebody looks for at providers, in their own words: nothing of it has been checked.
 *
 * @param accelerators of which type, {@code H100}, or how many together, {@code 64xH100}
 * @param weights {@code price=3}; those that are not said are as usual
 * @param providers only these; all where none is named
 */
public record CompareRequest(String accelerators, List<String> weights, List<String> providers) {

    public CompareRequest {
        weights = List.copyOf(weights);
        providers = List.copyOf(providers);
    }
}
