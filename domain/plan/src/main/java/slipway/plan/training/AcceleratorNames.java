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
 * Finds accelerators by the names that measured tables use. The figures come from the catalog, except where the model
 * was fitted with others: those are in the file accelerators.tsv, which also has the network rate.
 */
final class AcceleratorNames {

    private static final double GIGA = 1e9;
    private static final double DEFAULT_SCALE_UP = 200;
    private static final double DEFAULT_SCALE_OUT = 25;

    /** A written name that contains the key is the accelerator named by the value. */
    private static final List<Map.Entry<String, String>> ALIASES =
            List.of(
                    Map.entry("Gaudi", "Gaudi2"),
                    Map.entry("rillium", "TPU-v6e"),
                    Map.entry("B200-SXM", "B200-SXM"),
                    Map.entry("V100", "V100-SXM2-32GB"),
                    Map.entry("A100-80GB", "A100-SXM-80GB"));

    private final Catalog catalog;
    private final Map<String, BundledTable.Line> fitted = new LinkedHashMap<>();

    AcceleratorNames(Catalog catalog) {
        this.catalog = catalog;
        BundledTable.table("accelerators.tsv").forEach(line -> fitted.put(line.text("name"), line));
    }

    Optional<AcceleratorRates> find(String written) {
        String name = canonical(written);
        BundledTable.Line line = fitted.get(name);
        if (line != null) {
            return catalog.type(line.text("type")).map(type -> rates(name, type, line));
        }
        return catalog.typesFor(name).stream()
                .findFirst()
                .or(() -> catalog.recognizeDevice(written))
                .map(this::ofType);
    }

    /**
     * Rates of a catalog type: the first line of accelerators.tsv for this type, else the catalog's figures and default
     * links.
     */
    private AcceleratorRates ofType(AcceleratorType type) {
        BundledTable.Line line =
                fitted.values().stream()
                        .filter(it -> it.text("type").equals(type.type()))
                        .findFirst()
                        .orElse(new BundledTable.Line(Map.of("name", type.type())));
        return rates(line.text("name"), type, line);
    }

    static String canonical(String written) {
        String name =
                written.replace("NVIDIA ", "")
                        .replace("Blackwell GPU (", "")
                        .replace(")", "")
                        .replace("SXM5", "SXM");
        return ALIASES.stream()
                .filter(sign -> name.contains(sign.getKey()))
                .filter(sign -> !sign.getKey().equals("B200-SXM") || !name.startsWith("GB"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(name);
    }

    private static AcceleratorRates rates(
            String name, AcceleratorType type, BundledTable.Line line) {
        double scaleOut = line.number("out", DEFAULT_SCALE_OUT);
        return new AcceleratorRates(
                name,
                generation(name),
                new AcceleratorRates.Peaks(
                        line.number("bf16", teraflops(type, Precision.BF16, Precision.FP16)),
                        line.number("fp8", teraflops(type, Precision.FP8, Precision.FP8)),
                        line.number("fp4", teraflops(type, Precision.FP4, Precision.FP4))),
                line.number("memory", type.memory().count() / GIGA),
                line.number("bandwidth", type.bandwidth().count() / GIGA),
                new AcceleratorRates.Links(
                        line.number(
                                "up",
                                type.fabric()
                                        .link()
                                        .map(it -> it.bandwidthPerDirection().count() / GIGA)
                                        .orElse(DEFAULT_SCALE_UP)), // An accelerator without a
                        // network still gets the
                        // default rate.
                        scaleOut > 0 ? scaleOut : DEFAULT_SCALE_OUT,
                        line.number("domain", type.fabric().size())));
    }

    private static double teraflops(AcceleratorType type, Precision format, Precision other) {
        return type.teraflops(format).orElse(type.teraflops(other).orElse(0));
    }

    private static String generation(String name) {
        boolean whole = name.startsWith("TPU") || name.startsWith("RTX");
        return whole ? name : name.split("-", 2)[0];
    }
}
