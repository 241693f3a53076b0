package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.IdGenerator;
import slipway.identity.AccessControl;
import slipway.identity.ServerKey;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.server.RawHttp;
import slipway.server.ResponseChecks;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.ServerRoutes.State;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.json.ListPage;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.testkit.Await;

/** Slow clients, and more of them than the limits allow. Tests move the time instead of waiting. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class LimitsTest {

    private static final LoadLimiter.Times TIMES = LoadLimiter.Times.DEFAULT;
    private static final String SLOW_BODY =
            String.join(
                    "\r\n",
                    "POST /api/v1/sessions HTTP/1.1",
                    "Host: 127.0.0.1",
                    "Content-Type: application/json",
                    "Content-Length: 100",
                    "",
                    "{");

    @TempDir Path data;
    private Journal journal;
    private AccessControl accessControl;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final CountDownLatch streaming = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void start() {
        var random = new SecureRandom();
        var clock = InstantSource.system();
        journal =
                Journal.open(
                        new SqlJournalStorage(
                                Database.open(
                                        new DatabaseAddress.Sqlite(data),
                                        List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA))),
                        LoopExecutor.threads(),
                        new Journal.Times(clock, System::nanoTime));
        accessControl = AccessControl.open(journal, ServerKey.random(random), random);
    }

    @AfterEach
    void stop() throws Exception {
        release.countDown();
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        journal.close();
    }

    private RawHttp listen(LoadLimiter loadLimiter, ListenSettings.Tls tls) {
        var clock = InstantSource.system();
        var services =
                new HttpServer.Services(
                        new Authenticator(accessControl, clock),
                        new IdGenerator(clock, new SecureRandom()),
                        new ServerMetrics(),
                        (problem, _) ->
                                TextResponse.of(problem.code().status(), "text/html", "A page."),
                        RepeatedRequests.in(journal),
                        "0.1");
        List<RouteHandler<?, ?>> bindings =
                List.of(
                        RouteHandler.of(ServerRoutes.ALIVE, _ -> State.of("alive")),
                        RouteHandler.of(ServerRoutes.READY, _ -> waiting()),
                        new RouteHandler.Json<>(
                                CurrentUserRoutes.SIGN_IN,
                                _ -> {
                                    throw HttpProblems.notSignedIn();
                                }),
                        new RouteHandler.Streamed<>(
                                EventRoutes.EVENTS,
                                _ -> new ListPage<>(List.of(), java.util.Optional.empty()),
                                (_, sink) -> {
                                    sink.comment("welcome");
                                    sink.flush();
                                    streaming.countDown();
                                    release.await();
                                    sink.comment("the end");
                                    sink.flush();
                                }));
        HttpServer httpServer =
                HttpServer.open(
                        new ListenSettings(
                                "127.0.0.1", 0, Optional.empty(), tls, ListenSettings.Proxy.NONE),
                        services,
                        bindings,
                        loadLimiter);
        open.add(httpServer);
        return new RawHttp(httpServer.port());
    }

    private RawHttp listen(LoadLimiter loadLimiter) {
        return listen(loadLimiter, new ListenSettings.Tls.Off());
    }

    private State waiting() throws InterruptedException {
        entered.countDown();
        release.await();
        return State.of("ready");
    }

    private Socket openSocket(RawHttp http, String text) throws IOException {
        Socket socket = http.open();
        open.add(socket);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    private static RawHttp.Response get(RawHttp http, String path) {
        return ResponseChecks.check(path, http.send("GET", path, List.of(), ""));
    }

    @Test
    void a_connection_with_slow_headers_is_closed() throws IOException {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Socket slow = openSocket(listen(loadLimiter), "GET /healthz HTTP/1.1\r\nHo");
        Await.until(() -> loadLimiter.connections() == 1);
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.idle().plusSeconds(1).toNanos());
        assertThat(RawHttp.readAll(slow)).isEmpty();
        Await.until(() -> loadLimiter.connections() == 0);
    }

    @Test
    void connections_without_a_request_are_closed_sooner_under_load() throws IOException {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(8, 8, 8, 1, TIMES));
        RawHttp http = listen(loadLimiter);
        Socket first = openSocket(http, "G");
        Await.until(() -> loadLimiter.connections() == 1);
        long later = System.nanoTime() + TIMES.firstWhenCrowded().plusSeconds(1).toNanos();
        loadLimiter.enforceTimeouts(later);
        assertThat(loadLimiter.connections()).isEqualTo(1);
        Socket second = openSocket(http, "G");
        Await.until(() -> loadLimiter.connections() == 2);
        loadLimiter.enforceTimeouts(later);
        assertThat(RawHttp.readAll(first)).isEmpty();
        assertThat(RawHttp.readAll(second)).isEmpty();
    }

    @Test
    void a_connection_between_two_requests_outlives_those_of_proxies_even_under_load()
            throws IOException {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(8, 8, 8, 0, TIMES));
        RawHttp http = listen(loadLimiter);
        Socket kept = openSocket(http, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        assertThat(kept.getInputStream().read()).isEqualTo('H');
        long first = System.nanoTime();
        Await.until(() -> loadLimiter.requests() == 0);
        loadLimiter.enforceTimeouts(first + Duration.ofSeconds(76).toNanos());
        assertThat(loadLimiter.connections()).isEqualTo(1);
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.idle().plusSeconds(1).toNanos());
        Await.until(() -> loadLimiter.connections() == 0);
    }

    @Test
    void a_late_body_is_refused() throws IOException {
        var times =
                new LoadLimiter.Times(
                        TIMES.request(),
                        Duration.ofMillis(50),
                        TIMES.idle(),
                        TIMES.first(),
                        TIMES.firstWhenCrowded());
        RawHttp http = listen(new LoadLimiter(new LoadLimiter.Limits(8, 8, 8, 8, times)));
        RawHttp.Response response =
                ResponseChecks.check(
                        "slow", RawHttp.parse(RawHttp.readAll(openSocket(http, SLOW_BODY))));
        assertThat(response.code()).isEqualTo("body-late");
    }

    @Test
    void an_unexpected_body_is_read_and_the_connection_is_reused() throws IOException {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        String asks = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n";
        Socket socket = openSocket(listen(loadLimiter), asks + "Content-Length: 2\r\n\r\n");
        Await.until(() -> loadLimiter.bodies() == 1);
        String more = "{}" + asks + "Connection: close\r\n\r\n";
        socket.getOutputStream().write(more.getBytes(StandardCharsets.ISO_8859_1));
        String answers = new String(RawHttp.readAll(socket), StandardCharsets.UTF_8);
        assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(3);
    }

    @Test
    void a_refusal_before_the_body_closes_the_connection() throws IOException {
        Socket socket =
                openSocket(
                        listen(new LoadLimiter(LoadLimiter.Limits.DEFAULT)),
                        "POST /api/v1/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n");
        RawHttp.Response response = RawHttp.parse(RawHttp.readAll(socket));
        assertThat(response.status()).isEqualTo(401);
        assertThat(response.header("Connection")).contains("close");
    }

    @Test
    void slow_bodies_block_no_requests_and_the_oldest_is_dropped() throws IOException {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(1, 8, 2, 8, TIMES));
        RawHttp http = listen(loadLimiter);
        Socket first = openSocket(http, SLOW_BODY);
        Await.until(() -> loadLimiter.bodies() == 1);
        openSocket(http, SLOW_BODY);
        Await.until(() -> loadLimiter.bodies() == 2);
        assertThat(get(http, "/healthz").status()).isEqualTo(200);
        // The response is sent before its slot is released, and there is one slot.
        Await.until(() -> loadLimiter.requests() == 0);
        openSocket(http, SLOW_BODY);
        assertThat(RawHttp.parse(RawHttp.readAll(first)).code()).isEqualTo("body-late");
        Await.until(() -> loadLimiter.bodies() == 2 && loadLimiter.requests() == 0);
        assertThat(get(http, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void a_request_over_the_limit_gets_retry_after() throws Exception {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(1, 8, 8, 8, TIMES));
        RawHttp http = listen(loadLimiter);
        var first = CompletableFuture.supplyAsync(() -> get(http, "/readyz"));
        entered.await();
        RawHttp.Response second = get(http, "/healthz");
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.header("Retry-After")).contains("1");
        release.countDown();
        assertThat(first.get().status()).isEqualTo(200);
        Await.until(() -> loadLimiter.requests() == 0);
        assertThat(get(http, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void a_request_over_its_timeout_gets_503() throws Exception {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        RawHttp http = listen(loadLimiter);
        var first = CompletableFuture.supplyAsync(() -> get(http, "/readyz"));
        entered.await();
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.request().plusSeconds(1).toNanos());
        assertThat(first.get().status()).isEqualTo(503);
        assertThat(get(http, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void head_of_an_event_stream_opens_no_stream() {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        RawHttp http = listen(loadLimiter);
        RawHttp.Response head =
                http.send(
                        "HEAD",
                        "/api/v1/events",
                        List.of(
                                "Accept: text/event-stream",
                                "Authorization: Bearer " + accessControl.localToken()),
                        "");
        assertThat(head.status()).isEqualTo(200);
        assertThat(loadLimiter.streams()).isZero();
    }

    @Test
    void a_silent_stream_over_tls_stays_open() throws Exception {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        RawHttp http = listen(loadLimiter, new ListenSettings.Tls.Generated(data));
        try (Socket socket = trusting().getSocketFactory().createSocket("127.0.0.1", http.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(
                            String.join(
                                            "\r\n",
                                            "GET /api/v1/events HTTP/1.1",
                                            "Host: 127.0.0.1",
                                            "Connection: close",
                                            "Accept: text/event-stream",
                                            "Authorization: Bearer " + accessControl.localToken(),
                                            "",
                                            "")
                                    .getBytes(StandardCharsets.ISO_8859_1));
            streaming.await();
            assertThat(loadLimiter.connections()).isEqualTo(1);
            loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.idle().plusSeconds(1).toNanos());
            release.countDown();
            var lines =
                    new BufferedReader(
                                    new InputStreamReader(
                                            socket.getInputStream(), StandardCharsets.UTF_8))
                            .lines()
                            .toList();
            assertThat(lines).contains(": the end", "Strict-Transport-Security: max-age=31536000");
        }
    }

    @Test
    void an_unfinished_tls_handshake_is_closed() throws IOException {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Socket slow =
                openSocket(
                        listen(loadLimiter, new ListenSettings.Tls.Generated(data)),
                        "\u0016\u0003\u0001");
        Await.until(() -> loadLimiter.connections() == 1);
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.idle().plusSeconds(1).toNanos());
        assertThat(RawHttp.readAll(slow)).isEmpty();
    }

    /** Trusts the generated certificate; its name is not tested here. */
    private static SSLContext trusting() throws Exception {
        var all =
                new X509TrustManager() {
                    @Override
                    public void checkClientTrusted(X509Certificate[] chain, String type) {}

                    @Override
                    public void checkServerTrusted(X509Certificate[] chain, String type) {}

                    @Override
                    public X509Certificate[] getAcceptedIssuers() {
                        return new X509Certificate[0];
                    }
                };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {all}, new SecureRandom());
        return context;
    }
}
