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

class CapacityCommandTest {

    @TempDir private Path folder;

    private TestShell ran(int code, int width, String words) {
        TestShell shell = new TestShell(folder).wide(width);
        assertThat(shell.run(("plan capacity " + words).split(" +")))
                .as(shell.err())
                .isEqualTo(code);
        return shell;
    }

    @Test
    void capacity_prints_the_answer_then_the_order_then_every_month() {
        for (int width : new int[] {40, 80, 120}) {
            String output =
                    ran(0, width, "--have 32xH100 --used 22 --growth 5%..9% --lead 60d").out();
            Golden.matches("plan/capacity-" + width + ".txt", output);
        }
    }

    @Test
    void sufficient_capacity_is_reported_with_the_surplus() {
        assertThat(ran(0, 120, "--have 32xH100 --used 20 --growth -5%").out())
                .contains("32 H100 suffice until Sep 2027, and 18 are spare then.");
    }

    @Test
    void a_budget_is_compared_with_the_need() {
        assertThat(ran(0, 120, "--have 32xH100 --used 25 --growth 8% --budget 30000").out())
                .contains("budget    $30,000");
    }

    @Test
    void json_has_every_month_and_every_option() {
        TestShell shell = ran(0, 120, "--have 32xH100 --used 22 --growth 8% --json");
        JsonNode json = JsonMapper.shared().readTree(shell.out());
        assertThat(json.at("/months").size()).isEqualTo(13);
        assertThat(json.at("/ways/0/monthly").size()).isEqualTo(12);
        assertThat(json.at("/runs_out/month").asString()).isEqualTo("2026-11");
    }

    @Test
    void recorded_jobs_determine_demand_and_growth() throws IOException {
        var lines = new StringBuilder("JobID|Submit|Start|End|State|AllocTRES\n");
        int id = 1;
        for (int month = 1; month <= 6; month++) {
            for (int i = 0; i < 10 + month; i++) {
                String day = "2026-0%d-%02d".formatted(month, 1 + i);
                lines.append(
                        "%d|%sT01:00:00|%sT02:00:00|%sT22:00:00|COMPLETED|gres/gpu=8\n"
                                .formatted(id++, day, day, day));
            }
        }
        Files.writeString(folder.resolve("jobs.txt"), lines);
        TestShell shell = ran(0, 120, "--have 8xH100 --sacct jobs.txt --json");
        JsonNode json = JsonMapper.shared().readTree(shell.out());
        // 12 to 15 jobs of 20 hours on 8 accelerators: the months in the middle.
        assertThat(json.at("/question/growth_per_month/value").asDouble()).isBetween(0.07, 0.085);
        assertThat(json.at("/question/busy_on_average").asDouble()).isBetween(3.2, 3.4);
    }

    @Test
    void all_mistakes_are_listed_together() {
        TestShell shell =
                ran(
                        2,
                        120,
                        "--have 32xH1000 --used 24 --hours 17500 --growth 8 --target 120% --horizon 11y"
                                + " --lead soon --cover 0 --provider awz --budget 0");
        assertThat(shell.out()).isEmpty();
        Golden.matches("plan/capacity-wrong.txt", shell.err());
        assertThat(ran(2, 120, "--have 32xH100 --used 24 --growth -120%").err())
                .contains("more than there is");
        assertThat(ran(2, 120, "--have 32xH100 --used 24 --growth 900% --horizon 60").err())
                .contains("in month 5");
    }
}
