package slipway.plan.serving;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.catalog.Precision;
import slipway.plan.table.BundledTable;

/**
 * Finds accelerators by name. Measured ones have the figures with which the model was fitted, from the file
 * serve_accelerators.tsv; the others have the catalog's.
 */
final class ServingAccelerators {

    private static final double GIGA = 1e9;

    private final Catalog catalog;
    private final Map<String, Fitted> measured = new LinkedHashMap<>();

    /**
     * @param type the catalog's name
     */
    private record Fitted(String type, ServingAccelerator accelerator) {}

    ServingAccelerators(Catalog catalog) {
        this.catalog = catalog;
        BundledTable.table("serve_accelerators.tsv")
                .forEach(
                        line ->
                                measured.put(
                                        line.text("name"),
                                        new Fitted(line.text("type"), fromLine(line))));
    }

    Optional<ServingAccelerator> find(String written) {
        String name = written.replace("NVIDIA ", "");
        Fitted known = measured.get(name);
        if (known != null) {
            return Optional.of(known.accelerator);
        }
        return catalog.typesFor(name).stream()
                .findFirst()
                .or(() -> catalog.recognizeDevice(written))
                .map(this::of);
    }

    /** Whether serving was measured on this type. */
    boolean isMeasured(AcceleratorType type) {
        return measured.values().stream().anyMatch(it -> it.type.equals(type.type()));
    }

    ServingAccelerator of(AcceleratorType type) {
        return measured.values().stream()
                .filter(it -> it.type.equals(type.type()))
                .findFirst()
                .map(Fitted::accelerator)
                .orElseGet(() -> catalogued(type));
    }

    private static ServingAccelerator fromLine(BundledTable.Line line) {
        return new ServingAccelerator(
                line.text("name"),
                line.number("bf16"),
                line.number("fp8", 0),
                line.number("fp4", 0),
                line.number("memory"),
                line.number("bandwidth"));
    }

    private static ServingAccelerator catalogued(AcceleratorType type) {
        return new ServingAccelerator(
                type.type(),
                type.teraflops(Precision.BF16).orElse(type.teraflops(Precision.FP16).orElse(0)),
                type.teraflops(Precision.FP8).orElse(0),
                type.teraflops(Precision.FP4).orElse(0),
                type.memory().count() / GIGA,
                type.bandwidth().count() / GIGA);
    }
}
