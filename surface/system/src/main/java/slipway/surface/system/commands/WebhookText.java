package slipway.surface.system.commands;

import java.util.Locale;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.TimeFormat;
import slipway.notify.Webhook;
import slipway.surface.system.api.DeliveryView;
import slipway.surface.system.api.WebhookRoutes.WebhookSecret;
import slipway.surface.system.api.WebhookView;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.UsageProblems;

/** Texts and arguments of several webhook commands. */
final class WebhookText {

    private static final ProblemCode SECRET_LOST =
            ProblemCode.of(
                    ProblemKind.OUTSIDE,
                    "webhook-secret-lost",
                    "A webhook has a secret whose text was lost.");

    private WebhookText() {}

    static TeamId team(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                usage(
                                        "'" + text + "' cannot be the name of a team.",
                                        "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "List your teams: slipway team list"));
    }

    static Optional<Webhook.BodyFormat> format(Optional<String> text) {
        return text.map(
                word ->
                        switch (word.toLowerCase(Locale.ROOT)) {
                            case "event" -> Webhook.BodyFormat.EVENT;
                            case "slack" -> Webhook.BodyFormat.SLACK;
                            default ->
                                    throw usage(
                                            "There is no format '" + word + "'.",
                                            "Valid: event and slack.",
                                            "Use --format event or --format slack.");
                        });
    }

    static Problem usage(String what, String why, String next) {
        return new Problem(UsageProblems.WRONG_USAGE, what, why, next);
    }

    static String state(WebhookView webhook, TimeFormat times) {
        if (webhook.disabledBecause().isPresent()) {
            return "disabled: " + webhook.disabledBecause().get().replace('-', ' ');
        }
        if (!webhook.enabled()) {
            return "disabled";
        }
        return webhook.failingSince().map(at -> "failing since " + times.time(at)).orElse("good");
    }

    static String result(DeliveryView delivery) {
        return delivery.last()
                .flatMap(
                        last ->
                                last.error()
                                        .or(() -> last.status().map(status -> "Status " + status)))
                .orElse("");
    }

    /** The secret alone goes to the standard output, so that a script can read it. */
    static void showSecret(Terminal terminal, WebhookSecret made, String what) {
        String id = made.webhook().id();
        String secret =
                made.secret()
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                SECRET_LOST,
                                                "The secret of webhook " + id + " was lost.",
                                                "The connection was interrupted, and it is shown for 10 minutes only.",
                                                "Make another: slipway webhooks edit "
                                                        + id
                                                        + " --rotate-secret"));
        terminal.note(what);
        terminal.out().println(secret);
        terminal.out().flush();
    }
}
