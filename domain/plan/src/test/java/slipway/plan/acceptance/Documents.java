package slipway.plan.acceptance;

import java.util.List;
import java.util.stream.Collectors;

/** Documents as a node with eight H100 writes them. */
public final class Documents {

    private static final double TERA = 1e12;

    private Documents() {}

    /** A document with these figures, each a JSON object, of an idle machine. */
    public static String of(String node, String... figures) {
        return of(node, "", figures);
    }

    /**
     * @param busy other load as a JSON text; empty for none
     */
    public static String of(String node, String busy, String[] figures) {
        String eight =
                String.join(
                        ",",
                        java.util.Collections.nCopies(
                                8,
                                "{\"name\":\"NVIDIA H100 80GB HBM3\",\"memory_bytes\":85899345920}"));
        return """
        {"format":1,"node":"%s","rank":0,"nodes":1,"at":"2026-11-18T06:00:00Z","held":121.4,"machine":{"cpus":128,\
        "memory_bytes":2199023255552,"kernel":"6.8","python":"3.12.3","torch":"2.9.0","accelerators":[%s]},\
        "busy":[%s],"stolen":0.0,"figures":[%s],"skipped":[],"notes":[]}"""
                .formatted(node, eight, busy, String.join(",", figures));
    }

    /** A figure of bf16 matrix products of one accelerator, in TFLOP/s. */
    public static String products(int device, double... teraflops) {
        return figure(
                "matmul",
                "FLOP/s",
                "\"scope\":\"accelerator\",\"format\":\"bf16\",\"device\":" + device,
                java.util.Arrays.stream(teraflops).map(it -> it * TERA).toArray());
    }

    public static String figure(String name, String unit, String more, double... rounds) {
        String list =
                java.util.Arrays.stream(rounds)
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining(","));
        return "{\"name\":\"%s\",\"unit\":\"%s\",%s,\"rounds\":[%s]}"
                .formatted(name, unit, more, list);
    }

    static List<Double> rounds(double... values) {
        return java.util.Arrays.stream(values).boxed().toList();
    }
}
