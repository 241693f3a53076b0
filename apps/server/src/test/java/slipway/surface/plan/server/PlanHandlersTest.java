package slipway.surface.plan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.Bare;
import slipway.server.House;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plans over HTTP. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class PlanHandlersTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir static Path data;
    private static House house;

    @BeforeAll
    static void open() {
        house = House.open(data);
    }

    @AfterAll
    static void close() {
        house.close();
    }

    private static JsonNode asked(String what, String body, int status) {
        var answer =
                new Bare(house.url().toString())
                        .send(
                                "POST",
                                "/api/v1/plan/" + what,
                                List.of("Authorization: Bearer " + house.localToken()),
                                body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        return JSON.readTree(answer.body());
    }

    @Test
    void a_training_is_planned_with_its_intervals_its_command_and_its_job() {
        JsonNode answer =
                asked(
                        "train",
                        """
                        {"model": "llama-3-8b", "tokens": "15B", "deadline": "3d", "max_machines": "2"}""",
                        201);
        assertThat(answer.path("sentence").asString()).startsWith("Train on ");
        assertThat(answer.path("command").asString())
                .isEqualTo(
                        "slipway plan train --model llama-3-8b --tokens 15B --deadline 3d --max-machines 2");
        JsonNode seconds = answer.path("plan").path("chosen").path("seconds");
        assertThat(seconds.path("low").asLong()).isLessThan(seconds.path("value").asLong());
        assertThat(seconds.path("value").asLong()).isLessThan(seconds.path("high").asLong());
        assertThat(answer.path("spec").asString()).contains("  tokens: 15B\n");
    }

    @Test
    void all_mistakes_are_told_at_once_and_name_their_members() {
        JsonNode problem =
                asked(
                        "train",
                        """
                        {"model": "llama-9", "tokens": "0", "deadline": "-3d", "budget": "0",
                         "max_machines": "many", "provider": ["nobody"]}""",
                        422);
        assertThat(problem.path("code").asString()).isEqualTo("bad-wish");
        assertThat(problem.path("mistakes").findValuesAsString("member"))
                .containsExactlyInAnyOrder(
                        "model", "tokens", "deadline", "budget", "max_machines", "provider");
    }

    @Test
    void no_file_of_the_server_is_read_for_a_visitor() {
        JsonNode problem =
                asked("train", "{\"model\": \"/etc/model/config.json\", \"tokens\": \"1B\"}", 422);
        assertThat(problem.path("mistakes").get(0).path("text").asString())
                .startsWith("A config.json cannot be read from here.");
    }

    @Test
    void tuning_serving_saving_and_capacity_are_planned_too() {
        assertThat(
                        asked(
                                        "finetune",
                                        "{\"model\": \"llama-3-8b\", \"samples\": \"50k\","
                                                + " \"max_machines\": \"1\"}",
                                        201)
                                .path("sentence")
                                .asString())
                .startsWith("Train on ");
        assertThat(
                        asked(
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
                        asked(
                                        "checkpoint",
                                        "{\"model\": \"llama-3-8b\", \"accelerators\": \"64xH100\"}",
                                        201)
                                .path("plan")
                                .path("every_seconds")
                                .asDouble())
                .isPositive();
        assertThat(
                        asked(
                                        "capacity",
                                        "{\"have\": \"32xH100\", \"used\": \"24\", \"growth\":"
                                                + " \"8%\"}",
                                        201)
                                .path("sentence")
                                .asString())
                .startsWith("What is there suffices until ");
    }
}
