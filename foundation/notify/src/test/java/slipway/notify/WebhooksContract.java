package slipway.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.IdempotencyKey;

/** How webhooks are changed, tested, listed and removed, on every storage. */
abstract class WebhooksContract extends DeliveryContract {

    @Test
    void for_a_day_after_a_rotation_both_secrets_sign() throws Exception {
        Webhooks.NewSecret old = created(receiver, "note.*");
        Webhooks.NewSecret fresh = webhooks.rotate(old.webhook().id(), BY_ANA);
        assertThat(fresh.secret()).isPresent().isNotEqualTo(old.secret());
        happens("first");
        send();
        Receiver.Received received = receiver.received().getFirst();
        assertThat(received.signatures())
                .containsExactly(
                        signature(fresh.secret().get(), received),
                        signature(old.secret().orElseThrow(), received));
        clock.forward(Duration.ofHours(24));
        happens("a day later");
        send();
        received = receiver.received().getLast();
        assertThat(received.signatures())
                .containsExactly(signature(fresh.secret().get(), received));
    }

    @Test
    void no_secret_is_readable_in_the_database() {
        Webhooks.NewSecret created = created(receiver, "note.*");
        assertThat(created.webhook().keys().current())
                .doesNotContain(created.secret().orElseThrow().substring(6));
        assertThat(created.toString()).doesNotContain("whsec_");
    }

    @Test
    void a_repeated_request_creates_nothing_and_shows_the_secret_for_ten_minutes() {
        var key = IdempotencyKey.of("ana", "k1", "create");
        var caller = new Webhooks.Caller(ANA, Optional.of(key));
        var target = target(receiver.url(), "*");
        Webhooks.NewSecret first = webhooks.create(VISION, target, caller);
        Webhooks.NewSecret second = webhooks.create(VISION, target, caller);
        assertThat(second.secret()).isEqualTo(first.secret()).isPresent();
        clock.forward(Duration.ofMinutes(10));
        assertThat(webhooks.create(VISION, target, caller).secret()).isEmpty();
        assertThat(webhooks.list()).hasSize(1);
    }

    @Test
    void a_test_is_sent_once_even_to_a_disabled_webhook_and_changes_nothing() {
        Webhook webhook = webhook(receiver.then(500), "team.*");
        webhooks.change(webhook.id(), enabled(false), BY_ANA);
        String id = webhooks.test(webhook.id(), BY_ANA);
        send();
        sendAfter(A_DAY_AND_JITTER);
        assertThat(receiver.ids()).containsExactly(id);
        assertThat(delivery(webhook, id).status()).isEqualTo(Delivery.Status.FAILED);
        assertThat(now(webhook).health()).isEqualTo(Webhook.Health.GOOD);
    }

    @Test
    void a_test_does_not_wait_for_failing_deliveries() {
        Webhook webhook = webhook(receiver.then(500), "note.*");
        String first = happens("first");
        send();
        String test = webhooks.test(webhook.id(), BY_ANA);
        send();
        assertThat(receiver.ids()).containsExactly(first, test);
    }

    @Test
    void a_failed_delivery_can_be_retried_unless_the_webhook_is_disabled() {
        Webhook webhook = webhook(receiver.then(410), "note.*");
        String id = happens("first");
        send();
        String delivery = delivery(webhook, id).id();
        assertThatThrownBy(() -> webhooks.retry(webhook.id(), delivery, BY_ANA))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("--enable");
        webhooks.change(webhook.id(), enabled(true), BY_ANA);
        assertThat(webhooks.retry(webhook.id(), delivery, BY_ANA).status())
                .isEqualTo(Delivery.Status.PENDING);
        send();
        assertThat(receiver.ids()).containsExactly(id, id);
    }

    @Test
    void private_addresses_are_refused_when_a_webhook_is_created_or_changed() {
        Webhook webhook = webhook(receiver, "*");
        for (String url :
                List.of(
                        "http://10.0.0.1/",
                        "http://[::1]:8080/",
                        "http://169.254.169.254/latest/meta-data",
                        "http://[::ffff:192.168.1.1]/",
                        "https://[fd00::1]/")) {
            assertThatThrownBy(() -> webhooks.create(VISION, target(url, "*"), BY_ANA))
                    .as(url)
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("private address");
        }
        var change =
                new Webhooks.Change(
                        Optional.of("http://10.0.0.1/"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        assertThatThrownBy(() -> webhooks.change(webhook.id(), change, BY_ANA))
                .hasMessageContaining("private address");
    }

    @Test
    void a_name_that_resolves_to_a_private_address_is_refused_at_each_attempt() throws Exception {
        allowed = "198.51.100.0/24";
        restart();
        names.put("hooks.example.org", InetAddress.ofLiteral("127.0.0.1"));
        String url = "http://hooks.example.org:" + receiver.port() + "/";
        Webhook webhook = webhooks.create(VISION, target(url, "note.*"), BY_ANA).webhook();
        String id = happens("first");
        send();
        assertThat(receiver.received()).isEmpty();
        assertThat(delivery(webhook, id).last().orElseThrow().error().orElseThrow())
                .contains("127.0.0.1")
                .contains("allow_addresses");
        allowed = "127.0.0.1";
        restart();
        sendAfter(Duration.ofSeconds(7));
        assertThat(receiver.ids()).as("once an admin allows it").containsExactly(id);
    }

    @Test
    void nothing_but_an_absolute_url_and_known_patterns_are_accepted() {
        for (String url :
                List.of(
                        "",
                        "hooks.example.org",
                        "file:///etc/passwd",
                        "ftp://example.org/",
                        "http://",
                        "https://user:password@example.org/",
                        "https://example.org/#part",
                        "https://example.org/a b",
                        "https://example.org/\r\nX: y")) {
            assertThatThrownBy(() -> webhooks.create(VISION, target(url, "*"), BY_ANA))
                    .as(url)
                    .isInstanceOf(Problem.class);
        }
        for (String type : List.of("", "Workload.failed", "workload.", "*.failed", "work*")) {
            assertThatThrownBy(() -> webhooks.create(VISION, target(receiver.url(), type), BY_ANA))
                    .as(type)
                    .isInstanceOf(Problem.class);
        }
    }

    @Test
    void deliveries_are_listed_in_pages_with_the_newest_first() {
        Webhook webhook = webhook(receiver, "note.*");
        webhook(receiver, "note.*");
        List<String> ids = IntStream.range(0, 5).mapToObj(i -> happens("note " + i)).toList();
        send();
        List<Delivery> first = webhooks.deliveries(webhook.id(), Optional.empty(), 3, _ -> true);
        List<Delivery> rest =
                webhooks.deliveries(webhook.id(), Optional.of(first.getLast().id()), 3, _ -> true);
        assertThat(first)
                .extracting(delivery -> delivery.message().id())
                .containsExactlyElementsOf(ids.reversed().subList(0, 3));
        assertThat(rest)
                .extracting(delivery -> delivery.message().id())
                .containsExactlyElementsOf(ids.reversed().subList(3, 5));
    }

    @Test
    void old_deliveries_and_those_of_deleted_webhooks_are_removed() {
        Webhook kept = webhook(receiver, "note.*");
        Webhook deleted = webhook(receiver, "note.*");
        happens("old");
        send();
        clock.forward(Duration.ofDays(30));
        String young = happens("young");
        send();
        clock.forward(Duration.ofMinutes(1));
        webhooks.removeExpired();
        assertThat(deliveries(kept))
                .extracting(delivery -> delivery.message().id())
                .containsExactly(young);
        webhooks.delete(deleted.id(), BY_ANA);
        webhooks.removeExpired();
        assertThat(deliveries(deleted)).isEmpty();
        assertThat(deliveries(kept)).hasSize(1);
    }

    @Test
    void a_deleted_webhook_gets_nothing_more_after_a_restart_either() {
        Webhook webhook = webhook(receiver.then(500), "note.*");
        happens("first");
        send();
        webhooks.delete(webhook.id(), BY_ANA);
        restart();
        sendAfter(A_DAY_AND_JITTER);
        assertThat(receiver.received()).hasSize(1);
        assertThatThrownBy(() -> now(webhook)).isInstanceOf(Problem.class);
    }

    @Test
    void the_webhooks_of_a_team_are_deleted_with_it() {
        Webhook removed = webhook(receiver, "note.*");
        var other = target(receiver.url(), "note.*");
        Webhook kept = webhooks.create(LANGUAGE, other, BY_ANA).webhook();
        clock.forward(Duration.ofSeconds(1));
        happens(VISION, "vision", new Fact.TeamRemoved(VISION));
        send();
        clock.forward(Duration.ofSeconds(1));
        happens("of a new team with the same name");
        send();
        assertThat(webhooks.list()).extracting(Webhook::id).containsExactly(kept.id());
        assertThat(receiver.received()).isEmpty();
        assertThatThrownBy(() -> now(removed)).isInstanceOf(Problem.class);
    }

    @Test
    void an_event_that_cannot_be_described_does_not_stop_the_next() {
        webhook(receiver, "note.*");
        String odd = happens(VISION, "indescribable", new Fact.NoteWritten("odd"));
        String next = happens("next");
        send();
        assertThat(receiver.ids()).containsExactly(odd, next);
    }

    @Test
    void every_change_of_a_webhook_is_an_event_without_its_address() {
        Webhook webhook = webhook(receiver, "note.*");
        webhooks.change(webhook.id(), enabled(false), BY_ANA);
        webhooks.rotate(webhook.id(), BY_ANA);
        webhooks.test(webhook.id(), BY_ANA);
        webhooks.delete(webhook.id(), BY_ANA);
        assertThat(kinds())
                .containsExactly(
                        "webhook.created",
                        "webhook.updated",
                        "webhook.secret_rotated",
                        "webhook.tested",
                        "webhook.deleted");
        var facts = java.util.EnumSet.of(slipway.journal.JournalStream.FACTS);
        assertThat(journal.events(facts, 0, 10))
                .noneMatch(event -> event.what().body().contains("/hook"));
    }
}
