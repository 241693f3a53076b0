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

    private String said(int width, String... more) {
        TestShell shell = new TestShell(folder).wide(width);
        assertThat(shell.run(words(more))).as(shell.err()).isZero();
        return shell.out();
    }

    private static String[] words(String... more) {
        String[] words = new String[4 + more.length];
        words[0] = "plan";
        words[1] = "checkpoint";
        words[2] = "--model";
        words[3] = "llama-3-8b";
        System.arraycopy(more, 0, words, 4, more.length);
        return words;
    }

    @Test
    void the_answer_comes_first_and_what_storage_would_do_last() {
        for (int width : new int[] {40, 80, 120}) {
            Golden.matches(
                    "plan/checkpoint-" + width + ".txt", said(width, "--accelerators", "64xH100"));
        }
    }

    @Test
    void it_tells_why_and_in_steps() {
        Golden.matches(
                "plan/checkpoint-why.txt",
                said(
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
    void programs_get_every_figure() {
        TestShell shell = new TestShell(folder);
        assertThat(shell.run(words("--accelerators", "64xH100", "--storage", "5GB/s", "--json")))
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
    void all_that_is_wrong_is_told_at_once() {
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
    void what_cannot_be_is_refused_by_name() {
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
            String[] said = Arrays.copyOf(wrong, wrong.length - 1);
            TestShell shell = new TestShell(folder);
            assertThat(shell.run(words(said))).as(sentence).isEqualTo(2);
            assertThat(shell.err()).contains(sentence);
        }
    }

    @Test
    void the_users_own_catalog_is_read_from_the_data_directory_or_from_where_it_is_named()
            throws IOException {
        String ours =
                """
                tier    | provider | read   | write  | reach | date
                cellar  | own      | 70GB/s | 60GB/s | all   | 2026-09-01
                """;
        Path named = Files.createDirectories(folder.resolve("named"));
        Files.writeString(named.resolve("storage.txt"), ours);
        String[] asked = words("--accelerators", "64xH100", "--storage", "cellar");
        assertThat(new TestShell(folder).run(asked)).isEqualTo(2);
        assertThat(said(120, "--accelerators", "64xH100", "--catalog", "named"))
                .contains("own cellar");

        Path usual = Files.createDirectories(folder.resolve("data/catalog"));
        Files.writeString(usual.resolve("storage.txt"), ours);
        TestShell shell = new TestShell(folder).with("SLIPWAY_DATA", "data");
        assertThat(shell.run(asked)).as(shell.err()).isZero();
        assertThat(shell.out()).contains("60 GB/s there");

        Files.writeString(usual.resolve("storage.txt"), ours.replace("60GB/s", "60"));
        assertThat(shell.run(asked)).isEqualTo(2);
        assertThat(shell.err()).contains("\"60\" has no unit. Write it as 60GB/s.");

        TestShell nowhere = new TestShell(folder);
        assertThat(nowhere.run(words("--accelerators", "64xH100", "--catalog", "nowhere")))
                .isEqualTo(3);
        assertThat(nowhere.err()).contains("There is no folder");
    }
}
