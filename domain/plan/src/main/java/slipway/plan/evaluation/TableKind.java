package slipway.plan.evaluation;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.plan.table.MeasuredCsv;
import slipway.plan.table.StatedValues;

/** The kinds of measured tables, recognized by their columns. */
enum TableKind {
    /** Published training configurations. */
    TRAINING("source framework model accelerator n_acc tokens_per_s_per_acc step_time_s"),
    /** Steps of eager PyTorch on one H200. */
    SINGLE("layers hidden heads ffn vocab gated seq micro_batch precision act_ckpt peak_mem_gib"),
    /** Published serving benchmarks. */
    SERVING("framework model accelerator mode isl osl load_type load_value ttft_ms tpot_ms"),
    /** Prefills and decode steps on one H200. */
    SINGLE_SERVING("layers hidden heads ffn vocab phase batch context step_s");

    private static final ProblemCode UNKNOWN =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "unknown-measurements",
                    "A table of measurements has not the columns of any form that can be scored.");

    private static final String TRAINING_NUMBERS =
            "layers hidden heads kv_heads ffn vocab gated_mlp moe_experts moe_topk moe_ffn seq n_acc acc_per_node"
                    + " tp pp vp cp ep mbs gbs tokens_per_s_per_acc step_time_s peak_mem_gib";

    private static final String SINGLE_NUMBERS =
            "layers hidden heads kv_heads ffn vocab gated seq micro_batch act_ckpt params step_s tokens_per_s"
                    + " peak_mem_gib";

    private static final String SERVING_NUMBERS =
            "n_acc tp ep attn_dp isl osl ttft_ms tpot_ms out_tokens_per_s_total"
                    + " out_tokens_per_s_per_acc total_tokens_per_s req_per_s latency_s";

    private static final String SINGLE_SERVING_NUMBERS =
            "layers hidden heads kv_heads ffn vocab batch context step_s tokens_per_s";

    private final String requiredColumns;

    TableKind(String needed) {
        this.requiredColumns = needed;
    }

    static TableKind of(MeasuredCsv measuredCsv) {
        return Stream.of(values())
                .filter(
                        tableKind ->
                                measuredCsv.columns().containsAll(split(tableKind.requiredColumns)))
                .findFirst()
                .orElseThrow(() -> unknown(measuredCsv));
    }

    /** Columns that contain a number or nothing. */
    List<String> numberColumns() {
        return split(
                switch (this) {
                    case TRAINING -> TRAINING_NUMBERS;
                    case SINGLE -> SINGLE_NUMBERS;
                    case SERVING -> SERVING_NUMBERS;
                    case SINGLE_SERVING -> SINGLE_SERVING_NUMBERS;
                });
    }

    /** The first required column that is missing. */
    Optional<String> missingColumn(StatedValues statedValues) {
        List<String> positive =
                switch (this) {
                    case TRAINING ->
                            statedValues.has("layers") ? split("layers hidden heads") : List.of();
                    case SINGLE -> split("layers hidden heads ffn vocab seq micro_batch");
                    case SERVING -> split("isl osl");
                    case SINGLE_SERVING -> split("layers hidden heads ffn vocab batch context");
                };
        return positive.stream()
                .filter(column -> statedValues.number(column, 0) <= 0)
                .findFirst()
                .map(column -> column + " is not given");
    }

    private static Problem unknown(MeasuredCsv measuredCsv) {
        return new Problem(
                UNKNOWN,
                measuredCsv.name() + " cannot be scored.",
                "Its columns are those of no table that is known here.",
                ("Training configurations have the columns %s and others; steps on one H200 have %s;"
                                + " points of serving have %s; prefills and decode steps on one"
                                + " H200 have %s.")
                        .formatted(
                                listRequired(TRAINING),
                                listRequired(SINGLE),
                                listRequired(SERVING),
                                listRequired(SINGLE_SERVING)));
    }

    private static String listRequired(TableKind tableKind) {
        return String.join(", ", split(tableKind.requiredColumns));
    }

    private static List<String> split(String text) {
        return List.of(text.split(" ", -1));
    }
}
