package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CheckpointCommandTest {

    @TempDir private Path folder;

    private String output(int width, String... flags) {
        TestShell shell = new TestShell(folder).wide(width);
        assertThat(shell.run(arguments(flags))).as(shell.err()).isZero();
        return shell.out();
    }

    private static String[] arguments(String... flags) {
        String[] arguments = new String[4 + flags.length];
        arguments[0] = "plan";
        arguments[1] = "checkpoint";
        arguments[2] = "--model";
        arguments[3] = "llama-3-8b";
        System.arraycopy(flags, 0, arguments, 4, flags.length);
        return arguments;
    }

    @Test
    void checkpoint_prints_the_answer_first_and_storage_tiers_last() {
        for (int width : new int[] {40, 80, 120}) {
            Golden.matches(
                    "plan/checkpoint-" + width + ".txt",
                    output(width, "--accelerators", "64xH100"));
        }
    }

    @Test
    void why_explains_the_interval_in_steps() {
        Golden.matches(
                "plan/checkpoint-why.txt",
                output(
                        120,
                        "--accelerators",
                        "64xH100",
                        "--step",
                        "2.5s",
                        "--storage",
                        "nfs",
                        "--spot",
                        "--background",
                        "--why"));
    }

    @Test
    void json_has_every_figure() {
        TestShell shell = new TestShell(folder);
        assertThat(
                        shell.run(
                                arguments(
                                        "--accelerators",
                                        "64xH100",
                                        "--storage",
                                        "5GB/s",
                                        "--json")))
                .isZero();
        assertThat(shell.out().lines()).hasSize(1);
        JsonNode json = JsonMapper.shared().readTree(shell.out());
        assertThat(json.at("/bytes/all").asLong()).isEqualTo(8_030_261_248L * 14);
        assertThat(json.at("/storage/write").asLong()).isEqualTo(5_000_000_000L);
        assertThat(json.at("/blocks_seconds").asDouble()).isEqualTo(22.485);
        assertThat(json.at("/goodput/value").asDouble()).isBetween(0.97, 1.0);
        assertThat(json.at("/goodput/low").asDouble())
                .isLessThan(json.at("/goodput/value").asDouble());
        assertThat(json.at("/interruptions_per_day/spot/value").asDouble()).isZero();
        assertThat(json.at("/tiers/0/month/value").asString()).isNotEmpty();
    }

    @Test
    void all_mistakes_are_listed_together() {
        TestShell shell = new TestShell(folder).wide(100);
        int code =
                shell.run(
                        "plan",
                        "checkpoint",
                        "--model",
                        "lama-3-8b",
                        "--accelerators",
                        "0xH100",
                        "--optimizer",
                        "adm",
                        "--step",
                        "2.5",
                        "--storage",
                        "80",
                        "--nodes",
                        "-3",
                        "--work",
                        "NaN");
        assertThat(code).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        Golden.matches("plan/checkpoint-wrong.txt", shell.err());
    }

    @Test
    void an_invalid_value_is_refused_with_its_flag() {
        for (String[] wrong :
                new String[][] {
                    {"--accelerators", "H100", "how many"},
                    {"--accelerators", "64xH1000", "no accelerator"},
                    {"--accelerators", "64xH100", "--nodes", "7", "evenly"},
                    {"--accelerators", "64xH100", "--storage", "0GB/s", "above 0"},
                    {"--accelerators", "64xH100", "--storage", "-5GB/s", "not a speed"},
                    {"--accelerators", "64xH100", "--storage", "nan", "not a speed"},
                    {"--accelerators", "64xH100", "--storage", "s3-standart", "s3-standard?"},
                    {"--accelerators", "64xH100", "--step", "0s", "length of a step"}
                }) {
            String sentence = wrong[wrong.length - 1];
            String[] flags = Arrays.copyOf(wrong, wrong.length - 1);
            TestShell shell = new TestShell(folder);
            assertThat(shell.run(arguments(flags))).as(sentence).isEqualTo(2);
            assertThat(shell.err()).contains(sentence);
        }
    }

    @Test
    void a_custom_catalog_is_read_from_the_data_directory_or_the_catalog_flag() throws IOException {
        String catalog =
                """
                tier    | provider | read   | write  | reach | date
                cellar  | own      | 70GB/s | 60GB/s | all   | 2026-09-01
                """;
        Path named = Files.createDirectories(folder.resolve("named"));
        Files.writeString(named.resolve("storage.txt"), catalog);
        String[] command = arguments("--accelerators", "64xH100", "--storage", "cellar");
        assertThat(new TestShell(folder).run(command)).isEqualTo(2);
        assertThat(output(120, "--accelerators", "64xH100", "--catalog", "named"))
                .contains("own cellar");

        Path inData = Files.createDirectories(folder.resolve("data/catalog"));
        Files.writeString(inData.resolve("storage.txt"), catalog);
        TestShell shell = new TestShell(folder).with("SLIPWAY_DATA", "data");
        assertThat(shell.run(command)).as(shell.err()).isZero();
        assertThat(shell.out()).contains("60 GB/s available");

        Files.writeString(inData.resolve("storage.txt"), catalog.replace("60GB/s", "60"));
        assertThat(shell.run(command)).isEqualTo(2);
        assertThat(shell.err()).contains("\"60\" has no unit. Write it as 60GB/s.");

        TestShell nowhere = new TestShell(folder);
        assertThat(nowhere.run(arguments("--accelerators", "64xH100", "--catalog", "nowhere")))
                .isEqualTo(3);
        assertThat(nowhere.err()).contains("There is no folder");
    }
}
