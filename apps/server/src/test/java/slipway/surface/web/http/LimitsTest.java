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
import slipway.server.Bare;
import slipway.server.Decency;
import slipway.surface.api.ServerRoutes;
import slipway.surface.api.ServerRoutes.State;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.json.ListPage;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.testkit.Await;

/** Clients that take their time, and more of them than there is room for. Time is moved here, not waited for. */
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

    private Bare door(LoadLimiter loadLimiter, ListenSettings.Tls tls) {
        var clock = InstantSource.system();
        var house =
                new HttpServer.Services(
                        new Authenticator(accessControl, clock),
                        new IdGenerator(clock, new SecureRandom()),
                        new ServerMetrics(),
                        (problem, _) ->
                                TextResponse.of(problem.code().status(), "text/html", "A page."),
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
                        new ListenSettings("127.0.0.1", 0, Optional.empty(), tls),
                        house,
                        bindings,
                        loadLimiter);
        open.add(httpServer);
        return new Bare(httpServer.port());
    }

    private Bare door(LoadLimiter loadLimiter) {
        return door(loadLimiter, new ListenSettings.Tls.Off());
    }

    private State waiting() throws InterruptedException {
        entered.countDown();
        release.await();
        return State.of("ready");
    }

    private Socket saying(Bare bare, String text) throws IOException {
        Socket socket = bare.open();
        open.add(socket);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    private static Bare.Answer get(Bare bare, String path) {
        return Decency.check(path, bare.send("GET", path, List.of(), ""));
    }

    @Test
    void a_connection_whose_headers_trickle_in_is_closed() throws IOException {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Socket slow = saying(door(loadLimiter), "GET /healthz HTTP/1.1\r\nHo");
        Await.until(() -> loadLimiter.connections() == 1);
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.idle().plusSeconds(1).toNanos());
        assertThat(Bare.rest(slow)).isEmpty();
        Await.until(() -> loadLimiter.connections() == 0);
    }

    @Test
    void in_a_crowd_whoever_says_nothing_is_sent_away_sooner() throws IOException {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(8, 8, 8, 1, TIMES));
        Bare bare = door(loadLimiter);
        Socket first = saying(bare, "G");
        Await.until(() -> loadLimiter.connections() == 1);
        long later = System.nanoTime() + TIMES.idleWhenCrowded().plusSeconds(1).toNanos();
        loadLimiter.enforceTimeouts(later);
        assertThat(loadLimiter.connections()).isEqualTo(1);
        Socket second = saying(bare, "G");
        Await.until(() -> loadLimiter.connections() == 2);
        loadLimiter.enforceTimeouts(later);
        assertThat(Bare.rest(first)).isEmpty();
        assertThat(Bare.rest(second)).isEmpty();
    }

    @Test
    void a_body_that_does_not_come_is_not_waited_for() throws IOException {
        var times =
                new LoadLimiter.Times(
                        TIMES.request(),
                        Duration.ofMillis(50),
                        TIMES.idle(),
                        TIMES.idleWhenCrowded());
        Bare bare = door(new LoadLimiter(new LoadLimiter.Limits(8, 8, 8, 8, times)));
        Bare.Answer answer = Decency.check("slow", Bare.answer(Bare.rest(saying(bare, SLOW_BODY))));
        assertThat(answer.code()).isEqualTo("body-late");
    }

    @Test
    void a_body_that_nobody_asked_for_is_heard_out_and_the_connection_goes_on() throws IOException {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        String asks = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n";
        Socket socket = saying(door(loadLimiter), asks + "Content-Length: 2\r\n\r\n");
        Await.until(() -> loadLimiter.bodies() == 1);
        String more = "{}" + asks + "Connection: close\r\n\r\n";
        socket.getOutputStream().write(more.getBytes(StandardCharsets.ISO_8859_1));
        String answers = new String(Bare.rest(socket), StandardCharsets.UTF_8);
        assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(3);
    }

    @Test
    void whoever_is_refused_before_the_body_came_is_told_that_the_connection_ends()
            throws IOException {
        Socket socket =
                saying(
                        door(new LoadLimiter(LoadLimiter.Limits.DEFAULT)),
                        "POST /api/v1/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n");
        Bare.Answer answer = Bare.answer(Bare.rest(socket));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("Connection")).contains("close");
    }

    @Test
    void bodies_under_way_keep_nobody_out_and_the_oldest_gives_way() throws IOException {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(1, 8, 2, 8, TIMES));
        Bare bare = door(loadLimiter);
        Socket first = saying(bare, SLOW_BODY);
        Await.until(() -> loadLimiter.bodies() == 1);
        saying(bare, SLOW_BODY);
        Await.until(() -> loadLimiter.bodies() == 2);
        assertThat(get(bare, "/healthz").status()).isEqualTo(200);
        // The answer is on its way before its place is free again, and there is one place.
        Await.until(() -> loadLimiter.requests() == 0);
        saying(bare, SLOW_BODY);
        assertThat(Bare.answer(Bare.rest(first)).code()).isEqualTo("body-late");
        Await.until(() -> loadLimiter.bodies() == 2 && loadLimiter.requests() == 0);
        assertThat(get(bare, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void one_request_more_than_there_is_room_for_is_told_to_come_again() throws Exception {
        var loadLimiter = new LoadLimiter(new LoadLimiter.Limits(1, 8, 8, 8, TIMES));
        Bare bare = door(loadLimiter);
        var first = CompletableFuture.supplyAsync(() -> get(bare, "/readyz"));
        entered.await();
        Bare.Answer second = get(bare, "/healthz");
        assertThat(second.status()).isEqualTo(503);
        assertThat(second.header("Retry-After")).contains("1");
        release.countDown();
        assertThat(first.get().status()).isEqualTo(200);
        Await.until(() -> loadLimiter.requests() == 0);
        assertThat(get(bare, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void a_request_that_takes_too_long_is_broken_off_with_a_word() throws Exception {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Bare bare = door(loadLimiter);
        var first = CompletableFuture.supplyAsync(() -> get(bare, "/readyz"));
        entered.await();
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.request().plusSeconds(1).toNanos());
        assertThat(first.get().status()).isEqualTo(503);
        assertThat(get(bare, "/healthz").status()).isEqualTo(200);
    }

    @Test
    void who_only_asks_for_the_head_of_a_stream_gets_the_head_and_holds_nothing() {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Bare bare = door(loadLimiter);
        Bare.Answer head =
                bare.send(
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
    void a_stream_over_tls_goes_on_however_long_it_is_silent() throws Exception {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Bare bare = door(loadLimiter, new ListenSettings.Tls.Generated(data));
        try (Socket socket = trusting().getSocketFactory().createSocket("127.0.0.1", bare.port())) {
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
    void a_client_that_never_finishes_shaking_hands_is_sent_away() throws IOException {
        var loadLimiter = new LoadLimiter(LoadLimiter.Limits.DEFAULT);
        Socket slow =
                saying(
                        door(loadLimiter, new ListenSettings.Tls.Generated(data)),
                        "\u0016\u0003\u0001");
        Await.until(() -> loadLimiter.connections() == 1);
        loadLimiter.enforceTimeouts(System.nanoTime() + TIMES.idle().plusSeconds(1).toNanos());
        assertThat(Bare.rest(slow)).isEmpty();
    }

    /** The certificate was made a moment ago; what is tested is not its name. */
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
