package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TrainCommandTest {

    @TempDir private Path folder;

    private TestShell ran(int code, String... words) {
        TestShell shell = new TestShell(folder).wide(120);
        assertThat(shell.run(words)).as(shell.err()).isEqualTo(code);
        return shell;
    }

    @Test
    void the_answer_comes_first_then_what_it_is_made_of_then_what_else_could_be_done() {
        for (int width : new int[] {40, 80, 120}) {
            TestShell shell = new TestShell(folder).wide(width);
            String[] words = {
                "plan", "train", "--model", "llama-3-8b", "--tokens", "15B", "--deadline", "3d"
            };
            assertThat(shell.run(words)).as(shell.err()).isZero();
            Golden.matches("plan/train-" + width + ".txt", shell.out());
        }
    }

    @Test
    void why_tells_where_each_figure_comes_from() {
        TestShell shell =
                ran(
                        0,
                        "plan",
                        "train",
                        "--model",
                        "llama-3-8b",
                        "--tokens",
                        "15B",
                        "--accelerators",
                        "16xH100",
                        "--terms",
                        "on-demand",
                        "--why");
        Golden.matches("plan/train-why.txt", shell.out());
    }

    @Test
    void the_whole_plan_is_there_for_programs() {
        JsonNode json = json("llama-3-8b");
        assertThat(json.at("/memory/fits").asBoolean()).isTrue();
        assertThat(json.at("/memory/parts/weights").asLong()).isPositive();
        assertThat(json.at("/storage/checkpoint").asLong())
                .isBetween(112_000_000_000L, 113_000_000_000L);
        assertThat(json.at("/storage/read_needed").asLong()).isPositive();
        assertThat(json.at("/failures/per_day/spot/value").asDouble()).isPositive();
        assertThat(json.at("/network/there").asLong()).isPositive();
        assertThat(json.at("/mix/saving").asDouble()).isBetween(0.3, 0.95);
        assertThat(json.at("/chosen/bill/0/note").asString()).contains("listed");
        assertThat(json.at("/refused/0/because").asString()).isNotEmpty();
        double sum = 0;
        for (JsonNode part : json.at("/step/parts")) {
            sum += part.asDouble();
        }
        assertThat(sum).isCloseTo(json.at("/step/seconds").asDouble(), within(1e-6));
    }

    @Test
    void what_cannot_be_done_is_said_first() {
        TestShell shell =
                ran(
                        0,
                        "plan",
                        "train",
                        "--model",
                        "llama-3.1-405b",
                        "--tokens",
                        "15T",
                        "--deadline",
                        "1h",
                        "--budget",
                        "10");
        assertThat(shell.out()).startsWith("Nothing surely keeps deadline and budget: the soonest");
    }

    @Test
    void owning_is_held_against_renting() throws IOException {
        own();
        JsonNode own = json("llama-3-8b", "--catalog", "catalog").at("/own/0");
        assertThat(own.at("/name").asString()).isEqualTo("hall");
        assertThat(own.at("/assumed").asBoolean()).isFalse();
        assertThat(own.at("/from_use/value").asDouble()).isBetween(0.2, 0.9);
        assertThat(own.at("/months_in_full_use/value").asDouble()).isBetween(10.0, 48.0);
        JsonNode usual = json("llama-3-8b", "--accelerators", "H100").at("/own/0");
        assertThat(usual.at("/assumed").asBoolean()).isTrue();
    }

    @Test
    void an_architecture_that_is_not_known_is_refused_by_name() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"architectures": ["MambaForCausalLM"], "model_type": "mamba", "hidden_size": 4096}
                """);
        TestShell shell = ran(2, "plan", "train", "--model", "config.json", "--tokens", "15B");
        assertThat(shell.err()).contains("--model").containsIgnoringCase("mamba");
    }

    @Test
    void tuning_is_planned_alike() {
        TestShell shell =
                ran(
                        0,
                        "plan",
                        "finetune",
                        "--model",
                        "llama-3-8b",
                        "--samples",
                        "50k",
                        "--epochs",
                        "3",
                        "--budget",
                        "50");
        Golden.matches("plan/finetune.txt", shell.out());
    }

    @Test
    void everything_wrong_is_told_at_once() {
        TestShell shell =
                ran(
                        2,
                        "plan",
                        "train",
                        "--model",
                        "lama-3-8b",
                        "--tokens",
                        "-4",
                        "--deadline",
                        "3",
                        "--budget",
                        "NaN",
                        "--accelerators",
                        "16xH1000",
                        "--terms",
                        "sport",
                        "--seq",
                        "0",
                        "--precision",
                        "int4",
                        "--max-machines",
                        "none");
        assertThat(shell.out()).isEmpty();
        Golden.matches("plan/train-wrong.txt", shell.err());
    }

    @Test
    void numbers_beyond_all_measure_are_no_mistake_of_ours() {
        TestShell shell =
                ran(5, "plan", "train", "--model", "llama-3-8b", "--tokens", "999999999999999T");
        assertThat(shell.err()).contains("hundred years");
    }

    @Test
    void samples_are_read_even_where_tokens_contradict_them() {
        TestShell shell =
                ran(
                        2,
                        "plan",
                        "finetune",
                        "--model",
                        "llama-3-8b",
                        "--tokens",
                        "5M",
                        "--samples",
                        "10",
                        "--epochs",
                        "-3",
                        "--provider",
                        "lamda");
        assertThat(shell.err())
                .contains("Say either --tokens or --samples.")
                .contains("--epochs")
                .contains("Did you mean lambda?");
    }

    @Test
    void a_model_is_also_read_from_its_config_or_its_numbers() throws IOException {
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
        String named = seconds("llama-3-8b");
        assertThat(seconds("config.json")).isEqualTo(named);
        assertThat(seconds(numbers)).isEqualTo(named);
    }

    @Test
    void what_is_wrong_in_a_config_is_told_by_its_keys() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"architectures": ["LlamaForCausalLM"], "hidden_size": -1, "num_hidden_layers": 32,
                 "vocab_size": 128256}
                """);
        TestShell shell = ran(2, "plan", "train", "--model", "config.json", "--tokens", "15B");
        assertThat(shell.err()).contains("hidden_size").contains("--model");
    }

    @Test
    void a_file_that_is_not_there_is_said_not_to_be() {
        TestShell shell = ran(2, "plan", "train", "--model", "no.json", "--tokens", "15B");
        assertThat(shell.err()).contains("\"no.json\" could not be read");
    }

    private void own() throws IOException {
        Path catalog = Files.createDirectory(folder.resolve("catalog"));
        Files.writeString(
                catalog.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
    }

    @Test
    void prices_of_ones_own_count() throws IOException {
        own();
        JsonNode json = json("llama-3-8b", "--catalog", "catalog", "--terms", "own");
        assertThat(json.at("/chosen/provider").asString()).isEqualTo("own");
        assertThat(json.at("/chosen/terms").asString()).isEqualTo("own");
    }

    @Test
    void where_nothing_holds_the_model_the_exit_code_says_no_capacity() {
        TestShell shell =
                ran(
                        5,
                        "plan",
                        "train",
                        "--model",
                        "deepseek-v3",
                        "--tokens",
                        "1T",
                        "--accelerators",
                        "8xH100");
        assertThat(shell.err()).contains("memory");
    }

    private String seconds(String model) {
        return json(model).at("/chosen/seconds/value").toString();
    }

    private JsonNode json(String model, String... more) {
        String[] words = {
            "plan", "train", "--model", model, "--tokens", "15B", "--deadline", "3d", "--json"
        };
        TestShell shell = new TestShell(folder);
        String[] all = Stream.of(words, more).flatMap(Arrays::stream).toArray(String[]::new);
        assertThat(shell.run(all)).as(shell.err()).isZero();
        assertThat(shell.out().lines()).hasSize(1);
        return JsonMapper.shared().readTree(shell.out());
    }
}
