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
import slipway.server.RawHttp;
import slipway.server.TestServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calibration of estimates over HTTP. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class CalibrationTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PLACE = "/api/v1/plan/calibration";

    @TempDir private Path data;
    private TestServer server;

    @BeforeEach
    void open() {
        server = TestServer.open(data);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private JsonNode call(String verb, String path, String body, int status) {
        var response =
                new RawHttp(server.url().toString())
                        .send(
                                verb,
                                path,
                                List.of("Authorization: Bearer " + server.localToken()),
                                body);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        return JSON.readTree(response.body());
    }

    /** Repeated measurements of one configuration, with the step time in microseconds. */
    private static String measured(String model, int times, long step) {
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
    void without_outcomes_no_calibration_is_active_or_proposed() {
        JsonNode view = call("GET", PLACE, "", 200);
        assertThat(view.path("number").asLong()).isZero();
        assertThat(view.path("changes").asBoolean()).isFalse();
        assertThat(view.path("types")).isEmpty();
        assertThat(call("GET", "/api/v1/plan/outcomes", "", 200).path("items")).isEmpty();
    }

    @Test
    void trying_measured_steps_previews_a_calibration_without_applying_it() {
        long expected = expectedStep();
        JsonNode view =
                call("POST", PLACE + "/try", measured("llama-3-8b", 6, expected * 6 / 5), 201);
        JsonNode type = view.path("types").path(0);
        assertThat(type.path("type").asString()).isEqualTo("H100");
        assertThat(type.path("longer").asLong()).isCloseTo(1_170, within(15L));
        assertThat(view.path("changes").asBoolean()).isTrue();
        assertThat(call("GET", PLACE, "", 200).path("number").asLong()).isZero();
    }

    /** The expected step time, derived from the error of a measured step of 1,000 s. */
    private long expectedStep() {
        JsonNode view = call("POST", PLACE + "/try", measured("llama-3-8b", 3, 1_000_000_000), 201);
        double off = view.path("types").path(0).path("before").path("off").asLong() / 1e3;
        return Math.round(1_000_000_000 * (1 - off));
    }

    @Test
    void configurations_without_an_estimate_are_all_listed() {
        JsonNode problem =
                call("POST", PLACE + "/try", measured("no-such-model", 2, 1_000_000), 422);
        assertThat(problem.path("code").asString()).isEqualTo("cannot-be-estimated");
        assertThat(problem.path("mistakes")).hasSize(2);
    }

    @Test
    void without_a_proposal_nothing_is_applied_or_undone() {
        assertThat(call("POST", PLACE, "{\"number\": 0}", 409).path("code").asString())
                .isEqualTo("nothing-to-calibrate");
        assertThat(call("POST", PLACE + "/undo", "{\"number\": 1}", 404).path("code").asString())
                .isEqualTo("no-calibration");
    }
}
