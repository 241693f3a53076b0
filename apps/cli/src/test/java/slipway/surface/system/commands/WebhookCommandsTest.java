package slipway.surface.system.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.TeamId;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.notify.Delivery;
import slipway.notify.Webhook;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.system.api.DeliveryView;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.system.api.WebhookRoutes.TestView;
import slipway.surface.system.api.WebhookRoutes.WebhookSecret;
import slipway.surface.system.api.WebhookView;
import slipway.testkit.Golden;

/** The webhook commands at several terminal widths. */
@Tag("network")
class WebhookCommandsTest {

    private static final String ID = "wh_01k9x0m6c5q8v2t7r4n1h3j5k8";
    private static final String DELIVERY = "dlv_01k9x0m6c5q8v2t7r4n1h3j5k8";
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Instant MORNING = Instant.parse("2026-09-17T08:12:00Z");

    private static final WebhookView GOOD = webhook(ID, true, Optional.empty(), Optional.empty());
    private static final List<WebhookView> WEBHOOKS =
            List.of(
                    GOOD,
                    webhook(
                            "wh_01k9x0m6c5q8v2t7r4n1h3j5k9",
                            true,
                            Optional.of(MORNING),
                            Optional.empty()),
                    webhook(
                            "wh_01k9x0m6c5q8v2t7r4n1h3j5ka",
                            false,
                            Optional.of(MORNING),
                            Optional.of("retries-exhausted")));
    private static final DeliveryView FAILED =
            new DeliveryView(
                    DELIVERY,
                    "evt_184221",
                    "workload.failed",
                    Delivery.Status.PENDING,
                    2,
                    Optional.of(MORNING),
                    Optional.of(MORNING.plusSeconds(1_800)),
                    Optional.of(
                            new DeliveryView.AttemptView(
                                    Optional.of(500L),
                                    Optional.of("The receiver answered with status 500."))));

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    private static WebhookView webhook(
            String id, boolean enabled, Optional<Instant> failing, Optional<String> because) {
        return new WebhookView(
                id,
                new TeamId("vision"),
                "https://hooks.example.org/slipway",
                List.of("workload.*", "node.drained"),
                Webhook.BodyFormat.EVENT,
                enabled,
                failing,
                because,
                failing.isPresent() ? 12 : 0,
                0,
                MORNING,
                "mira");
    }

    @BeforeEach
    void answer() {
        server.answering(ApiCall.to(WebhookRoutes.LIST), new ListPage<>(WEBHOOKS, Optional.empty()))
                .answering(
                        ApiCall.to(WebhookRoutes.CREATE),
                        new WebhookSecret(GOOD, Optional.of(SECRET)))
                .answering(
                        of(ApiCall.to(WebhookRoutes.ROTATE_SECRET)),
                        new WebhookSecret(GOOD, Optional.of(SECRET)))
                .answering(of(ApiCall.to(WebhookRoutes.CHANGE)), GOOD)
                .answering(of(ApiCall.to(WebhookRoutes.TEST)), new TestView("evt_184222"))
                .answering(
                        of(ApiCall.to(WebhookRoutes.DELIVERY_LIST)),
                        new ListPage<>(List.of(FAILED), Optional.empty()))
                .answering(
                        of(ApiCall.to(WebhookRoutes.RETRY)).with(PathParameter.DELIVERY, DELIVERY),
                        FAILED);
    }

    private static <Q, A> ApiCall<Q, A> of(ApiCall<Q, A> call) {
        return call.with(PathParameter.WEBHOOK, ID);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell(int width) {
        return new TestShell(home).asking(server).wide(width);
    }

    private void matchesGolden(String name, String... arguments) {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell(width);
            assertThat(shell.run(arguments)).as(shell.err()).isZero();
            Golden.matches("system/" + name + "-" + width + ".txt", shell.out());
        }
    }

    @Test
    void webhooks_are_listed_with_their_state() {
        matchesGolden("webhooks-list", "webhooks", "list");
    }

    @Test
    void deliveries_are_listed_with_their_result() {
        matchesGolden("webhooks-deliveries", "webhooks", "deliveries", ID);
    }

    @Test
    void only_the_secret_of_a_new_webhook_is_on_the_standard_output() {
        TestShell shell = shell(80);
        assertThat(
                        shell.run(
                                "webhooks",
                                "create",
                                "--url",
                                "https://hooks.example.org/slipway",
                                "--types",
                                "workload.*,node.drained",
                                "--team",
                                "vision"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).isEqualTo(SECRET + "\n");
        TestShell rotating = shell(80);
        assertThat(rotating.run("webhooks", "edit", ID, "--rotate-secret")).isZero();
        assertThat(rotating.out()).isEqualTo(SECRET + "\n");
    }

    @Test
    void a_webhook_is_edited_tested_and_retried() {
        assertThat(out("webhooks", "edit", ID, "--enable")).contains("State: good");
        assertThat(out("webhooks", "test", ID)).contains("evt_184222");
        assertThat(out("webhooks", "retry", ID, DELIVERY)).contains(DELIVERY);
    }

    private String out(String... arguments) {
        TestShell shell = shell(80);
        assertThat(shell.run(arguments)).as(shell.err()).isZero();
        return shell.out();
    }

    @Test
    void contradicting_options_are_refused() {
        assertThat(shell(80).run("webhooks", "edit", ID)).isEqualTo(2);
        assertThat(shell(80).run("webhooks", "edit", ID, "--enable", "--disable")).isEqualTo(2);
        assertThat(shell(80).run("webhooks", "edit", ID, "--enable", "--rotate-secret"))
                .isEqualTo(2);
    }
}
