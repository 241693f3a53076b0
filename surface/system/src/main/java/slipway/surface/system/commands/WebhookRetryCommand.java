package slipway.surface.system.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway webhooks retry}. */
@Command(
        name = "retry",
        description = "Send a delivery again, now.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks retry wh_01k9x0m6c5q8v2t7r4n1h3j5k8 dlv_01k9x0m6c5q8v2t7r4n1h3j5k8",
            "",
            "The message has the same webhook-id, so that a receiver can recognize it."
        })
final class WebhookRetryCommand extends RemoteCommand {

    @Parameters(
            index = "0",
            paramLabel = "WEBHOOK",
            description = "The webhook. List: slipway webhooks list")
    private String webhook = "";

    @Parameters(
            index = "1",
            paramLabel = "DELIVERY",
            description = "The delivery. List: slipway webhooks deliveries WEBHOOK")
    private String delivery = "";

    WebhookRetryCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(WebhookRoutes.RETRY)
                        .with(PathParameter.WEBHOOK, webhook)
                        .with(PathParameter.DELIVERY, delivery),
                retried -> say("Sending delivery " + retried.id() + " again."));
    }
}
