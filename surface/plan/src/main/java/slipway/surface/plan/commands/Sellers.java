package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** From whom accelerators may come, and where they may stand; anybody and anywhere unless said. */
final class Sellers {

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
