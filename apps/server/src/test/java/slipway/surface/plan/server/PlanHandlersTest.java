package slipway.surface.plan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.RawHttp;
import slipway.server.TestServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plans over HTTP. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class PlanHandlersTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir static Path data;
    private static TestServer server;

    @BeforeAll
    static void open() {
        server = TestServer.open(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static JsonNode call(String what, String body, int status) {
        var response =
                new RawHttp(server.url().toString())
                        .send(
                                "POST",
                                "/api/v1/plan/" + what,
                                List.of("Authorization: Bearer " + server.localToken()),
                                body);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        return JSON.readTree(response.body());
    }

    @Test
    void a_training_plan_has_intervals_a_command_and_a_spec() {
        JsonNode response =
                call(
                        "train",
                        """
                        {"model": "llama-3-8b", "tokens": "15B", "deadline": "3d", "max_machines": "2"}""",
                        201);
        assertThat(response.path("sentence").asString()).startsWith("Train on ");
        assertThat(response.path("command").asString())
                .isEqualTo(
                        "slipway plan train --model llama-3-8b --tokens 15B --deadline 3d --max-machines 2");
        JsonNode seconds = response.path("plan").path("chosen").path("seconds");
        assertThat(seconds.path("low").asLong()).isLessThan(seconds.path("value").asLong());
        assertThat(seconds.path("value").asLong()).isLessThan(seconds.path("high").asLong());
        assertThat(response.path("spec").asString()).contains("  tokens: 15B\n");
    }

    @Test
    void all_mistakes_are_reported_at_once_with_their_members() {
        JsonNode problem =
                call(
                        "train",
                        """
                        {"model": "llama-9", "tokens": "0", "deadline": "-3d", "budget": "0",
                         "max_machines": "many", "provider": ["missing"]}""",
                        422);
        assertThat(problem.path("code").asString()).isEqualTo("bad-wish");
        assertThat(problem.path("mistakes").findValuesAsString("member"))
                .containsExactlyInAnyOrder(
                        "model", "tokens", "deadline", "budget", "max_machines", "provider");
    }

    @Test
    void a_remote_plan_reads_no_file_of_the_server() {
        JsonNode problem =
                call("train", "{\"model\": \"/etc/model/config.json\", \"tokens\": \"1B\"}", 422);
        assertThat(problem.path("mistakes").get(0).path("text").asString())
                .startsWith("A config.json cannot be read from here.");
    }

    @Test
    void finetuning_serving_checkpoints_and_capacity_are_planned_too() {
        assertThat(
                        call(
                                        "finetune",
                                        "{\"model\": \"llama-3-8b\", \"samples\": \"50k\","
                                                + " \"max_machines\": \"1\"}",
                                        201)
                                .path("sentence")
                                .asString())
                .startsWith("Train on ");
        assertThat(
                        call(
                                        "serve",
                                        "{\"model\": \"llama-3-8b\", \"rate\": \"20/s\", \"input\":"
                                                + " \"1000\", \"output\": \"200\"}",
                                        201)
                                .path("plan")
                                .path("chosen")
                                .path("cost")
                                .path("hour")
                                .path("value")
                                .asString())
                .isNotEmpty();
        assertThat(
                        call(
                                        "checkpoint",
                                        "{\"model\": \"llama-3-8b\", \"accelerators\": \"64xH100\"}",
                                        201)
                                .path("plan")
                                .path("every_seconds")
                                .asDouble())
                .isPositive();
        assertThat(
                        call(
                                        "capacity",
                                        "{\"have\": \"32xH100\", \"used\": \"24\", \"growth\":"
                                                + " \"8%\"}",
                                        201)
                                .path("sentence")
                                .asString())
                .startsWith("The accelerators suffice until ");
    }
}
