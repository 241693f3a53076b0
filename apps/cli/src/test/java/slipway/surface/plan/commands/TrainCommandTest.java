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

    private TestShell ran(int code, String... arguments) {
        TestShell shell = new TestShell(folder).wide(120);
        assertThat(shell.run(arguments)).as(shell.err()).isEqualTo(code);
        return shell;
    }

    @Test
    void train_prints_the_answer_then_its_parts_then_alternatives() {
        for (int width : new int[] {40, 80, 120}) {
            TestShell shell = new TestShell(folder).wide(width);
            String[] arguments = {
                "plan", "train", "--model", "llama-3-8b", "--tokens", "15B", "--deadline", "3d"
            };
            assertThat(shell.run(arguments)).as(shell.err()).isZero();
            Golden.matches("plan/train-" + width + ".txt", shell.out());
        }
    }

    @Test
    void why_names_the_source_of_each_figure() {
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
    void json_is_the_whole_plan() {
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
    void an_impossible_deadline_and_budget_are_reported_first() {
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
        assertThat(shell.out())
                .startsWith("Nothing certainly meets deadline and budget: the soonest");
    }

    @Test
    void owned_hardware_is_compared_with_renting() throws IOException {
        writeOwnCatalog();
        JsonNode own = json("llama-3-8b", "--catalog", "catalog").at("/own/0");
        assertThat(own.at("/name").asString()).isEqualTo("hall");
        assertThat(own.at("/assumed").asBoolean()).isFalse();
        assertThat(own.at("/from_use/value").asDouble()).isBetween(0.2, 0.9);
        assertThat(own.at("/months_in_full_use/value").asDouble()).isBetween(10.0, 48.0);
        JsonNode bundled = json("llama-3-8b", "--accelerators", "H100").at("/own/0");
        assertThat(bundled.at("/assumed").asBoolean()).isTrue();
    }

    @Test
    void an_unknown_architecture_is_refused_by_name() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                """
                {"architectures": ["MambaForCausalLM"], "model_type": "mamba", "hidden_size": 4096}
                """);
        TestShell shell = ran(2, "plan", "train", "--model", "config.json", "--tokens", "15B");
        assertThat(shell.err()).contains("--model").containsIgnoringCase("mamba");
    }

    @Test
    void finetune_plans_from_samples_and_epochs() {
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
    void all_mistakes_are_listed_together() {
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
    void huge_numbers_are_answered_without_a_failure() {
        TestShell shell =
                ran(5, "plan", "train", "--model", "llama-3-8b", "--tokens", "999999999999999T");
        assertThat(shell.err()).contains("hundred years");
    }

    @Test
    void samples_are_validated_even_if_tokens_contradict_them() {
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
        String named = seconds("llama-3-8b");
        assertThat(seconds("config.json")).isEqualTo(named);
        assertThat(seconds(numbers)).isEqualTo(named);
    }

    @Test
    void mistakes_in_a_model_config_name_their_keys() throws IOException {
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
    void a_missing_model_file_is_reported() {
        TestShell shell = ran(2, "plan", "train", "--model", "no.json", "--tokens", "15B");
        assertThat(shell.err()).contains("\"no.json\" could not be read");
    }

    private void writeOwnCatalog() throws IOException {
        Path catalog = Files.createDirectory(folder.resolve("catalog"));
        Files.writeString(
                catalog.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
    }

    @Test
    void a_custom_catalog_sets_prices() throws IOException {
        writeOwnCatalog();
        JsonNode json = json("llama-3-8b", "--catalog", "catalog", "--terms", "own");
        assertThat(json.at("/chosen/provider").asString()).isEqualTo("own");
        assertThat(json.at("/chosen/terms").asString()).isEqualTo("own");
    }

    @Test
    void a_model_that_fits_nowhere_exits_with_no_capacity() {
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

    private JsonNode json(String model, String... flags) {
        String[] arguments = {
            "plan", "train", "--model", model, "--tokens", "15B", "--deadline", "3d", "--json"
        };
        TestShell shell = new TestShell(folder);
        String[] all = Stream.of(arguments, flags).flatMap(Arrays::stream).toArray(String[]::new);
        assertThat(shell.run(all)).as(shell.err()).isZero();
        assertThat(shell.out().lines()).hasSize(1);
        return JsonMapper.shared().readTree(shell.out());
    }
}
