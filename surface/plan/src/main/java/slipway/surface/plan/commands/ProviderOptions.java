package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The accepted providers and regions. Default: all. */
final class ProviderOptions {

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--region", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> regions = new ArrayList<>();

    List<String> providers() {
        return List.copyOf(providers);
    }

    List<String> regions() {
        return List.copyOf(regions);
    }
}
