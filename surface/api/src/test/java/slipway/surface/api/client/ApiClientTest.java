package slipway.surface.api.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.surface.api.PathParameter;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.client.TestRoutes.NewTeam;
import slipway.surface.api.client.TestRoutes.RoleChange;
import slipway.surface.api.client.TestRoutes.Team;
import slipway.surface.api.json.NoBody;
import slipway.testkit.MovingClock;

@Tag("network")
class ApiClientTest {

    private static final String TEXT = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c";
    private static final String PROBLEM = "\r\nContent-Type: application/problem+json";
    private static final String HALF =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
    private static final String NO_TEAM =
            """
            {"type": "about:blank", "status": 404, "code": "no-such-team", "title": "There is no team 'vision'.",
             "detail": "It is not yours to see.", "next": "List your teams.", "added_later": [1]}""";

    private final MovingClock clock = MovingClock.at("2026-11-15T09:00:00Z");
    private final List<Duration> pauses = new ArrayList<>();
    private final Scripted server = Scripted.plain();
    private final ApiClient apiClient = client(Duration.ofSeconds(20));

    private ApiClient client(Duration deadline) {
        ServerContext serverContext =
                ServerContext.open("lab", server.url()).with(AccessToken.parse(TEXT).orElseThrow());
        return new ApiClient(() -> serverContext, patience(deadline));
    }

    private ClientTimeouts patience(Duration deadline) {
        return new ClientTimeouts(
                deadline,
                Duration.ofSeconds(20),
                clock,
                new SplittableRandom(1),
                pause -> {
                    pauses.add(pause);
                    clock.forward(pause);
                });
    }

    @AfterEach
    void close() throws IOException {
        apiClient.close();
        server.close();
    }

    private static String team(String name) {
        return "{\"team\": \"%s\", \"title\": \"T\"}".formatted(name);
    }

    private ApiCall<NewTeam, Team> createTeam() {
        return ApiCall.to(TestRoutes.CREATE)
                .with(PathParameter.TEAM, TeamId.ALL)
                .sending(new NewTeam(new TeamId("vision"), Optional.empty()));
    }

    private Problem refused(ApiCall<?, ?> apiCall) {
        return catchThrowableOfType(Problem.class, () -> apiClient.call(apiCall));
    }

    @Test
    void a_call_is_sent_as_its_route_says_and_its_answer_is_the_record() {
        server.answers(
                "201 Created\r\nContent-Type: application/json;charset=utf-8", team("vision"));
        Team made = apiClient.call(createTeam());
        assertEquals(new TeamId("vision"), made.team());
        assertThat(server.requests().getFirst())
                .startsWith("POST /api/v1/teams/all/teams HTTP/1.1\r\n")
                .endsWith("\r\n\r\n{\"team\":\"vision\"}");
        assertEquals("Bearer " + TEXT, server.header(0, "Authorization"));
        assertEquals("application/json", server.header(0, "Content-Type"));
        assertThat(server.header(0, "Idempotency-Key")).hasSize(26);
    }

    @Test
    void an_answer_without_a_body_is_nothing() {
        server.answers("204 No Content", "");
        assertEquals(
                NoBody.NOTHING,
                apiClient.call(
                        ApiCall.to(TestRoutes.REVOKE).with(PathParameter.TOKEN, "4tQm1vNc")));
    }

    @Test
    void a_lost_answer_is_asked_for_again_under_the_same_key() {
        server.losesTheAnswer()
                .answers("201 Created\r\nContent-Type: application/json", team("vision"));
        assertEquals(new TeamId("vision"), apiClient.call(createTeam()).team());
        assertEquals(2, server.requests().size());
        assertEquals(server.header(0, "Idempotency-Key"), server.header(1, "Idempotency-Key"));
        assertEquals(1, pauses.size());
    }

    @Test
    void two_calls_have_two_keys() {
        server.answers("201 Created\r\nContent-Type: application/json", team("vision"))
                .answers("201 Created\r\nContent-Type: application/json", team("vision"));
        apiClient.call(createTeam());
        apiClient.call(createTeam());
        assertThat(server.header(0, "Idempotency-Key"))
                .isNotEqualTo(server.header(1, "Idempotency-Key"));
    }

    @Test
    void a_change_without_a_key_is_not_sent_again() {
        server.losesTheAnswer();
        Problem problem =
                refused(
                        ApiCall.to(TestRoutes.SET_ROLE)
                                .with(PathParameter.TEAM, "vision")
                                .with(PathParameter.USER, "mira")
                                .sending(new RoleChange(Role.LEAD)));
        assertEquals(
                "Cannot reach %s: the connection broke off.".formatted(server.url()),
                problem.what());
        assertEquals(1, server.requests().size());
    }

    @Test
    void an_answer_that_breaks_off_in_the_middle_is_asked_for_again() {
        server.then(s -> Scripted.say(s, HALF)).answersJson("{\"status\": \"ready\"}");
        assertEquals("ready", apiClient.call(ServerRoutes.READY).status());
    }

    @Test
    void a_server_that_is_busy_is_asked_again_when_it_wants_to_be() {
        server.answers("503 Service Unavailable\r\nRetry-After: 7", "")
                .answers("429 Too Many Requests\r\nRetry-After: Sun, 15 Nov 2026 09:00:12 GMT", "")
                .answersJson("{\"status\": \"ready\"}");
        assertEquals("ready", apiClient.call(ServerRoutes.READY).status());
        assertThat(pauses.get(0)).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7_100));
        assertThat(Duration.between(Instant.parse("2026-11-15T09:00:00Z"), clock.instant()))
                .isBetween(Duration.ofSeconds(12), Duration.ofMillis(12_300));
    }

    @Test
    void a_server_that_wants_to_be_left_alone_for_longer_than_we_wait_is_not_asked_again() {
        server.answers(
                "429 Too Many Requests\r\nRetry-After: 3600" + PROBLEM,
                NO_TEAM.replace("404", "429").replace("no-such-team", "too-many-attempts"));
        Problem problem = refused(ApiCall.to(ServerRoutes.READY));
        assertEquals("too-many-attempts", problem.code().name());
        assertEquals(ProblemKind.RATE, problem.kind());
        assertThat(pauses).isEmpty();
    }

    @Test
    void it_gives_up_after_four_attempts() {
        for (int i = 0; i < 4; i++) {
            server.answers("502 Bad Gateway\r\nContent-Type: text/html", "<h1>Bad Gateway</h1>");
        }
        Problem problem = refused(ApiCall.to(ServerRoutes.READY));
        assertEquals(server.url() + "/readyz answered 502 with text/html.", problem.what());
        assertEquals(ProblemKind.OUTSIDE, problem.kind());
        assertEquals(4, server.requests().size());
    }

    @Test
    void a_problem_comes_back_as_it_was_and_is_not_asked_for_again() {
        server.answers("404 Not Found" + PROBLEM, NO_TEAM);
        Problem problem = refused(ApiCall.to(TestRoutes.SHOW).with(PathParameter.TEAM, "vision"));
        assertEquals("no-such-team", problem.code().name());
        assertEquals("There is no team 'vision'.", problem.what());
        assertEquals("It is not yours to see.", problem.why());
        assertEquals("List your teams.", problem.next());
        assertEquals(3, problem.kind().exitCode());
        assertEquals(1, server.requests().size());
    }

    @Test
    void every_mistake_of_a_request_comes_back() {
        server.answers(
                "422 Unprocessable Content" + PROBLEM,
                """
                {"type": "about:blank", "status": 422, "code": "invalid-request", "title": "It has 2 problems:",
                 "detail": "…", "next": "Correct it.",
                 "mistakes": [{"member": "team", "text": "missing."}, {"text": "odd."}]}""");
        Problem problem = refused(createTeam());
        assertThat(problem.mistakes())
                .map(m -> m.sentence())
                .containsExactly("team: missing.", "odd.");
    }

    @Test
    void a_foreign_answer_is_said_to_be_one() {
        String json = "200 OK\r\nContent-Type: application/json";
        var strange =
                List.of(
                        List.of("200 OK\r\nContent-Type: text/html", "<p>Guest network</p>"),
                        List.of(json, "{\"status\": 3}"),
                        List.of(json, "{\"status\":"),
                        List.of(json, "\"\ud800\""),
                        List.of("200 OK", ""),
                        List.of("404 Not Found" + PROBLEM, "{\"code\": \"Strange\"}"),
                        List.of("403 Forbidden\r\nContent-Type: text/plain", "no"));
        for (List<String> each : strange) {
            server.answers(each.getFirst(), each.getLast());
            Problem problem = refused(ApiCall.to(ServerRoutes.READY));
            assertEquals("answer-not-understood", problem.code().name(), each.toString());
            assertThat(problem.what()).startsWith(server.url() + "/readyz answered ");
        }
    }

    @Test
    void another_programs_problem_keeps_its_sentences() {
        server.answers(
                "400 Bad Request" + PROBLEM,
                NO_TEAM.replace("no-such-team", "Not A Code").replace("404", "400"));
        Problem problem = refused(ApiCall.to(ServerRoutes.READY));
        assertEquals("unknown-problem", problem.code().name());
        assertEquals("There is no team 'vision'.", problem.what());
        assertEquals(ProblemKind.INVALID, problem.kind());
    }

    @Test
    void a_redirect_is_not_followed_so_the_token_stays_here() throws Exception {
        try (Scripted other = Scripted.plain()) {
            server.answers("302 Found\r\nLocation: " + other.url() + "/readyz", "");
            Problem problem = refused(ApiCall.to(ServerRoutes.READY));
            assertEquals("sent-elsewhere", problem.code().name());
            assertThat(problem.what()).endsWith("redirects to " + other.url() + "/readyz.");
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void a_refused_connection_reads_as_the_handbook_has_it() {
        URI nobody = URI.create("http://127.0.0.1:1");
        try (ApiClient local =
                new ApiClient(
                        () -> ServerContext.open("local", nobody),
                        patience(Duration.ofSeconds(20)))) {
            Problem problem =
                    catchThrowableOfType(Problem.class, () -> local.call(ServerRoutes.READY));
            assertEquals("Cannot reach " + nobody + ": connection refused.", problem.what());
            assertEquals(
                    "The server is not running, or another context is active (now: local).",
                    problem.why());
            assertEquals(
                    "Start it with ./slipway up, or choose: slipway context list", problem.next());
            assertEquals(6, problem.kind().exitCode());
            assertEquals(3, pauses.size());
        }
    }

    @Test
    void a_host_that_does_not_exist_is_said_to_be_none() {
        ServerContext serverContext =
                ServerContext.open("lab", URI.create("http://slipway.invalid:1"));
        try (ApiClient lost =
                new ApiClient(() -> serverContext, patience(Duration.ofSeconds(20)))) {
            assertThatThrownBy(() -> lost.call(ServerRoutes.READY))
                    .hasMessageStartingWith("Cannot reach http://slipway.invalid:1: no such host.");
        }
    }

    @Test
    void a_server_that_never_answers_is_left_at_the_deadline() {
        var end = new CountDownLatch(1);
        server.then(_ -> end.await());
        try (ApiClient hasty = client(Duration.ofMillis(50))) {
            assertThatThrownBy(() -> hasty.call(createTeam()))
                    .hasMessageStartingWith(server.url() + " did not answer within 50 ms.");
        }
        end.countDown();
        assertThat(server.requests()).hasSizeLessThan(2);
    }

    @Test
    void a_server_that_stops_in_the_middle_of_its_answer_is_left_at_the_deadline() {
        var end = new CountDownLatch(1);
        server.then(
                socket -> {
                    Scripted.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{");
                    end.await();
                });
        try (ApiClient hasty = client(Duration.ofMillis(50))) {
            Problem problem =
                    catchThrowableOfType(Problem.class, () -> hasty.call(ServerRoutes.READY));
            assertEquals("no-answer", problem.code().name());
        }
        end.countDown();
    }

    @Test
    void an_answer_without_an_end_is_left() {
        server.then(ApiClientTest::sendForEver);
        Problem problem = refused(ApiCall.to(ServerRoutes.READY));
        assertThat(problem.what()).endsWith("/readyz sends more than 32 MiB in one answer.");
    }

    private static void sendForEver(Socket socket) throws IOException {
        Scripted.say(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
        String much = "[".repeat(1_000_000);
        while (true) {
            Scripted.say(socket, much);
        }
    }

    @Test
    void an_interrupted_call_ends_at_once_and_stays_interrupted() {
        var end = new CountDownLatch(1);
        server.then(_ -> end.await());
        Thread.currentThread().interrupt();
        Problem problem = refused(ApiCall.to(ServerRoutes.READY));
        assertThat(Thread.interrupted()).isTrue();
        assertEquals("called-off", problem.code().name());
        end.countDown();
    }

    @Test
    void a_list_is_fetched_part_by_part_and_only_as_far_as_it_is_read() {
        server.answersJson(
                        "{\"items\": [%s, %s], \"next\": \"b2\"}".formatted(team("a1"), team("b2")))
                .answersJson("{\"items\": [], \"next\": \"c3\"}")
                .answersJson("{\"items\": [%s]}".formatted(team("c3")));
        var teams = apiClient.each(ApiCall.to(TestRoutes.LIST)).iterator();
        assertEquals(new TeamId("a1"), teams.next().team());
        assertEquals(new TeamId("b2"), teams.next().team());
        assertEquals(1, server.requests().size());
        assertEquals(new TeamId("c3"), teams.next().team());
        assertThat(teams.hasNext()).isFalse();
        assertThat(server.requests().get(1)).startsWith("GET /api/v1/teams?after=b2 ");
        assertThat(server.requests().get(2)).startsWith("GET /api/v1/teams?after=c3 ");
    }

    @Test
    void a_text_comes_as_it_is() {
        server.answers("200 OK\r\nContent-Type: text/plain", "up 1\n");
        assertEquals("up 1\n", apiClient.text(ApiCall.to(ServerRoutes.METRICS)));
    }

    @Test
    void the_context_is_asked_anew_for_every_attempt() {
        server.answers("503 Service Unavailable", "").answersJson("{\"status\": \"ready\"}");
        List<String> tokens = new ArrayList<>(List.of("first", "second"));
        try (ApiClient renewed =
                new ApiClient(
                        () ->
                                ServerContext.open("local", server.url())
                                        .with(
                                                AccessToken.parse(tokens.removeFirst())
                                                        .orElseThrow()),
                        patience(Duration.ofSeconds(20)))) {
            renewed.call(ServerRoutes.READY);
        }
        assertEquals("Bearer second", server.header(1, "Authorization"));
    }
}
