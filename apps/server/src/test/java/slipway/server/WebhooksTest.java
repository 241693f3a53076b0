package slipway.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.notify.Delivery;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.system.api.DeliveryView;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.system.api.WebhookRoutes.NewWebhook;
import slipway.surface.system.api.WebhookRoutes.WebhookSecret;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Webhooks of a whole server: the setting, the routes, the sentences and links of messages, and a restart. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class WebhooksTest {

    private static final TeamId VISION = new TeamId("vision");

    @TempDir Path data;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private TestServer server;
    private ApiClient admin;

    @BeforeEach
    void open() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
        start("--webhooks-allow-addresses", "127.0.0.1, 10.0.0.0/8");
    }

    private void start(String... flags) {
        server = TestServer.open(data, flags);
        admin = server.local();
    }

    @AfterEach
    void close() {
        server.close();
        receiver.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        received.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    private JsonNode next() throws InterruptedException {
        String body = received.poll(2, TimeUnit.MINUTES);
        assertThat(body).as("a message").isNotNull();
        return new JsonMapper().readTree(String.valueOf(body));
    }

    private WebhookSecret create(TeamId team, String... types) {
        String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
        return admin.call(
                ApiCall.to(WebhookRoutes.CREATE)
                        .sending(new NewWebhook(url, List.of(types), team, Optional.empty())));
    }

    private void team(TeamId team, TeamId above) {
        admin.call(
                ApiCall.to(TeamRoutes.FOUND)
                        .with(PathParameter.TEAM, above)
                        .sending(new TeamRoutes.NewTeam(team, Optional.empty())));
    }

    private List<DeliveryView> deliveries(WebhookSecret webhook) {
        return admin.call(
                        ApiCall.to(WebhookRoutes.DELIVERY_LIST)
                                .with(PathParameter.WEBHOOK, webhook.webhook().id()))
                .items();
    }

    /** Otherwise the server sends it again after its restart. */
    private void awaitDelivered(WebhookSecret webhook) {
        Await.until(
                () ->
                        deliveries(webhook).stream()
                                .allMatch(it -> it.status() == Delivery.Status.DELIVERED));
    }

    @Test
    void a_team_gets_events_of_the_teams_below_it_as_sentences_with_links() throws Exception {
        team(VISION, TeamId.ALL);
        WebhookSecret webhook = create(VISION, "team.created");
        team(new TeamId("language"), TeamId.ALL);
        team(new TeamId("optics"), VISION);
        JsonNode message = next();
        assertThat(message.path("type").asString()).isEqualTo("team.created");
        JsonNode content = message.path("data");
        assertThat(content.path("message").asString())
                .contains(" created team optics below vision");
        assertThat(content.path("links").path("event").asString())
                .startsWith(server.url() + "/events/");
        assertThat(webhook.secret().orElseThrow()).startsWith("whsec_");
        awaitDelivered(webhook);
        assertThat(deliveries(webhook)).hasSize(1);
        assertThat(deliveries(webhook).getFirst().last().orElseThrow().status()).contains(204L);
    }

    @Test
    void a_webhook_is_tested_and_survives_a_restart() throws Exception {
        WebhookSecret webhook = create(TeamId.ALL, "note.created");
        ApiCall<?, WebhookRoutes.TestView> test =
                ApiCall.to(WebhookRoutes.TEST).with(PathParameter.WEBHOOK, webhook.webhook().id());
        String event = admin.call(test).event();
        assertThat(next().path("data").path("id").asString()).isEqualTo(event);
        awaitDelivered(webhook);
        server.close();
        start("--webhooks-allow-addresses", "127.0.0.1");
        assertThat(admin.call(ApiCall.to(WebhookRoutes.LIST)).items())
                .extracting(it -> it.id())
                .containsExactly(webhook.webhook().id());
        event = admin.call(test).event();
        assertThat(next().path("data").path("id").asString()).isEqualTo(event);
    }

    @Test
    void a_repeated_request_gets_the_secret_again_and_the_database_never_has_it()
            throws IOException {
        var request =
                new NewWebhook(
                        "https://hooks.example.org/", List.of("*"), TeamId.ALL, Optional.empty());
        ApiCall<NewWebhook, WebhookSecret> call =
                ApiCall.to(WebhookRoutes.CREATE).sending(request).withIdempotencyKey("once");
        String secret = admin.call(call).secret().orElseThrow();
        assertThat(admin.call(call).secret()).contains(secret);
        assertThat(admin.call(ApiCall.to(WebhookRoutes.LIST)).items()).hasSize(1);
        try (Stream<Path> files = Files.list(data)) {
            for (Path file : files.filter(it -> it.toString().contains(".db")).toList()) {
                assertThat(new String(Files.readAllBytes(file), ISO_8859_1)).doesNotContain(secret);
            }
        }
    }

    @Test
    void the_loopback_address_is_refused_by_default() {
        server.close();
        start();
        assertThatThrownBy(() -> create(TeamId.ALL, "*"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.code().name())
                                        .isEqualTo("webhook-address-refused"));
    }
}
