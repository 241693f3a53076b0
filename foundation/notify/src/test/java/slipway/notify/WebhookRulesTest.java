package slipway.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.journal.ModuleRequest;

/** The limits of webhooks, decided without a journal. */
class WebhookRulesTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final TeamId VISION = new TeamId("vision");
    private static final WebhookId ID = id(1);

    private static WebhookId id(int number) {
        return WebhookId.of("01k9x0m6c5q8v2t7r4n1h3%04d".formatted(number));
    }

    private static WebhookQueues decide(WebhookQueues queues, WebhookRequest request) {
        var asked = ModuleRequest.of(request, Actor.system("test"));
        return queues.after(WebhookRules.decide(queues, asked, NOW));
    }

    private static WebhookRequest create(WebhookId id) {
        return new WebhookRequest.Create(
                id,
                VISION,
                new Webhook.Target("https://example.org/", List.of("*"), Webhook.BodyFormat.EVENT),
                new Webhook.Keys("sealed", Optional.empty(), Optional.empty()),
                0);
    }

    private static Delivery delivery(long seq) {
        return new Delivery(
                DeliveryKey.of(ID, seq, NOW),
                new Delivery.Message("evt_" + seq, "note.created", NOW, "{}"),
                Delivery.Status.PENDING,
                0,
                Optional.of(NOW),
                Optional.empty());
    }

    @Test
    void a_full_queue_drops_the_oldest_delivery_that_was_not_tried_and_counts_it() {
        WebhookQueues queues = decide(WebhookQueues.EMPTY, create(ID));
        List<Delivery> all = new ArrayList<>();
        IntStream.rangeClosed(1, WebhookRules.MAX_PENDING + 5).forEach(i -> all.add(delivery(i)));
        queues = decide(queues, new WebhookRequest.Enqueue(all));
        assertThat(queues.queue(ID).size()).isEqualTo(WebhookRules.MAX_PENDING);
        assertThat(queues.queue(ID).values().limit(2).map(it -> it.message().id()))
                .containsExactly("evt_1", "evt_7");
        assertThat(queues.webhook(ID).health().dropped()).isEqualTo(5);
        assertThat(queues.queue(ID).values().map(it -> it.message().body())).containsOnly("");
    }

    @Test
    void a_team_has_a_limited_number_of_webhooks() {
        WebhookQueues queues = WebhookQueues.EMPTY;
        for (int i = 0; i < WebhookRules.MAX_WEBHOOKS_OF_TEAM; i++) {
            queues = decide(queues, create(id(i)));
        }
        WebhookQueues full = queues;
        assertThatThrownBy(() -> decide(full, create(id(99)))).isInstanceOf(Problem.class);
    }

    @Test
    void deliveries_are_in_the_order_of_events() {
        assertThat(delivery(99).key()).isLessThan(delivery(100).key());
        assertThat(delivery(1).id()).matches("dlv_[0-9a-hjkmnp-tv-z]{26}");
        assertThat(DeliveryKey.parse(ID, delivery(1).id())).contains(delivery(1).key());
        assertThat(delivery(1).key().webhook()).isEqualTo(ID);
    }
}
