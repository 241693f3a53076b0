package slipway.notify;

import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.UntrustedText;

/** The problems of webhooks. */
public final class NotifyProblems {

    private static final ProblemCode NO_WEBHOOK =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "webhook-not-found",
                    "There is no such webhook, or you may not see it.");
    private static final ProblemCode NO_DELIVERY =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "delivery-not-found",
                    "There is no such delivery of the webhook; deliveries are kept for 30 days.");
    private static final ProblemCode BAD_URL =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "webhook-url-invalid",
                    "The URL of a webhook is not an absolute http or https URL.");
    private static final ProblemCode ADDRESS_REFUSED =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "webhook-address-refused",
                    "The URL of a webhook leads to a private address.");
    private static final ProblemCode BAD_TYPES =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "webhook-types-invalid",
                    "The event types of a webhook are not valid.");
    private static final ProblemCode TOO_MANY =
            new ProblemCode(
                    ProblemKind.NO_CAPACITY,
                    "too-many-webhooks",
                    409,
                    "The team, or the server, has the maximum number of webhooks.");
    private static final ProblemCode DISABLED =
            ProblemCode.of(
                    ProblemKind.CONFLICT,
                    "webhook-disabled",
                    "The webhook is disabled and sends nothing.");

    private NotifyProblems() {}

    public static Problem noWebhook(String id) {
        return new Problem(
                NO_WEBHOOK,
                "There is no webhook '" + UntrustedText.oneLine(id) + "'.",
                "It does not exist, or you may not see it.",
                "See your webhooks: slipway webhooks list");
    }

    static Problem noDelivery(WebhookId webhook, String id) {
        return new Problem(
                NO_DELIVERY,
                "Webhook " + webhook + " has no delivery '" + UntrustedText.oneLine(id) + "'.",
                "It never existed, or it is older than 30 days.",
                "See its deliveries: slipway webhooks deliveries " + webhook);
    }

    static Problem badUrl(String url) {
        return new Problem(
                BAD_URL,
                "'" + UntrustedText.oneLine(url) + "' cannot be the URL of a webhook.",
                "A URL begins with http:// or https://, names a host, and has no user, password or fragment.",
                "Use a URL such as https://hooks.example.org/slipway");
    }

    static Problem addressRefused(String url) {
        return new Problem(
                ADDRESS_REFUSED,
                "'" + UntrustedText.oneLine(url) + "' cannot be the URL of a webhook.",
                "It leads to a private address.",
                "Use a public host, or ask an administrator to allow the address in webhooks.allow_addresses.");
    }

    static Problem badTypes(String type) {
        return new Problem(
                BAD_TYPES,
                "'" + UntrustedText.oneLine(type) + "' is not an event type.",
                "A webhook has 1 to 50 types: kinds of events, or patterns that end with .*",
                "Use types such as workload.failed, workload.* or *");
    }

    static Problem tooMany(TeamId team, int ofTeam, int ofServer) {
        return new Problem(
                TOO_MANY,
                "The webhook was not created in team '" + team + "'.",
                "A team may have %d webhooks, and the server %d.".formatted(ofTeam, ofServer),
                "Delete one that is not needed: slipway webhooks delete WEBHOOK");
    }

    static Problem disabled(WebhookId id) {
        return new Problem(
                DISABLED,
                "The delivery was not retried.",
                "Webhook " + id + " is disabled.",
                "Enable it first: slipway webhooks edit " + id + " --enable");
    }
}
