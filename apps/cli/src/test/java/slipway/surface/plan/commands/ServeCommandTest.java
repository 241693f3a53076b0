package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ServeCommandTest {

    private static final String GOALS = "--ttft 500ms --tpot 40ms";
    private static final String DEMAND = "--rate 20/s --input 1000 --output 200";

    @TempDir private Path folder;

    private TestShell ran(int code, String flags) {
        TestShell shell = new TestShell(folder).wide(120);
        assertThat(shell.run(("plan serve " + flags).split(" "))).as(shell.err()).isEqualTo(code);
        return shell;
    }

    private JsonNode json(String flags) {
        TestShell shell = ran(0, flags + " --json");
        assertThat(shell.out().lines()).hasSize(1);
        return JsonMapper.shared().readTree(shell.out());
    }

    @Test
    void serve_prints_the_answer_then_its_parts_then_alternatives() {
        for (int width : new int[] {40, 80, 120}) {
            TestShell shell = new TestShell(folder).wide(width);
            String flags = "plan serve --model llama-3-70b %s %s".formatted(DEMAND, GOALS);
            assertThat(shell.run(flags.split(" "))).as(shell.err()).isZero();
            Golden.matches("plan/serve-" + width + ".txt", shell.out());
        }
    }

    @Test
    void why_names_the_source_of_each_figure() {
        TestShell shell =
                ran(
                        0,
                        "--model gpt-oss-120b %s --accelerators H100 --tensor 2 --why"
                                .formatted(DEMAND));
        Golden.matches("plan/serve-why.txt", shell.out());
    }

    @Test
    void all_mistakes_are_listed_together() {
        TestShell shell =
                ran(
                        2,
                        "--model lama-3-8b --rate 20 --input 0 --output NaN --ttft 500 --tpot -4ms"
                                + " --framework abacus --accelerators H1000,8xH100 --precision int3"
                                + " --tensor 3 --budget -1 --terms sport");
        assertThat(shell.out()).isEmpty();
        Golden.matches("plan/serve-wrong.txt", shell.err());
    }

    @Test
    void a_number_without_its_unit_or_not_above_zero_is_refused() {
        String lengths = "--input 1000 --output 200";
        for (String rate :
                new String[] {"20", "0/s", "-1/s", "NaN/s", "1e3/s", "2000000/s", "/s"}) {
            String flags = "--model llama-3-8b --rate %s %s".formatted(rate, lengths);
            assertThat(ran(2, flags).err()).as(rate).contains("--rate").contains("has 1 problem");
        }
        for (String time : new String[] {"40", "0ms", "-1s", "NaN", "ms", "0.0000001ms"}) {
            String flags = "--model llama-3-8b %s --ttft %s".formatted(DEMAND, time);
            assertThat(ran(2, flags).err()).as(time).contains("--ttft").contains("has 1 problem");
        }
        for (String tokens : new String[] {"0", "-5", "1.5", "NaN", "20M", "many"}) {
            String flags = "--model llama-3-8b --rate 1/s --input 10 --output " + tokens;
            assertThat(ran(2, flags).err()).as(tokens).contains("--output");
        }
    }

    @Test
    void a_request_that_the_model_cannot_handle_is_refused() {
        assertThat(ran(2, "--model llama-3-8b --rate 1/s --input 8k --output 1k").err())
                .contains("9,000 tokens; the model was made for 8,192");
        assertThat(ran(2, "--model qwen2.5-7b %s --tensor 8".formatted(DEMAND)).err())
                .contains("8 does not divide the 28 heads");
    }

    @Test
    void a_model_can_be_given_by_name_config_or_dimensions() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
                 "intermediate_size": 14336, "num_hidden_layers": 32, "num_attention_heads": 32,
                 "num_key_value_heads": 8, "vocab_size": 128256, "max_position_embeddings": 8192,
                 "tie_word_embeddings": false}
                """);
        String numbers =
                "layers=32,hidden=4096,heads=32,kv_heads=8,ffn=14336,vocabulary=128256,context=8192";
        JsonNode named = json("--model llama-3-8b " + DEMAND).at("/chosen");
        assertThat(json("--model config.json " + DEMAND).at("/chosen")).isEqualTo(named);
        assertThat(json("--model %s %s".formatted(numbers, DEMAND)).at("/chosen")).isEqualTo(named);
    }

    @Test
    void json_is_the_whole_plan_on_one_line() {
        JsonNode json = json("--model llama-3-70b %s %s".formatted(DEMAND, GOALS));
        JsonNode chosen = json.at("/chosen");
        assertThat(json.at("/aim/ttft_p95_seconds").asDouble()).isEqualTo(0.5);
        assertThat(chosen.at("/tpot_p95_seconds/value").asDouble()).isBetween(0.001, 0.04);
        assertThat(chosen.at("/accelerators").asInt())
                .isEqualTo(
                        chosen.at("/replicas").asInt()
                                * chosen.at("/accelerators_per_replica").asInt());
        assertThat(chosen.at("/replica_requests_per_second/value").asDouble())
                .isGreaterThanOrEqualTo(20.0 / chosen.at("/replicas").asInt());
        for (String cost : new String[] {"hour", "month", "million_output_tokens"}) {
            assertThat(chosen.at("/cost/" + cost + "/value").asString())
                    .matches("[0-9]+\\.[0-9]{6}");
        }
        assertThat(chosen.at("/spare").asDouble()).isBetween(0.0, 1.0);
        assertThat(json.at("/beside").size()).isEqualTo(5);
    }

    @Test
    void an_insufficient_budget_is_answered_with_the_cheapest_price() {
        TestShell shell = ran(5, "--model llama-3-70b %s --budget 0.10".formatted(DEMAND));
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err()).contains("an hour").contains("Raise the budget");
    }

    @Test
    void an_impossible_goal_is_answered_with_the_nearest() {
        TestShell shell = ran(5, "--model llama-3-70b %s --tpot 0.1ms".formatted(DEMAND));
        assertThat(shell.err()).contains("Even alone").contains("ms to the first token");
    }

    @Test
    void a_custom_catalog_sets_prices() throws IOException {
        Path catalog = Files.createDirectory(folder.resolve("catalog"));
        Files.writeString(
                catalog.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
        String flags = "--model llama-3-8b %s --catalog catalog --terms own".formatted(DEMAND);
        assertThat(json(flags).at("/chosen/provider").asString()).isEqualTo("own");
    }

    @Test
    void help_shows_examples() {
        assertThat(ran(0, "--help").out()).contains("Examples").contains("--rate 20/s");
    }
}
