package slipway.notify;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Fact;
import slipway.journal.Event;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;

/** Turns the events of the journal into deliveries. */
final class DeliveryReader implements JournalReader {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryReader.class);

    private final Webhooks webhooks;
    private final WebhookEvents webhookEvents;

    DeliveryReader(Webhooks webhooks, WebhookEvents webhookEvents) {
        this.webhooks = webhooks;
        this.webhookEvents = webhookEvents;
    }

    @Override
    public String name() {
        return "webhooks";
    }

    @Override
    public Set<JournalStream> streams() {
        return EnumSet.of(JournalStream.FACTS);
    }

    /** Durable before the cursor moves. After a crash between the two the same deliveries are made again. */
    @Override
    public List<RowChange> apply(List<Event> events) throws Exception {
        List<Delivery> deliveries = new ArrayList<>();
        WebhookQueues queues = webhooks.queues();
        for (Event event : events) {
            queues.webhooks()
                    .values()
                    .filter(webhook -> matches(webhook, event))
                    .map(webhook -> delivery(webhook, event))
                    .forEach(deliveries::add);
        }
        if (!deliveries.isEmpty()) {
            webhooks.enqueue(deliveries);
        }
        for (Event event : events) {
            deleteWithTeam(event);
        }
        return List.of();
    }

    /** Otherwise a later team of the same name would send its events to the receivers of this one. */
    private void deleteWithTeam(Event event) throws InterruptedException, ExecutionException {
        Optional<Fact> fact = event.kind().equals("team.deleted") ? event.fact() : Optional.empty();
        if (fact.isPresent() && fact.get() instanceof Fact.TeamRemoved(var team)) {
            for (Webhook webhook : webhooks.list()) {
                if (webhook.team().equals(team) && webhook.created().seq() < event.seq()) {
                    webhooks.deleteWithTeam(webhook.id());
                }
            }
        }
    }

    /** A test is for its webhook only, whatever types that has. */
    private boolean matches(Webhook webhook, Event event) {
        if (event.kind().equals(EventMessage.TEST)) {
            return event.fact().filter(fact -> isTestOf(webhook, fact)).isPresent();
        }
        return webhook.enabled()
                && webhook.created().seq() < event.seq()
                && webhook.wants(event.kind())
                && webhookEvents.visibleIn(webhook.team(), event);
    }

    private static boolean isTestOf(Webhook webhook, Fact fact) {
        return fact instanceof Fact.WebhookTested(var id, _) && id.equals(webhook.id().value());
    }

    private Delivery delivery(Webhook webhook, Event event) {
        Delivery.Message message =
                EventMessage.of(event, summary(event), webhook.target().format());
        return new Delivery(
                DeliveryKey.of(webhook.id(), event.seq(), event.at()),
                message,
                Delivery.Status.PENDING,
                0,
                Optional.of(event.at()),
                Optional.empty());
    }

    /** An event that cannot be described must not stop those after it. */
    private EventSummary summary(Event event) {
        try {
            return webhookEvents.summary(event);
        } catch (RuntimeException e) {
            LOG.warn("Event {} cannot be described for webhooks", event.seq(), e);
            return EventSummary.of(
                    event.what().subject(),
                    Optional.empty(),
                    "Event " + event.kind() + ".",
                    java.util.Map.of());
        }
    }
}
