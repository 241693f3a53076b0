package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static slipway.surface.run.server.proxy.WorkspaceServer.until;

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
import slipway.server.TwoTeamServer;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.KeepingView;
import slipway.surface.run.api.WorkspaceRoutes.NewKeeping;
import slipway.surface.run.server.proxy.WorkspaceServer.OpenedWorkspace;

/** Real workspaces behind the proxy of a real server. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class WorkspaceProxyTest {

    @TempDir static Path data;
    private static WorkspaceServer server;
    private static ApiClient admin;
    private static OpenedWorkspace lab;

    @BeforeAll
    static void open() {
        server = WorkspaceServer.in(data, InstantSource.system());
        admin = server.admin();
        server.submit("lab", WorkspaceServer.APP);
        until(() -> server.workspace("lab").listens());
        lab = server.opened(admin, "lab");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void requests_are_forwarded_without_slipway_credentials() {
        var response =
                server.get(
                        lab.to("/lab/tree/a%2Fb?x=1&y=%20")
                                .header("Authorization", "Bearer slw_secret")
                                .header("X-Forwarded-For", "8.8.8.8")
                                .header("X-Own", "kept"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .startsWith("GET /lab/tree/a%2Fb?x=1&y=%20\n")
                .contains("X-Own: kept", "Cookie: theme=dark\n", "Connection: close")
                .contains("Host: " + lab.origin().getAuthority())
                .doesNotContain("slw_secret", "slipway_", "8.8.8.8");
        assertThat(response.headers().allValues("Content-Security-Policy"))
                .contains("frame-ancestors 'self'");
    }

    @Test
    void sized_and_chunked_bodies_are_forwarded_both_ways() {
        byte[] much = new byte[3_000_000];
        java.util.Arrays.fill(much, (byte) 7);
        var known = server.get(lab.to("/save").POST(BodyPublishers.ofByteArray(much)));
        assertThat(known.statusCode()).isEqualTo(201);
        assertThat(known.body()).startsWith("3000000 ");
        var chunked =
                server.get(
                        lab.to("/save")
                                .version(HttpClient.Version.HTTP_1_1)
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new java.io.ByteArrayInputStream(much))));
        assertThat(chunked.body()).isEqualTo(known.body());
        assertThat(server.get(lab.to("/stream")).body()).isEqualTo("one two three");
        assertThat(server.get(lab.to("/x").method("HEAD", BodyPublishers.noBody())).statusCode())
                .isEqualTo(200);
    }

    @Test
    void an_app_cannot_set_slipway_cookies_or_cookies_of_the_host() {
        var headers = server.get(lab.to("/cookies")).headers();
        assertThat(headers.allValues("Set-Cookie")).containsExactly("own=1; Path=/");
        assertThat(headers.firstValue("Clear-Site-Data")).isEmpty();
    }

    @Test
    void a_broken_upstream_is_502_and_a_truncated_body_is_an_error() {
        var response = server.get(lab.to("/bad"));
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).contains("lab gave no answer", "slipway logs lab");
        assertThatThrownBy(() -> server.get(lab.to("/short")))
                .isInstanceOf(java.io.UncheckedIOException.class);
    }

    @Test
    void a_cookie_is_required_and_a_ticket_is_valid_once_for_its_workspace() {
        assertThat(server.get(HttpRequest.newBuilder(lab.origin())).statusCode()).isEqualTo(401);
        String forged = lab.cookie().replaceFirst("=.*", "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        assertThat(
                        server.get(HttpRequest.newBuilder(lab.origin()).header("Cookie", forged))
                                .statusCode())
                .isEqualTo(401);
        URI ticket = server.address(admin, "lab");
        assertThat(server.get(HttpRequest.newBuilder(ticket)).statusCode()).isEqualTo(303);
        assertThat(server.get(HttpRequest.newBuilder(ticket)).statusCode()).isEqualTo(401);

        server.submit("other", WorkspaceServer.APP);
        URI other = server.address(admin, "other");
        URI elsewhere = lab.origin().resolve(other.getPath() + "?" + other.getQuery());
        assertThat(server.get(HttpRequest.newBuilder(elsewhere)).statusCode()).isEqualTo(401);
        assertThat(
                        server.get(
                                        HttpRequest.newBuilder(other.resolve("/"))
                                                .header("Cookie", lab.cookie()))
                                .statusCode())
                .isEqualTo(401);
    }

    @Test
    void requests_from_another_origin_are_refused_despite_the_cookie() {
        for (String origin : List.of("http://evil.example", server.url().toString())) {
            var response =
                    server.get(
                            lab.to("/save").header("Origin", origin).POST(BodyPublishers.noBody()));
            assertThat(response.statusCode()).isEqualTo(403);
        }
        var sameSite = lab.to("/x").header("Sec-Fetch-Site", "same-site");
        assertThat(server.get(sameSite).statusCode()).isEqualTo(403);
        CompletableFuture<WebSocket> hijacked =
                server.browser()
                        .newWebSocketBuilder()
                        .header("Cookie", lab.cookie())
                        .header("Origin", "http://127.0.0.1:1")
                        .buildAsync(lab.socket(), new WebSocket.Listener() {});
        assertThatThrownBy(hijacked::join).hasMessageContaining("WebSocketHandshakeException");
    }

    @Test
    void a_websocket_is_forwarded_and_closed_when_its_user_loses_access() throws Exception {
        ApiClient bo = server.person("bo", "member");
        var listener = new Ear();
        OpenedWorkspace opened = server.opened(bo, "lab");
        WebSocket socket = server.connect(opened, listener);
        socket.sendText("to the app", true).join();
        socket.sendText("and back", true).join();
        until(() -> listener.heard().equals("early.to the app.and back."));
        assertThat(listener.ended).isNotDone();
        server.call("DELETE", "/api/v1/teams/" + TwoTeamServer.TEAM + "/members/bo", "");
        assertThat(server.get(opened.to("/")).statusCode()).isEqualTo(401);
        assertThat(listener.ended.get(1, TimeUnit.MINUTES)).isNotEmpty();
    }

    @Test
    void a_viewer_cannot_open_a_workspace() {
        ApiClient viewer = server.person("gil", "viewer");
        assertThat(
                        viewer.call(
                                        ApiCall.to(WorkspaceRoutes.SHOW)
                                                .with(PathParameter.WORKLOAD, "lab"))
                                .name())
                .isEqualTo("lab");
        assertThatThrownBy(() -> server.address(viewer, "lab")).isInstanceOf(Problem.class);
    }

    @Test
    void starting_and_ended_workspaces_have_their_own_pages() {
        server.submit("late", "exec tail -f /dev/null");
        OpenedWorkspace late = server.opened(admin, "late");
        until(() -> server.workspace("late").state().equals("running"));
        var waits = server.get(late.to("/"));
        assertThat(waits.statusCode()).isEqualTo(503);
        assertThat(waits.body()).contains("late is starting", "http-equiv=\"refresh\"");
        admin.call(ApiCall.to(WorkloadRoutes.CANCEL).with(PathParameter.WORKLOAD, "late"));
        until(() -> server.workspace("late").state().equals("cancelled"));
        var over = server.get(late.to("/"));
        assertThat(over.statusCode()).isEqualTo(410);
        assertThat(over.body()).contains("late has ended", "Cancelled by");
        assertThatThrownBy(() -> server.address(admin, "late")).hasMessageContaining("has ended");
    }

    @Test
    void an_idle_exemption_requires_a_reason() {
        var keep = ApiCall.to(WorkspaceRoutes.KEEP).with(PathParameter.WORKLOAD, "lab");
        KeepingView kept = admin.call(keep.sending(new NewKeeping(14_400, "A long download.")));
        assertThat(kept.name()).isEqualTo("lab");
        assertThat(server.workspace("lab").keptUntil())
                .contains(kept.keptUntil().truncatedTo(ChronoUnit.MICROS));
        assertThatThrownBy(() -> admin.call(keep.sending(new NewKeeping(14_400, " "))))
                .hasMessageContaining("because: not 1 to 500 characters");
    }

    @Test
    void only_the_owner_or_a_lead_can_set_an_idle_exemption() {
        ApiClient owner = server.person("olga", "member");
        server.submit(owner, "mine", "exec tail -f /dev/null");
        until(() -> server.workspace("mine").state().equals("running"));
        var keep =
                ApiCall.to(WorkspaceRoutes.KEEP)
                        .with(PathParameter.WORKLOAD, "mine")
                        .sending(new NewKeeping(3_600, "A long download."));
        assertThat(owner.call(keep).name()).isEqualTo("mine");
        assertThat(server.person("lea", "lead").call(keep).name()).isEqualTo("mine");
        ApiClient colleague = server.person("max", "member");
        assertThatThrownBy(() -> colleague.call(keep))
                .isInstanceOfSatisfying(
                        Problem.class,
                        refused -> {
                            assertThat(refused.code().name()).isEqualTo("not-the-owner");
                            assertThat(refused.code().kind()).isEqualTo(ProblemKind.DENIED);
                        })
                .hasMessageContaining(
                        "It belongs to olga, and other users may wait for its resources.");
        assertThatThrownBy(() -> server.person("vic", "viewer").call(keep))
                .hasMessageContaining("workloads:write");
        server.call("POST", "/api/v1/users", "{\"user\":\"nora\",\"shown\":\"Nora\"}");
        assertThatThrownBy(() -> server.token("nora").call(keep))
                .as("a user outside the team")
                .hasMessageContaining("no workload");
    }
}
