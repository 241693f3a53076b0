package slipway.notify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;

/** How events are delivered, on every storage. */
abstract class DeliveryContract extends WebhooksFixture {

    static final Duration A_DAY_AND_JITTER = Duration.ofHours(29);

    static Webhooks.Change enabled(boolean enabled) {
        return new Webhooks.Change(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(enabled));
    }

    /** As the specification describes it, without the code under test. */
    static String signature(String secret, Receiver.Received received) throws Exception {
        byte[] key = Base64.getDecoder().decode(secret.replace("whsec_", ""));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String content = String.join(".", received.id(), received.timestamp(), received.body());
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(UTF_8)));
    }

    @Test
    void an_event_is_delivered_with_its_id_and_a_signature_that_verifies() throws Exception {
        Webhooks.NewSecret created = created(receiver, "note.*");
        String id = happens("hello");
        send();
        Receiver.Received received = receiver.received().getFirst();
        assertThat(received.id()).isEqualTo(id);
        assertThat(received.timestamp()).isEqualTo("1789654800");
        assertThat(received.signatures())
                .containsExactly(signature(created.secret().orElseThrow(), received));
        assertThat(received.body())
                .isEqualTo(
                        """
                        {"type":"note.created","timestamp":"2026-09-17T14:20:00Z","data":{"id":"%s","team":"vision",\
                        "subject":"note","state":"failed","message":"It <happened> & ended.",\
                        "links":{"page":"https://gpu.example.org/events/%s"}}}"""
                                .formatted(id, id.substring(4)));
        assertThat(deliveries(created.webhook()))
                .extracting(Delivery::status)
                .containsExactly(Delivery.Status.DELIVERED);
    }

    @Test
    void only_events_of_its_types_and_its_team_are_delivered() {
        webhook(receiver, "note.created", "node.*");
        happens(LANGUAGE, "note", new Fact.NoteWritten("of another team"));
        happens(VISION, "x", new Fact.TeamChanged(VISION, Optional.empty(), "Vision"));
        String note = happens("mine");
        String node = happens(VISION, "n1", new Fact.NodeDrained("n1", "fan"));
        send();
        assertThat(receiver.ids()).containsExactly(note, node);
    }

    @Test
    void events_before_the_webhook_are_not_delivered() {
        happens("before");
        clock.forward(Duration.ofSeconds(1));
        webhook(receiver, "*");
        String after = happens("after");
        send();
        assertThat(receiver.ids()).last().isEqualTo(after);
        assertThat(receiver.received())
                .noneMatch(received -> received.body().contains("14:20:00Z"));
    }

    @Test
    void the_next_event_waits_until_the_one_before_it_is_delivered() {
        Webhook webhook = webhook(receiver.then(500).then(503), "note.*");
        String first = happens("first");
        String second = happens("second");
        send();
        assertThat(receiver.ids()).containsExactly(first);
        assertThat(now(webhook).health().failingSince())
                .contains(Instant.parse("2026-09-17T14:20:00Z"));
        sendAfter(Duration.ofSeconds(3));
        assertThat(receiver.ids()).as("too early").containsExactly(first);
        sendAfter(Duration.ofSeconds(4));
        assertThat(receiver.ids()).containsExactly(first, first);
        sendAfter(Duration.ofMinutes(7));
        assertThat(receiver.ids()).containsExactly(first, first, first, second);
        assertThat(now(webhook).health().failingSince()).isEmpty();
    }

    @Test
    void every_attempt_has_the_same_id_and_body_and_its_own_time() {
        webhook(receiver.then(500), "note.*");
        happens("first");
        send();
        sendAfter(Duration.ofSeconds(7));
        assertThat(receiver.received()).hasSize(2);
        Receiver.Received first = receiver.received().getFirst();
        Receiver.Received second = receiver.received().getLast();
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.timestamp()).isEqualTo("1789654807");
        assertThat(second.signatures()).isNotEqualTo(first.signatures());
    }

    @Test
    void a_webhook_that_fails_to_the_end_is_disabled_and_no_other_one_suffers() {
        IntStream.range(0, 20).forEach(_ -> receiver.then(500));
        try (Receiver healthy = new Receiver()) {
            Webhook bad = webhook(receiver, "note.*");
            webhook(healthy, "note.*");
            String first = happens("first");
            String second = happens("second");
            send();
            assertThat(healthy.ids()).containsExactly(first, second);
            IntStream.range(0, 12).forEach(_ -> sendAfter(A_DAY_AND_JITTER));
            assertThat(receiver.ids()).hasSize(10).containsOnly(first);
            assertThat(now(bad).enabled()).isFalse();
            assertThat(now(bad).health().disabledBecause()).contains("retries-exhausted");
            assertThat(kinds()).contains("webhook.disabled");
            assertThat(delivery(bad, first).status()).isEqualTo(Delivery.Status.FAILED);
            assertThat(delivery(bad, first).attempts()).isEqualTo(10);
            String third = happens("third");
            send();
            assertThat(receiver.ids()).hasSize(10);
            assertThat(healthy.ids()).containsExactly(first, second, third);
        }
    }

    @Test
    void an_enabled_webhook_continues_with_what_was_pending() {
        receiver.then(410);
        Webhook webhook = webhook(receiver, "note.*");
        happens("first");
        String second = happens("second");
        send();
        assertThat(now(webhook).health().disabledBecause()).contains("gone");
        happens("while it was disabled");
        send();
        webhooks.change(webhook.id(), enabled(true), BY_ANA);
        assertThat(now(webhook).health()).isEqualTo(Webhook.Health.GOOD);
        String fourth = happens("fourth");
        send();
        assertThat(receiver.ids().subList(1, 3)).containsExactly(second, fourth);
    }

    @Test
    void a_redirect_is_a_failure_and_is_not_followed() {
        try (Receiver elsewhere = new Receiver()) {
            receiver.then(
                    exchange -> {
                        exchange.getResponseHeaders().add("Location", elsewhere.url());
                        exchange.sendResponseHeaders(307, -1);
                    });
            Webhook webhook = webhook(receiver, "note.*");
            String id = happens("first");
            send();
            assertThat(elsewhere.received()).isEmpty();
            assertThat(delivery(webhook, id).last().orElseThrow().error().orElseThrow())
                    .contains("307")
                    .contains("not followed");
        }
    }

    @Test
    void a_receiver_that_hangs_runs_into_the_timeout() {
        timeout = Duration.ofSeconds(5);
        restart();
        try (Receiver healthy = new Receiver()) {
            Webhook hanging = webhook(receiver.thenHang(), "note.*");
            webhook(healthy, "note.*");
            String id = happens("first");
            send();
            assertThat(delivery(hanging, id).last().orElseThrow().error().orElseThrow())
                    .startsWith("No answer within");
            assertThat(healthy.ids()).containsExactly(id);
            sendAfter(Duration.ofSeconds(7));
            assertThat(delivery(hanging, id).status()).isEqualTo(Delivery.Status.DELIVERED);
        }
    }

    @Test
    void the_delay_that_a_receiver_asks_for_is_respected() {
        receiver.then(
                exchange -> {
                    exchange.getResponseHeaders().add("Retry-After", "120");
                    exchange.sendResponseHeaders(429, -1);
                });
        webhook(receiver, "note.*");
        String id = happens("first");
        send();
        sendAfter(Duration.ofSeconds(119));
        assertThat(receiver.ids()).containsExactly(id);
        sendAfter(Duration.ofSeconds(2));
        assertThat(receiver.ids()).containsExactly(id, id);
    }

    @Test
    void the_order_is_that_of_events_even_if_the_clock_goes_back() {
        webhook(receiver.then(500), "note.*");
        String first = happens("first");
        send();
        clock.jumpBack(Duration.ofDays(3));
        restart();
        for (int i = 0; i < 30; i++) {
            clock.forward(Duration.ofMinutes(1));
            assertThat(journal.now()).isNotNull();
        }
        String second = happens("second");
        send();
        assertThat(journal.now()).isBefore("2026-09-16T00:00:00Z");
        assertThat(receiver.ids()).containsExactly(first, first, second);
    }

    @Test
    void a_restart_continues_the_schedule_and_the_order() {
        Webhook webhook = webhook(receiver.then(500).then(500), "note.*");
        String first = happens("first");
        String second = happens("second");
        send();
        restart();
        send();
        assertThat(receiver.ids()).as("not due after the restart").containsExactly(first);
        assertThat(delivery(webhook, first).attempts()).isEqualTo(1);
        sendAfter(Duration.ofSeconds(7));
        restart();
        sendAfter(Duration.ofMinutes(7));
        assertThat(receiver.ids()).containsExactly(first, first, first, second);
        assertThat(webhooks.pending(webhook.id())).isZero();
    }

    @Test
    void a_delivery_that_was_sent_just_before_a_crash_is_sent_again_with_the_same_id() {
        receiver.then(
                exchange -> {
                    journal.close();
                    exchange.sendResponseHeaders(200, -1);
                });
        Webhook webhook = webhook(receiver, "note.*");
        String id = happens("first");
        send();
        assertThat(receiver.ids()).containsExactly(id);
        open();
        send();
        assertThat(receiver.ids()).containsExactly(id, id);
        assertThat(deliveries(webhook)).hasSize(1);
        assertThat(delivery(webhook, id).status()).isEqualTo(Delivery.Status.DELIVERED);
    }

    @Test
    void an_event_that_is_read_twice_gives_one_delivery() throws Exception {
        Webhook webhook = webhook(receiver, "note.*");
        String id = happens("first");
        send();
        webhooks.enqueue(List.of(delivery(webhook, id).restarted(webhooks.now())));
        send();
        assertThat(receiver.ids()).containsExactly(id);
        assertThat(deliveries(webhook)).hasSize(1);
    }
}
