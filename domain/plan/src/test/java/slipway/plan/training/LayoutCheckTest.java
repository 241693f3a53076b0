package slipway.plan.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.catalog.Catalog;
import slipway.plan.table.StatedValues;

/** Layouts that cannot be: the reason names the field and what is allowed. */
class LayoutCheckTest {

    private static final ConfigurationParser PARSER = new ConfigurationParser(Catalog.bundled());
    private static final String QWEN =
            "framework=Megatron-Bridge; model=qwen3-30b-a3b; accelerator=H100; act_ckpt=full;"
                    + " mbs=1; ";

    private static final String MIXTRAL =
            "framework=Megatron-LM; model=mixtral-8x7b; accelerator=H100; n_acc=64; tp=1; ";
    private static final String OWN =
            """
            framework=Megatron-LM; model=own; layers=4; hidden=512; heads=8; ffn=2048;
            accelerator=H100; n_acc=8; tp=1; mbs=1;
            """;

    @Test
    void expert_parallelism_divides_the_experts() {
        assertThat(reason(QWEN + "n_acc=48; tp=1; ep=3"))
                .isEqualTo("ep 3 does not divide 128 experts; allowed are 1, 2, 4, 8 and 16");
    }

    @Test
    void expert_parallelism_divides_the_ranks_of_a_stage() {
        assertThat(reason(QWEN + "n_acc=32; tp=1; pp=2; ep=32"))
                .isEqualTo(
                        "ep 32 does not divide the 16 ranks of a stage (tp x cp x dp / etp);"
                                + " allowed are 1, 2, 4, 8 and 16");
    }

    @Test
    void more_ranks_than_experts_and_more_experts_than_ranks_are_possible() {
        assertThat(reason(MIXTRAL + "ep=8")).isEmpty();
        assertThat(reason(MIXTRAL + "ep=16"))
                .isEqualTo("ep 16 does not divide 8 experts; allowed are 1, 2, 4 and 8");
        assertThat(reason(QWEN + "n_acc=8; tp=1; ep=8")).isEmpty();
    }

    @Test
    void experts_may_be_folded_over_tensor_parallel_ranks() {
        assertThat(reason(QWEN + "n_acc=16; tp=2; ep=16")).isEmpty();
        assertThat(reason(QWEN + "n_acc=16; tp=2; etp=2; ep=16"))
                .isEqualTo(
                        "ep 16 does not divide the 8 ranks of a stage (tp x cp x dp / etp); allowed"
                                + " are 1, 2, 4 and 8");
        assertThat(reason(QWEN + "n_acc=16; tp=4; etp=3; ep=1"))
                .isEqualTo("etp 3 is neither 1 nor tp; allowed are 1 and 4");
    }

    @Test
    void tensor_parallelism_divides_heads_and_kv_heads() {
        assertThat(reason(QWEN + "n_acc=16; tp=8")).as("repeats each KV head").isEmpty();
        assertThat(reason(QWEN + "n_acc=24; tp=3"))
                .isEqualTo(
                        "tp 3 does not divide 32 heads with 4 KV heads; allowed are 1, 2, 4, 8, 16"
                                + " and 32");
    }

    @Test
    void a_model_without_expert_counts_names_the_missing_column() {
        assertThat(reason(OWN + "ep=8"))
                .isEqualTo(
                        "ep needs a model of experts, and moe_experts is not given; allowed is 1");
        assertThat(reason(OWN + "moe_topk=2; moe_ffn=512"))
                .isEqualTo("moe_experts is not given; allowed is the number of experts, 1 or more");
        assertThat(reason(OWN + "moe_experts=8; moe_ffn=512"))
                .isEqualTo("moe_topk 0 does not fit 8 experts; allowed are 1 to 8");
        assertThat(reason(OWN + "moe_experts=8; moe_topk=9; moe_ffn=512"))
                .isEqualTo("moe_topk 9 does not fit 8 experts; allowed are 1 to 8");
        assertThat(reason(OWN + "moe_experts=8; moe_topk=2"))
                .isEqualTo("moe_ffn is not given; allowed is the width of an expert, 1 or more");
    }

    @Test
    void without_a_layout_experts_are_spread_over_a_divisor_of_both() {
        assertThat(ep("framework=MaxText; model=mixtral-8x22b; accelerator=TPU-v6e; n_acc=256"))
                .isEqualTo(8);
        assertThat(ep("framework=MaxText; model=kimi-k2; accelerator=TPU-v5p; n_acc=96"))
                .isEqualTo(48);
    }

    private static double ep(String row) {
        return Rows.whole(PARSER, row).layout().ep();
    }

    /** The reason why a row is incomplete; empty if it is complete. */
    private static String reason(String row) {
        Map<String, String> cells = new HashMap<>();
        for (String cell : row.split(";", -1)) {
            String[] parts = cell.strip().split("=", 2);
            if (parts.length == 2) {
                cells.put(parts[0], parts[1]);
            }
        }
        return switch (PARSER.parse(new StatedValues(cells))) {
            case ConfigurationParser.Parsed.Complete _ -> "";
            case ConfigurationParser.Parsed.Incomplete(String reason) -> reason;
        };
    }
}
