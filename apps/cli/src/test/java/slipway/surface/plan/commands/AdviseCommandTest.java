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
    void the_answer_comes_first_then_what_each_speed_costs_then_where_what_lies() {
        for (int width : new int[] {40, 80, 120}) {
            String said = ran(0, width, "--model llama-3-8b --accelerators 64xH100").out();
            Golden.matches("plan/advise-" + width + ".txt", said);
        }
    }

    @Test
    void accelerators_in_one_machine_need_no_network() {
        JsonNode json = json("--model llama-3-8b --accelerators 8xH100");
        assertThat(json.at("/network/kind").asString()).isEqualTo("none");
        assertThat(json.at("/network/speeds").size()).isZero();
    }

    @Test
    void a_faster_network_never_makes_a_step_longer_and_what_is_needed_is_within_a_twentieth() {
        JsonNode json = json("--model llama-3-70b --accelerators 256xH100");
        double before = Double.MAX_VALUE;
        for (JsonNode it : json.at("/network/speeds")) {
            assertThat(it.at("/step_seconds").asDouble()).isLessThanOrEqualTo(before * 1.01);
            before = it.at("/step_seconds").asDouble();
            if (it.at("/speed").asLong() == json.at("/network/needed/value").asLong()) {
                assertThat(it.at("/longer").asDouble()).isLessThanOrEqualTo(0.05);
            }
        }
        assertThat(json.at("/network/kind").asString()).isEqualTo("infiniband");
    }

    @Test
    void what_is_read_grows_with_what_a_token_weighs() {
        long text =
                json("--model llama-3-8b --accelerators 64xH100")
                        .at("/storage/read_needed/value")
                        .asLong();
        long pictures =
                json("--model llama-3-8b --accelerators 64xH100 --token-bytes 400")
                        .at("/storage/read_needed/value")
                        .asLong();
        assertThat((double) pictures / text).isBetween(99.9, 100.1);
    }

    @Test
    void what_does_not_fit_says_so_and_everything_wrong_is_told_at_once() {
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
