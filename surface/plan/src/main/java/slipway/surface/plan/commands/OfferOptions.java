package slipway.surface.plan.commands;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which offers may be chosen: from whom, where and on which terms. */
final class OfferOptions {

    @Mixin private Sellers sellers = new Sellers();

    @Option(
            names = "--terms",
            split = ",",
            paramLabel = "TERMS",
            description = "Only these of on-demand, spot, reserved, own.")
    private List<String> terms = new ArrayList<>();

    Sellers sellers() {
        return sellers;
    }

    List<String> terms() {
        return List.copyOf(terms);
    }
}
