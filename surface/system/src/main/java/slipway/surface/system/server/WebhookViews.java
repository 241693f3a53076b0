package slipway.surface.system.server;

import java.util.Optional;
import slipway.notify.Delivery;
import slipway.notify.Webhook;
import slipway.notify.Webhooks;
import slipway.surface.system.api.DeliveryView;
import slipway.surface.system.api.WebhookRoutes.WebhookSecret;
import slipway.surface.system.api.WebhookView;

/** Makes the API views of webhooks and deliveries. */
final class WebhookViews {

    private final Webhooks webhooks;

    WebhookViews(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    WebhookView view(Webhook webhook) {
        return new WebhookView(
                webhook.id().value(),
                webhook.team(),
                webhook.target().url(),
                webhook.target().types(),
                webhook.target().format(),
                webhook.enabled(),
                webhook.health().failingSince(),
                webhook.health().disabledBecause(),
                webhooks.pending(webhook.id()),
                webhook.health().dropped(),
                webhook.created().at(),
                webhook.created().by());
    }

    WebhookSecret view(Webhooks.NewSecret made) {
        return new WebhookSecret(view(made.webhook()), made.secret());
    }

    static DeliveryView view(Delivery delivery) {
        Optional<Delivery.Attempt> last = delivery.last();
        return new DeliveryView(
                delivery.id(),
                delivery.message().id(),
                delivery.message().type(),
                delivery.status(),
                delivery.attempts(),
                last.map(Delivery.Attempt::at),
                delivery.nextAt(),
                last.map(
                        attempt ->
                                new DeliveryView.AttemptView(
                                        attempt.status().map(Integer::longValue),
                                        attempt.error())));
    }
}
