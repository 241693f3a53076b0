package slipway.surface.system.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RiskyCommand;

/** {@code slipway webhooks delete}. */
@Command(
        name = "delete",
        description = "Delete a webhook and its deliveries.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks delete wh_01k9x0m6c5q8v2t7r4n1h3j5k8",
            "  slipway webhooks delete wh_01k9x0m6c5q8v2t7r4n1h3j5k8 --yes    without a question"
        })
final class WebhookDeleteCommand extends RiskyCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The webhook. List: slipway webhooks list")
    private String webhook = "";

    WebhookDeleteCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        requireConfirmation(
                "Webhook "
                        + webhook
                        + " is deleted with the messages that wait and its list of deliveries.");
        show(
                ApiCall.to(WebhookRoutes.DELETE).with(PathParameter.WEBHOOK, webhook),
                _ -> say("Deleted webhook " + webhook + "."));
    }
}
