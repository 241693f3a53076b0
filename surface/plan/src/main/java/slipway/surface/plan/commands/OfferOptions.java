package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The accepted offers: their providers, regions and terms. */
final class OfferOptions {

    @Mixin private ProviderOptions providerOptions = new ProviderOptions();

    @Option(
            names = "--terms",
            split = ",",
            paramLabel = "TERMS",
            description = "Only these of on-demand, spot, reserved, own.")
    private List<String> terms = new ArrayList<>();

    List<String> providers() {
        return providerOptions.providers();
    }

    List<String> regions() {
        return providerOptions.regions();
    }

    List<String> terms() {
        return List.copyOf(terms);
    }
}
