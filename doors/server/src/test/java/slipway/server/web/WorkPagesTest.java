package slipway.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.TeamId;
import slipway.server.Bare;
import slipway.server.Estate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The queue, workloads and the cluster as a browser gets them. One job runs to its end; then the only node is drained,
 * so that what comes after waits, on every machine and however busy it is.
 */
@SuppressWarnings("NullAway.Init") // opened before all tests
class WorkPagesTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir static Path data;
    private static Estate estate;
    private static String member;
    private static String viewer;
    private static String neighbour;
    private static String node;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        member = estate.token("mira");
        viewer = estate.newcomer("vic", Estate.TEAM, "viewer");
        neighbour = estate.newcomer("oskar", Estate.OTHER, "admin");
        submit(Estate.TEAM, "failing", "run: 'echo \"<b>said</b>\"; exit 3'");
        ended("failing");
        node =
                Estate.json(estate.ask("GET", "/api/v1/nodes", estate.local(), ""))
                        .path("items")
                        .get(0)
                        .path("node")
                        .asString();
        make("POST", "/api/v1/nodes/" + node + "/drain", "{\"because\":\"A new <fan>.\"}");
        for (String name : List.of("first", "second", "third")) {
            submit(Estate.TEAM, name, "run: 'true'");
        }
        submit(Estate.TEAM, "after-first", "run: 'true'\nneeds: [first]");
        submit(Estate.OTHER, "next-doors-own", "run: 'true'");
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    private static JsonNode make(String method, String path, String body) {
        Bare.Answer answer = estate.ask(method, path, estate.local(), body);
        assertThat(answer.status()).as(path + answer.body()).isBetween(200, 299);
        return Estate.json(answer);
    }

    private static void submit(TeamId team, String name, String spec) {
        String body = JSON.createObjectNode().put("spec", "name: " + name + "\n" + spec).toString();
        make("POST", "/api/v1/teams/" + team + "/workloads", body);
    }

    private static JsonNode show(String name) {
        return make("GET", "/api/v1/workloads/" + name, "");
    }

    private static void ended(String name) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!show(name).path("state").asString().matches("succeeded|failed|cancelled")) {
            assertThat(System.nanoTime()).as(name + " has not ended").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static Bare.Answer get(String path, String token) {
        return estate.bare()
                .send(
                        "GET",
                        path,
                        List.of("Accept: text/html", "Authorization: Bearer " + token),
                        "");
    }

    private static String page(String path, String token) {
        Bare.Answer answer = get(path, token);
        assertThat(answer.status()).as(path + answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static void rank(String name, long rank) {
        make("PUT", "/api/v1/workloads/" + name + "/rank", "{\"rank\":" + rank + "}");
    }

    @Test
    void what_waits_stands_in_the_order_of_turns_with_the_one_cause_of_each() {
        assertThat(page("/queue", member))
                .containsSubsequence(">first<", ">second<", ">third<", ">after-first<")
                .contains(
                        "0 running, 4 waiting",
                        "out of service now",
                        "Needs first to succeed first.")
                .contains("An admin can return a drained node to service");
    }

    @Test
    void a_rank_changes_the_place_in_the_line_and_is_changed_by_buttons() {
        assertThat(page("/queue", member))
                .contains("data-move=\"-1\"", "aria-label=\"Move second up\"");
        rank("third", 1);
        assertThat(page("/queue", member)).containsSubsequence(">third<", ">first<", ">second<");
        rank("third", 0);
        assertThat(page("/queue", member)).containsSubsequence(">first<", ">second<", ">third<");
    }

    @Test
    void whoever_only_looks_is_offered_nothing_that_would_be_refused() {
        assertThat(page("/queue", viewer))
                .contains(">second<")
                .doesNotContain("data-move", "/cancel");
        assertThat(page("/workloads/second", viewer)).doesNotContain("/cancel");
        assertThat(page("/workloads/second", member)).contains("/cancel", "loses its place");
    }

    @Test
    void nobody_meets_a_workload_of_a_team_that_is_not_theirs() {
        assertThat(page("/queue", neighbour))
                .contains("next-doors-own")
                .doesNotContain("second", "failing");
        Bare.Answer hidden = get("/workloads/second", neighbour);
        assertThat(hidden.status()).isEqualTo(404);
        assertThat(hidden.body().replace("second", "NAME"))
                .isEqualToIgnoringWhitespace(
                        get("/workloads/nobodys", neighbour)
                                .body()
                                .replace("nobodys", "NAME")
                                .replaceAll("req-[0-9a-z]+", request(hidden.body())));
        assertThat(estate.ask("GET", "/search?q=second", neighbour, "").body())
                .doesNotContain("second");
        assertThat(estate.ask("GET", "/search?q=second", member, "").body())
                .contains("Workloads", "second");
        assertThat(page("/", neighbour)).doesNotContain("second");
    }

    private static String request(String body) {
        return body.replaceAll("(?s).*?(req-[0-9a-z]+).*", "$1");
    }

    @Test
    void a_workload_that_ended_tells_its_story_and_keeps_its_log() {
        assertThat(page("/workloads/failing", member))
                .contains("with exit code 3", "Attempt 1 got a place", "Submitted", "slipway logs")
                .contains("&lt;b>said&lt;/b>", "complete")
                .doesNotContain("<b>said</b>", "data-follows");
    }

    @Test
    void a_workload_that_waits_says_why_and_what_would_help() {
        assertThat(page("/workloads/second", member))
                .contains("Why it waits", "out of service now", "slipway explain second")
                .contains("What it prints will stand here as soon as it runs.");
    }

    @Test
    void the_cluster_is_for_those_who_may_see_nodes_and_draining_for_admins() {
        assertThat(get("/cluster", member).status()).isEqualTo(403);
        assertThat(page("/", member)).doesNotContain("href=\"/cluster\"", "/nodes/");
        assertThat(page("/cluster", estate.local())).contains("data-is=\"drained\"", node);
        String watcher = estate.newcomer("wanda", TeamId.ALL, "viewer");
        assertThat(page("/nodes/" + node, watcher))
                .contains("A new &lt;fan>.", "gets nothing new")
                .doesNotContain("/restore", "data-open=\"drain\"");
        assertThat(page("/nodes/" + node, estate.local())).contains("/restore");
        assertThat(get("/nodes/no-such-node", estate.local()).status()).isEqualTo(404);
    }

    @Test
    void home_says_what_waits_and_what_is_wasted() {
        assertThat(page("/", estate.local()))
                .contains("held and not used now", "is drained", "failing</a> failed at")
                .containsSubsequence(">first<", ">second<");
    }
}
