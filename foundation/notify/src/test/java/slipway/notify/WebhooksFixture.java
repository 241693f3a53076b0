package slipway.notify;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.TeamId;
import slipway.journal.Event;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;
import slipway.testkit.Await;
import slipway.testkit.MovingClock;

/** Webhooks on the storage under test, with real receivers. A test says when the sender makes a round. */
@SuppressWarnings("NullAway.Init") // opened before each test
abstract class WebhooksFixture {

    static final Actor ANA = new Actor("ana", "test", "r1");
    static final TeamId VISION = new TeamId("vision");
    static final TeamId LANGUAGE = new TeamId("language");
    static final Webhooks.Caller BY_ANA = new Webhooks.Caller(ANA, Optional.empty());

    final MovingClock clock = MovingClock.at("2026-09-17T14:20:00Z");
    final Receiver receiver = new Receiver();
    final Map<String, InetAddress> names = new HashMap<>();
    String allowed = "127.0.0.0/8";

    /** Longer than any pause of a busy machine. */
    Duration timeout = Duration.ofMinutes(1);

    Journal journal;
    Webhooks webhooks;
    private LoopExecutor.Work sender;

    /** The same storage each time. */
    protected abstract JournalStorage storage();

    @BeforeEach
    void open() {
        journal =
                Journal.open(
                        storage(), LoopExecutor.threads(), new Journal.Times(clock, clock::nanos));
        var connections =
                new Webhooks.Connections(
                        this::resolve,
                        new AddressPolicy(List.of(AddressRange.parse(allowed).orElseThrow())),
                        timeout,
                        (SSLSocketFactory) SSLSocketFactory.getDefault(),
                        Runnable::run);
        webhooks =
                Webhooks.open(
                        journal,
                        new SecretKeySpec(new byte[32], "AES"),
                        new SecureRandom(),
                        connections);
        webhooks.start(new Events(), new KeptLoop());
    }

    @AfterEach
    void close() {
        journal.close();
        receiver.close();
    }

    void restart() {
        journal.close();
        open();
    }

    private List<InetAddress> resolve(String host) throws UnknownHostException {
        InetAddress named = names.get(host);
        if (named != null) {
            return List.of(named);
        }
        try {
            return List.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException notAnAddress) {
            throw new UnknownHostException(host);
        }
    }

    /** Teams see their own events. */
    private static final class Events implements WebhookEvents {

        @Override
        public boolean visibleIn(TeamId team, Event event) {
            return event.what().team().filter(team.value()::equals).isPresent();
        }

        @Override
        public EventSummary summary(Event event) {
            if (event.what().subject().equals("indescribable")) {
                throw new IllegalStateException("It cannot be described");
            }
            return EventSummary.of(
                    event.what().subject(),
                    Optional.of("failed"),
                    "It <happened> & ended.",
                    Map.of("page", "https://gpu.example.org/events/" + event.seq()));
        }
    }

    private final class KeptLoop implements LoopExecutor {

        @Override
        public void start(String name, Work work) {
            sender = work;
        }

        @Override
        public void close() {}
    }

    Webhook webhook(Receiver to, String... types) {
        return created(to, types).webhook();
    }

    Webhooks.NewSecret created(Receiver to, String... types) {
        return webhooks.create(VISION, target(to.url(), types), BY_ANA);
    }

    static Webhook.Target target(String url, String... types) {
        return new Webhook.Target(url, List.of(types), Webhook.BodyFormat.EVENT);
    }

    /** Appends an event of team vision and returns its message id. */
    String happens(String text) {
        return happens(VISION, "note", new Fact.NoteWritten(text));
    }

    String happens(TeamId team, String subject, Fact fact) {
        var draft = EventDraft.of(fact, ANA, subject).in(team.value());
        return "evt_" + journal.write(slipway.journal.Commit.of(draft)).seq();
    }

    /** Lets the reader read everything, then the sender send until nothing is due. */
    void send() {
        Await.until(() -> journal.readers().stream().allMatch(reader -> reader.behind() == 0));
        try {
            boolean more = true;
            while (more) {
                more = sender.round(false);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void sendAfter(Duration pause) {
        clock.forward(pause);
        send();
    }

    Webhook now(Webhook webhook) {
        return webhooks.require(webhook.id().value());
    }

    List<Delivery> deliveries(Webhook webhook) {
        return webhooks.deliveries(webhook.id(), Optional.empty(), 1_000, _ -> true);
    }

    Delivery delivery(Webhook webhook, String messageId) {
        return deliveries(webhook).stream()
                .filter(delivery -> delivery.message().id().equals(messageId))
                .findFirst()
                .orElseThrow();
    }

    List<String> kinds() {
        return journal
                .events(java.util.EnumSet.of(slipway.journal.JournalStream.FACTS), 0, 1_000)
                .stream()
                .map(Event::kind)
                .toList();
    }
}
