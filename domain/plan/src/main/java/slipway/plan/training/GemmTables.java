package slipway.plan.training;

import java.util.HashMap;
import java.util.Map;
import slipway.plan.table.BundledTable;

/** The fitted kernel tables of all systems, and a default where no table exists. */
public final class GemmTables {

    private static final double TERA = 1e12;

    private static final Map<String, String> SYSTEMS =
            Map.of(
                    "A100", "a100_sxm",
                    "H100", "h100_sxm",
                    "H800", "h100_sxm",
                    "H200", "h200_sxm",
                    "B200", "b200_sxm",
                    "B300", "b300_sxm",
                    "GB200", "gb200",
                    "GB300", "gb300",
                    "L40S", "l40s");

    private final Map<String, GemmTimeModel> tables = new HashMap<>();

    public GemmTables() {
        for (BundledTable.Line line : BundledTable.table("gemm.tsv")) {
            tables.put(
                    line.text("system") + " " + line.text("dtype"),
                    new GemmTimeModel(
                            line.number("tflops") * TERA,
                            line.number("m0"),
                            line.number("n0"),
                            line.number("k0")));
        }
    }

    public GemmTimeModel of(AcceleratorRates acceleratorRates, GemmDtype gemmDtype) {
        String key =
                SYSTEMS.getOrDefault(acceleratorRates.generation(), "") + " " + gemmDtype.label();
        GemmTimeModel found = tables.getOrDefault(key, untabulated(acceleratorRates, gemmDtype));
        return new GemmTimeModel(
                found.rate() * acceleratorRates.clockScale(), found.m0(), found.n0(), found.k0());
    }

    /** The kernels of the H200 in bf16, on which steps of eager PyTorch were measured. */
    public GemmTimeModel eagerH200() {
        var peaks = new AcceleratorRates.Peaks(989.5, 1979, 0);
        var links = new AcceleratorRates.Links(450, 50, 8);
        return of(
                new AcceleratorRates("H200", "H200", peaks, 141, 4800, links), GemmDtype.BFLOAT16);
    }

    /** The default: 86 % of the manufacturer's peak, for types without measured kernels. */
    private static GemmTimeModel untabulated(
            AcceleratorRates acceleratorRates, GemmDtype gemmDtype) {
        double n0 = gemmDtype == GemmDtype.BFLOAT16 ? 60 : 2_000;
        return new GemmTimeModel(0.86 * acceleratorRates.peak(gemmDtype) * TERA, 100, n0, 100);
    }
}
