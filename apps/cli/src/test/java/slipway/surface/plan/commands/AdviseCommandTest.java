package slipway.surface.plan.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AdviseCommandTest {

    @TempDir private Path folder;

    private TestShell ran(int code, int width, String words) {
        TestShell shell = new TestShell(folder).wide(width);
        assertThat(shell.run(("plan advise " + words).split(" +"))).as(shell.err()).isEqualTo(code);
        return shell;
    }

    private JsonNode json(String words) {
        return JsonMapper.shared().readTree(ran(0, 120, words + " --json").out());
    }

    @Test
    void advise_prints_the_answer_then_network_speeds_then_storage() {
        for (int width : new int[] {40, 80, 120}) {
            String output = ran(0, width, "--model llama-3-8b --accelerators 64xH100").out();
            Golden.matches("plan/advise-" + width + ".txt", output);
        }
    }

    @Test
    void accelerators_in_one_machine_need_no_network() {
        JsonNode json = json("--model llama-3-8b --accelerators 8xH100");
        assertThat(json.at("/network/kind").asString()).isEqualTo("none");
        assertThat(json.at("/network/speeds").size()).isZero();
    }

    @Test
    void a_faster_network_never_slows_a_step_and_the_recommended_speed_costs_at_most_5_percent() {
        JsonNode json = json("--model llama-3-70b --accelerators 256xH100");
        double previous = Double.MAX_VALUE;
        for (JsonNode it : json.at("/network/speeds")) {
            assertThat(it.at("/step_seconds").asDouble()).isLessThanOrEqualTo(previous * 1.01);
            previous = it.at("/step_seconds").asDouble();
            if (it.at("/speed").asLong() == json.at("/network/needed/value").asLong()) {
                assertThat(it.at("/longer").asDouble()).isLessThanOrEqualTo(0.05);
            }
        }
        assertThat(json.at("/network/kind").asString()).isEqualTo("infiniband");
    }

    @Test
    void the_read_rate_is_proportional_to_the_bytes_per_token() {
        long text =
                json("--model llama-3-8b --accelerators 64xH100")
                        .at("/storage/read_needed/value")
                        .asLong();
        long images =
                json("--model llama-3-8b --accelerators 64xH100 --token-bytes 400")
                        .at("/storage/read_needed/value")
                        .asLong();
        assertThat((double) images / text).isBetween(99.9, 100.1);
    }

    @Test
    void a_model_that_does_not_fit_is_refused_and_all_mistakes_are_listed_together() {
        assertThat(ran(5, 120, "--model deepseek-v3 --accelerators 8xH100").err())
                .contains("Name more accelerators");
        TestShell shell =
                ran(
                        2,
                        120,
                        "--model lama-3-8b --accelerators H1000 --tokens many --seq 0 --precision int4"
                                + " --token-bytes 2M");
        Golden.matches("plan/advise-wrong.txt", shell.err());
    }
}
