package slipway.plan.training;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.catalog.Precision;
import slipway.plan.table.BundledTable;

/**
 * Accelerators by the names that measured tables give them. Their figures are the catalog's, but where the model was
 * fitted with others: those stand in the file accelerators.tsv, which also has the rate over the network.
 */
final class AcceleratorNames {

    private static final double GIGA = 1e9;
    private static final double USUAL_UP = 200;
    private static final double USUAL_OUT = 25;

    /** A name that holds the first is the second. */
    private static final List<Map.Entry<String, String>> SIGNS =
            List.of(
                    Map.entry("Gaudi", "Gaudi2"),
                    Map.entry("rillium", "TPU-v6e"),
                    Map.entry("B200-SXM", "B200-SXM"),
                    Map.entry("V100", "V100-SXM2-32GB"),
                    Map.entry("A100-80GB", "A100-SXM-80GB"));

    private final Catalog catalog;
    private final Map<String, BundledTable.Line> own = new LinkedHashMap<>();

    AcceleratorNames(Catalog catalog) {
        this.catalog = catalog;
        BundledTable.table("accelerators.tsv").forEach(line -> own.put(line.text("name"), line));
    }

    Optional<AcceleratorRates> named(String written) {
        String name = plain(written);
        BundledTable.Line line = own.get(name);
        if (line != null) {
            return catalog.type(line.text("type")).map(type -> rates(name, type, line));
        }
        return catalog.typesFor(name).stream()
                .findFirst()
                .or(() -> catalog.recognizeDevice(written))
                .map(this::usual);
    }

    /** By the catalog's name: as the first in the file that is of this type, or else without anything of its own. */
    private AcceleratorRates usual(AcceleratorType type) {
        BundledTable.Line line =
                own.values().stream()
                        .filter(it -> it.text("type").equals(type.type()))
                        .findFirst()
                        .orElse(new BundledTable.Line(Map.of("name", type.type())));
        return rates(line.text("name"), type, line);
    }

    static String plain(String written) {
        String name =
                written.replace("NVIDIA ", "")
                        .replace("Blackwell GPU (", "")
                        .replace(")", "")
                        .replace("SXM5", "SXM");
        return SIGNS.stream()
                .filter(sign -> name.contains(sign.getKey()))
                .filter(sign -> !sign.getKey().equals("B200-SXM") || !name.startsWith("GB"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(name);
    }

    private static AcceleratorRates rates(
            String name, AcceleratorType type, BundledTable.Line own) {
        double out = own.number("out", USUAL_OUT);
        return new AcceleratorRates(
                name,
                generation(name),
                own.number("bf16", teraflops(type, Precision.BF16, Precision.FP16)),
                own.number("fp8", teraflops(type, Precision.FP8, Precision.FP8)),
                own.number("fp4", teraflops(type, Precision.FP4, Precision.FP4)),
                own.number("memory", type.memory().count() / GIGA),
                own.number("bandwidth", type.bandwidth().count() / GIGA),
                own.number(
                        "up",
                        type.link()
                                .map(it -> it.bandwidthPerDirection().count() / GIGA)
                                .orElse(USUAL_UP)),
                // A card without a network of its own is still reached somehow.
                out > 0 ? out : USUAL_OUT,
                own.number("domain", type.linkedCount()));
    }

    private static double teraflops(AcceleratorType type, Precision format, Precision other) {
        return type.teraflops(format).orElse(type.teraflops(other).orElse(0));
    }

    private static String generation(String name) {
        boolean whole = name.startsWith("TPU") || name.startsWith("RTX");
        return whole ? name : name.split("-", 2)[0];
    }
}
