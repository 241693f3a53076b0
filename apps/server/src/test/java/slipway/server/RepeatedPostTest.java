package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;
import slipway.surface.api.RouteAccess;
import slipway.testkit.Needs;

/** Every POST, sent again with its idempotency key: at once, at the same time, and after a restart. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class RepeatedPostTest {

    /** The text of a token is shown once, and a repeated request says so. */
    private static final Set<String> TOKENS =
            Set.of("make-my-token", "make-user-token", "make-account-token");

    /** There is no proposal in a server without ended workloads. */
    private static final Set<String> REFUSED = Set.of("apply-calibration", "undo-calibration");

    @TempDir Path data;
    private TwoTeamServer server;
    private TeamObjects objects;
    private String owner;

    /** A request that was executed. */
    private record Sent(Route<?, ?> route, String path, int status) {}

    @BeforeEach
    void open() {
        Needs.command("python3", "python3");
        server = TwoTeamServer.in(data);
        owner = server.newUser("ada", TwoTeamServer.TEAM, "admin");
        objects = new TeamObjects(server, owner);
    }

    @AfterEach
    void close() {
        objects.end();
        server.close();
    }

    private RawHttp.Response post(Route<?, ?> route, String path) {
        boolean global =
                route.access() instanceof RouteAccess.Everywhere
                        || route.parts().contains("operation");
        return objects.send(route, path, global ? server.local() : owner, "Idempotency-Key: once");
    }

    private List<Route<?, ?>> posts() {
        return server.routes().stream()
                .filter(route -> route.verb() == HttpMethod.POST && !route.isPublic())
                .filter(route -> !TOKENS.contains(route.name()))
                .filter(route -> !REFUSED.contains(route.name()))
                .filter(route -> !TeamObjects.AFTER_A_FAILURE.contains(route.name()))
                .sorted(TeamObjects.REMOVALS_LAST)
                .toList();
    }

    @Test
    void every_post_is_executed_once_before_and_after_a_restart() {
        List<Sent> sent = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Route<?, ?> route : posts()) {
            String path = objects.path(route);
            RawHttp.Response first = post(route, path);
            if (first.status() < 200 || first.status() > 299) {
                wrong.add(route + " is refused: " + first.body());
                continue;
            }
            sent.add(new Sent(route, path, first.status()));
            if (route.name().equals("check-audit")) {
                objects.awaitOperation(first.body().replaceAll("(?s).*(op_[0-9a-z]{26}).*", "$1"));
            }
            long facts = server.factCount();
            check(wrong, sent.getLast(), post(route, path), facts);
        }
        server.close();
        server = TwoTeamServer.again(data);
        objects = objects.in(server);
        long facts = server.factCount();
        sent.forEach(each -> check(wrong, each, post(each.route(), each.path()), facts));
        assertThat(wrong).isEmpty();
    }

    private void check(List<String> wrong, Sent sent, RawHttp.Response again, long facts) {
        if (again.status() != sent.status()) {
            wrong.add(sent.route() + " answers " + again.status() + " " + again.body());
        }
        if (server.factCount() != facts) {
            wrong.add(sent.route() + " was executed again");
        }
    }

    @Test
    void the_text_of_a_token_is_not_stored_for_a_repeated_request() {
        for (Route<?, ?> route : server.routes()) {
            if (TOKENS.contains(route.name())) {
                String path = objects.path(route);
                assertThat(post(route, path).body()).as(path).contains("slw_");
                assertThat(post(route, path).code()).as(path).isEqualTo("token-shown-once");
            }
        }
    }

    @Test
    void two_requests_at_the_same_time_start_one_command() {
        Route<?, ?> exec =
                posts().stream()
                        .filter(route -> route.name().equals("visit-workload"))
                        .findFirst()
                        .orElseThrow();
        String path = objects.path(exec);
        List<RawHttp.Response> responses;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<RawHttp.Response>> futures =
                    IntStream.range(0, 8)
                            .mapToObj(
                                    _ ->
                                            CompletableFuture.supplyAsync(
                                                    () -> post(exec, path), threads))
                            .toList();
            responses = futures.stream().map(CompletableFuture::join).toList();
        }
        assertThat(responses)
                .filteredOn(response -> response.status() == 201)
                .isNotEmpty()
                .extracting(RawHttp.Response::body)
                .containsOnly(post(exec, path).body());
        assertThat(responses)
                .filteredOn(response -> response.status() != 201)
                .extracting(RawHttp.Response::code)
                .allMatch("idempotency-key-in-progress"::equals);
        assertThat(post(exec, path).header("Idempotency-Replayed")).contains("true");
    }

    @Test
    void a_refused_request_is_decided_again() {
        String path = "/api/v1/workloads/01k9x0m6c5q8v2t7r4n1h3j5ya/cancel";
        List<String> headers =
                List.of("Authorization: Bearer " + owner, "Idempotency-Key: not-there");
        for (int i = 0; i < 2; i++) {
            assertThat(server.requestWith("POST", path, headers, "").status()).isEqualTo(404);
        }
    }
}
