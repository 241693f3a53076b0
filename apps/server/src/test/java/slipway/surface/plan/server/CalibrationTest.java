package slipway.surface.plan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.Bare;
import slipway.server.House;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Estimates and what corrects them, over HTTP. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class CalibrationTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PLACE = "/api/v1/plan/calibration";

    @TempDir private Path data;
    private House house;

    @BeforeEach
    void open() {
        house = House.open(data);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private JsonNode asked(String verb, String path, String body, int status) {
        var answer =
                new Bare(house.url().toString())
                        .send(
                                verb,
                                path,
                                List.of("Authorization: Bearer " + house.localToken()),
                                body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        return JSON.readTree(answer.body());
    }

    /** So many times the same configuration, each with a step of so many microseconds. */
    private static String tried(String model, int times, long step) {
        return IntStream.range(0, times)
                .mapToObj(
                        _ ->
                                """
                                {"model": "%s", "tokens_of_step": 4194304, "sequence": 8192, "type": "H100",
                                 "per_node": 8, "nodes": 2, "step": %d}"""
                                        .formatted(model, step))
                .collect(Collectors.joining(",", "{\"tried\": [", "]}"));
    }

    @Test
    void before_anything_finished_nothing_is_in_force_and_nothing_proposed() {
        JsonNode view = asked("GET", PLACE, "", 200);
        assertThat(view.path("number").asLong()).isZero();
        assertThat(view.path("changes").asBoolean()).isFalse();
        assertThat(view.path("types")).isEmpty();
        assertThat(asked("GET", "/api/v1/plan/outcomes", "", 200).path("items")).isEmpty();
    }

    @Test
    void steps_that_somebody_measured_say_what_they_would_correct_and_change_nothing() {
        long alone = expected();
        JsonNode view = asked("POST", PLACE + "/try", tried("llama-3-8b", 6, alone * 6 / 5), 201);
        JsonNode type = view.path("types").path(0);
        assertThat(type.path("type").asString()).isEqualTo("H100");
        assertThat(type.path("longer").asLong()).isCloseTo(1_170, within(15L));
        assertThat(view.path("changes").asBoolean()).isTrue();
        assertThat(asked("GET", PLACE, "", 200).path("number").asLong()).isZero();
    }

    /** Found by asking what steps of a second would correct: the error says how long one should take. */
    private long expected() {
        JsonNode view = asked("POST", PLACE + "/try", tried("llama-3-8b", 3, 1_000_000_000), 201);
        double off = view.path("types").path(0).path("before").path("off").asLong() / 1e3;
        return Math.round(1_000_000_000 * (1 - off));
    }

    @Test
    void configurations_of_which_nothing_can_be_expected_are_all_named() {
        JsonNode problem = asked("POST", PLACE + "/try", tried("no-such-model", 2, 1_000_000), 422);
        assertThat(problem.path("code").asString()).isEqualTo("cannot-be-estimated");
        assertThat(problem.path("mistakes")).hasSize(2);
    }

    @Test
    void without_a_reason_nothing_is_applied_and_nothing_can_be_undone() {
        assertThat(asked("POST", PLACE, "{\"number\": 0}", 409).path("code").asString())
                .isEqualTo("nothing-to-calibrate");
        assertThat(asked("POST", PLACE + "/undo", "{\"number\": 1}", 404).path("code").asString())
                .isEqualTo("no-calibration");
    }
}
