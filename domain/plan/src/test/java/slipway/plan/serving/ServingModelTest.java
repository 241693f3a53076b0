package slipway.plan.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.catalog.Catalog;
import slipway.plan.table.StatedValues;

class ServingModelTest {

    private static final ServingModel SERVING = new ServingModel(Catalog.bundled());

    private static final String[] NAMES = {
        "framework",
        "model",
        "accelerator",
        "n_acc",
        "precision",
        "tp",
        "ep",
        "attn_dp",
        "mode",
        "isl",
        "osl",
        "load_type",
        "load_value",
        "notes"
    };

    private static final String MINIMAX =
            "vllm 0.19.0|MiniMaxAI/MiniMax-M2.5|B300-SXM|8|fp4|8|1|1|agg|1024|1024|concurrency|8|";

    /** The figures are the output of tools/fit/serve.py, which fitted the tables. */
    @Test
    void forecasts_agree_with_the_fitting_program() {
        agrees(MINIMAX, 0.0422241024, 0.00587054708, 6.05008596, 8);
        agrees(
                "trtllm 1.2.0rc6.post3|deepseek-ai/DeepSeek-R1|B200-SXM|64|fp4|64|8|1|agg|1024|8192|concurrency|32|",
                0.359908837,
                0.0079066299,
                65.1666305,
                32);
        agrees(
                "vLLM|mistralai/Mistral-7B-v0.1|H100-SXM-80GB|2||2|||static-batch|256|256|static_batch|16|",
                0.106621757,
                0.0062262868,
                1.99989794,
                16);
        agrees(
                "trtllm 0.8.1.post2|deepseek-ai/DeepSeek-R1|GB200||fp8||||disagg|1024|8192|concurrency|564|"
                        + "prefill: w= tp=8 pp=1 moetp=1 ep=8; decode: w= tp=32 pp=1 moetp=4 ep=8",
                4.22077811,
                0.012993178,
                115.343787,
                564);
        agrees(
                "TensorRT-LLM 0.17|llama3.1-70b|L40S|8|FP8|8|||agg|500|2000|offline-max||",
                2.13420246,
                0.0484915863,
                688.180481,
                681.201967);
        agrees(
                "TensorRT-LLM 0.14 + Triton|llama3.1-70b|H200-SXM-141GB|4|BF16|4|||agg|467|256|request_rate|8|",
                0.0822934356,
                0.0289899919,
                7.48047894,
                55.4740614);
    }

    private static void agrees(
            String row, double first, double each, double whole, double requests) {
        LatencyForecast latencyForecast = SERVING.forecast(situation(row));
        assertThat(seconds(latencyForecast.ttft())).as(row).isCloseTo(first, near(first));
        assertThat(seconds(latencyForecast.tpot())).as(row).isCloseTo(each, near(each));
        assertThat(seconds(latencyForecast.endToEnd())).as(row).isCloseTo(whole, near(whole));
        assertThat(latencyForecast.concurrency()).as(row).isCloseTo(requests, near(requests));
    }

    @Test
    void an_interval_has_its_width_and_its_grounds() {
        LatencyForecast latencyForecast = SERVING.forecast(situation(MINIMAX));
        double half =
                Math.log(
                        seconds(latencyForecast.endToEnd().high())
                                / seconds(latencyForecast.endToEnd().value()));
        assertThat(half).isCloseTo(0.130198186, within(1e-6));
        assertThat(latencyForecast.ttft().grounds().getFirst().sentence())
                .isEqualTo("13 measured neighbors");
        assertThat(latencyForecast.endToEnd().grounds().getFirst().sentence())
                .isEqualTo("11 measured neighbors");
    }

    @Test
    void a_scenario_without_neighbors_is_extrapolated_with_a_wide_interval() {
        LatencyForecast known = SERVING.forecast(situation(MINIMAX));
        LatencyForecast unknown =
                SERVING.forecast(situation(MINIMAX.replace("vllm 0.19.0", "abacus 1.0")));
        assertThat(unknown.endToEnd().grounds().getFirst().sentence()).startsWith("extrapolated");
        assertThat(width(unknown.endToEnd())).isGreaterThan(3 * width(known.endToEnd()));
    }

    @Test
    void more_requests_than_memory_holds_wait_for_a_slot() {
        // 70B in fp8 leaves 57 of 141 GB; each request takes 2.8 GB: about 20 fit.
        String row = "vllm|llama-3-70b|H200-SXM-141GB|1|fp8|1|||agg|8192|1024|concurrency|%d|";
        LatencyForecast some = SERVING.physical(situation(row.formatted(16)));
        LatencyForecast many = SERVING.physical(situation(row.formatted(64)));
        assertThat(seconds(many.ttft())).isGreaterThan(20 * seconds(some.ttft()));
        assertThat(seconds(many.tpot())).isLessThan(2 * seconds(some.tpot()));
    }

    @Test
    void a_model_without_a_group_was_not_fitted_to_it() {
        ServingScenario servingScenario = situation(MINIMAX);
        assertThat(SERVING.wasFittedTo(servingScenario)).isTrue();
        assertThat(SERVING.isInDomain(servingScenario)).isTrue();
        String group = SERVING.group(servingScenario);
        var others = new ServingModel(Catalog.bundled(), it -> !it.equals(group));
        assertThat(others.wasFittedTo(servingScenario)).isFalse();
        assertThat(others.forecast(servingScenario).endToEnd().value())
                .isNotEqualTo(SERVING.forecast(servingScenario).endToEnd().value());
    }

    @Test
    void an_incomplete_row_has_a_reason() {
        assertThat(SERVING.parse(stated(MINIMAX.replace("MiniMaxAI/MiniMax-M2.5", "abacus"))))
                .isEqualTo(
                        new ServingRow.Incomplete("the architecture of \"abacus\" is not known"));
        assertThat(SERVING.parse(stated(MINIMAX.replace("B300-SXM", "abacus"))))
                .isEqualTo(
                        new ServingRow.Incomplete("accelerator \"abacus\" is not in the catalog"));
        assertThat(SERVING.parse(stated(MINIMAX.replace("|8|", "|many|"))))
                .isEqualTo(new ServingRow.Incomplete("load_value: \"many\" is not a number"));
    }

    @Test
    void an_unmeasured_model_comes_from_the_catalog_and_not_by_a_part_of_its_name() {
        ServingScenario qwen =
                situation(MINIMAX.replace("MiniMaxAI/MiniMax-M2.5", "Qwen/Qwen3-8B"));
        assertThat(qwen.deployment().model().layers()).isEqualTo(36);
        assertThat(qwen.deployment().model().parameters().active()).isCloseTo(7.6e9, within(0.1e9));
        ServingScenario llama =
                situation(
                        MINIMAX.replace("MiniMaxAI/MiniMax-M2.5", "DeepSeek-R1-Distill-Llama-70B"));
        assertThat(llama.deployment().model().key()).isEqualTo("70b");
    }

    @Test
    void one_step_on_one_h200_agrees_with_the_fit() {
        Map<String, String> step = new HashMap<>();
        step.putAll(Map.of("layers", "32", "hidden", "4096", "heads", "32", "kv_heads", "8"));
        step.putAll(Map.of("ffn", "14336", "vocab", "128256", "phase", "decode"));
        step.putAll(Map.of("batch", "32", "context", "1024", "step_s", "0.00627"));
        double decode = seconds(SERVING.eagerStep(new StatedValues(step)));
        assertThat(decode).isCloseTo(0.0061, within(0.0002));
        step.putAll(Map.of("phase", "prefill", "batch", "8", "context", "2048"));
        double prefill = seconds(SERVING.eagerStep(new StatedValues(step)));
        assertThat(prefill).isCloseTo(0.404, within(0.01));
    }

    private static double width(Estimate<Duration> estimate) {
        return Math.log(seconds(estimate.high()) / seconds(estimate.low()));
    }

    private static org.assertj.core.data.Offset<Double> near(double value) {
        return within(1e-6 * value);
    }

    private static double seconds(Estimate<Duration> estimate) {
        return seconds(estimate.value());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static ServingScenario situation(String row) {
        return ((ServingRow.Complete) SERVING.parse(stated(row))).scenario();
    }

    private static StatedValues stated(String row) {
        String[] cells = row.split("\\|", -1);
        Map<String, String> named = new HashMap<>();
        for (int at = 0; at < NAMES.length; at++) {
            named.put(NAMES[at], cells[at]);
        }
        return new StatedValues(named);
    }
}
