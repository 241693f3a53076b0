package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.surface.run.server.proxy.Studio.until;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.server.Estate;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.KeepingView;
import slipway.surface.run.api.WorkspaceRoutes.NewKeeping;
import slipway.surface.run.server.proxy.Studio.Entered;

/** Real workspaces behind the proxy of a real server: what goes through, and what does not. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class WorkspaceProxyTest {

    @TempDir static Path data;
    private static Studio studio;
    private static ApiClient admin;
    private static Entered lab;

    @BeforeAll
    static void open() {
        studio = Studio.in(data, InstantSource.system());
        admin = studio.admin();
        studio.submit("lab", Studio.APP);
        until(() -> studio.shown("lab").listens());
        lab = studio.entered(admin, "lab");
    }

    @AfterAll
    static void close() {
        studio.close();
    }

    @Test
    void a_request_goes_through_as_it_came_without_what_is_slipways_own() {
        var answer =
                studio.get(
                        lab.to("/lab/tree/a%2Fb?x=1&y=%20")
                                .header("Authorization", "Bearer slw_secret")
                                .header("X-Forwarded-For", "8.8.8.8")
                                .header("X-Own", "kept"));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .startsWith("GET /lab/tree/a%2Fb?x=1&y=%20\n")
                .contains("X-Own: kept", "Cookie: theme=dark\n", "Connection: close")
                .contains("Host: " + lab.origin().getAuthority())
                .doesNotContain("slw_secret", "slipway_", "8.8.8.8");
        assertThat(answer.headers().allValues("Content-Security-Policy"))
                .contains("frame-ancestors 'self'");
    }

    @Test
    void bodies_of_both_kinds_go_through_and_answers_in_chunks_come_back() {
        byte[] much = new byte[3_000_000];
        java.util.Arrays.fill(much, (byte) 7);
        var known = studio.get(lab.to("/save").POST(BodyPublishers.ofByteArray(much)));
        assertThat(known.statusCode()).isEqualTo(201);
        assertThat(known.body()).startsWith("3000000 ");
        var chunked =
                studio.get(
                        lab.to("/save")
                                .version(HttpClient.Version.HTTP_1_1)
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new java.io.ByteArrayInputStream(much))));
        assertThat(chunked.body()).isEqualTo(known.body());
        assertThat(studio.get(lab.to("/stream")).body()).isEqualTo("one two three");
        assertThat(studio.get(lab.to("/x").method("HEAD", BodyPublishers.noBody())).statusCode())
                .isEqualTo(200);
    }

    @Test
    void an_app_cannot_set_a_cookie_of_slipways_or_touch_the_whole_host() {
        var headers = studio.get(lab.to("/cookies")).headers();
        assertThat(headers.allValues("Set-Cookie")).containsExactly("own=1; Path=/");
        assertThat(headers.firstValue("Clear-Site-Data")).isEmpty();
    }

    @Test
    void an_app_that_does_not_speak_http_is_told_of_and_a_part_is_not_taken_for_the_whole() {
        var answer = studio.get(lab.to("/bad"));
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("lab gave no answer", "slipway logs lab");
        assertThatThrownBy(() -> studio.get(lab.to("/short")))
                .isInstanceOf(java.io.UncheckedIOException.class);
    }

    @Test
    void nobody_comes_in_without_a_pass_and_a_ticket_is_good_once_at_its_own_workspace() {
        assertThat(studio.get(HttpRequest.newBuilder(lab.origin())).statusCode()).isEqualTo(401);
        String forged = lab.cookie().replaceFirst("=.*", "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        assertThat(
                        studio.get(HttpRequest.newBuilder(lab.origin()).header("Cookie", forged))
                                .statusCode())
                .isEqualTo(401);
        URI ticket = studio.address(admin, "lab");
        assertThat(studio.get(HttpRequest.newBuilder(ticket)).statusCode()).isEqualTo(303);
        assertThat(studio.get(HttpRequest.newBuilder(ticket)).statusCode()).isEqualTo(401);

        studio.submit("other", Studio.APP);
        URI other = studio.address(admin, "other");
        URI elsewhere = lab.origin().resolve(other.getPath() + "?" + other.getQuery());
        assertThat(studio.get(HttpRequest.newBuilder(elsewhere)).statusCode()).isEqualTo(401);
        assertThat(
                        studio.get(
                                        HttpRequest.newBuilder(other.resolve("/"))
                                                .header("Cookie", lab.cookie()))
                                .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_page_of_another_origin_reaches_nothing_although_its_browser_has_a_pass() {
        for (String origin : List.of("http://evil.example", studio.url().toString())) {
            var answer =
                    studio.get(
                            lab.to("/save").header("Origin", origin).POST(BodyPublishers.noBody()));
            assertThat(answer.statusCode()).isEqualTo(403);
        }
        var picture = lab.to("/x").header("Sec-Fetch-Site", "same-site");
        assertThat(studio.get(picture).statusCode()).isEqualTo(403);
        CompletableFuture<WebSocket> hijacked =
                studio.browser()
                        .newWebSocketBuilder()
                        .header("Cookie", lab.cookie())
                        .header("Origin", "http://127.0.0.1:1")
                        .buildAsync(lab.socket(), new WebSocket.Listener() {});
        assertThatThrownBy(hijacked::join).hasMessageContaining("WebSocketHandshakeException");
    }

    @Test
    void a_websocket_goes_through_both_ways_and_ends_with_the_rights_of_who_opened_it()
            throws Exception {
        ApiClient bo = studio.person("bo", "member");
        var ear = new Ear();
        Entered entered = studio.entered(bo, "lab");
        WebSocket socket = studio.connected(entered, ear);
        socket.sendText("to the app", true).join();
        socket.sendText("and back", true).join();
        until(() -> ear.heard().equals("early.to the app.and back."));
        assertThat(ear.ended).isNotDone();
        studio.does("DELETE", "/api/v1/teams/" + Estate.TEAM + "/members/bo", "");
        assertThat(studio.get(entered.to("/")).statusCode()).isEqualTo(401);
        assertThat(ear.ended.get(1, TimeUnit.MINUTES)).isNotEmpty();
    }

    @Test
    void who_may_only_look_does_not_come_in() {
        ApiClient guest = studio.person("gil", "viewer");
        assertThat(
                        guest.call(
                                        ApiCall.to(WorkspaceRoutes.SHOW)
                                                .with(PathParameter.WORKLOAD, "lab"))
                                .name())
                .isEqualTo("lab");
        assertThatThrownBy(() -> studio.address(guest, "lab")).isInstanceOf(Problem.class);
    }

    @Test
    void a_workspace_that_does_not_listen_yet_says_so_and_one_that_ended_too() {
        studio.submit("late", "exec tail -f /dev/null");
        Entered late = studio.entered(admin, "late");
        until(() -> studio.shown("late").state().equals("running"));
        var waits = studio.get(late.to("/"));
        assertThat(waits.statusCode()).isEqualTo(503);
        assertThat(waits.body()).contains("late is starting", "http-equiv=\"refresh\"");
        admin.call(ApiCall.to(WorkloadRoutes.CANCEL).with(PathParameter.WORKLOAD, "late"));
        until(() -> studio.shown("late").state().equals("cancelled"));
        var over = studio.get(late.to("/"));
        assertThat(over.statusCode()).isEqualTo(410);
        assertThat(over.body()).contains("late has ended", "Cancelled by");
        assertThatThrownBy(() -> studio.address(admin, "late")).hasMessageContaining("has ended");
    }

    @Test
    void a_workspace_is_kept_for_a_reason_and_not_without() {
        var keep = ApiCall.to(WorkspaceRoutes.KEEP).with(PathParameter.WORKLOAD, "lab");
        KeepingView kept = admin.call(keep.sending(new NewKeeping(14_400, "A long download.")));
        assertThat(kept.name()).isEqualTo("lab");
        assertThat(studio.shown("lab").keptUntil())
                .contains(kept.keptUntil().truncatedTo(ChronoUnit.MICROS));
        assertThatThrownBy(() -> admin.call(keep.sending(new NewKeeping(14_400, " "))))
                .hasMessageContaining("because: not 1 to 500 characters");
    }

    @Test
    void a_workspace_is_kept_by_its_owner_and_a_lead_and_by_nobody_else() {
        ApiClient owner = studio.person("olga", "member");
        studio.submit(owner, "mine", "exec tail -f /dev/null");
        until(() -> studio.shown("mine").state().equals("running"));
        var keep =
                ApiCall.to(WorkspaceRoutes.KEEP)
                        .with(PathParameter.WORKLOAD, "mine")
                        .sending(new NewKeeping(3_600, "A long download."));
        assertThat(owner.call(keep).name()).isEqualTo("mine");
        assertThat(studio.person("lea", "lead").call(keep).name()).isEqualTo("mine");
        ApiClient colleague = studio.person("max", "member");
        assertThatThrownBy(() -> colleague.call(keep))
                .isInstanceOfSatisfying(
                        Problem.class,
                        refused -> {
                            assertThat(refused.code().name()).isEqualTo("not-the-owner");
                            assertThat(refused.code().kind()).isEqualTo(ProblemKind.DENIED);
                        })
                .hasMessageContaining(
                        "It belongs to olga, and other users may wait for its resources.");
        assertThatThrownBy(() -> studio.person("vic", "viewer").call(keep))
                .hasMessageContaining("workloads:write");
        studio.does("POST", "/api/v1/users", "{\"user\":\"nora\",\"shown\":\"Nora\"}");
        assertThatThrownBy(() -> studio.token("nora").call(keep))
                .as("who does not see the team")
                .hasMessageContaining("no workload");
    }
}
