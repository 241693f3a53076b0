package slipway.surface.system.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway webhooks test}. */
@Command(
        name = "test",
        description = "Send a test message to a webhook, once.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks test wh_01k9x0m6c5q8v2t7r4n1h3j5k8",
            "",
            "The message has the type webhook.tested. A disabled webhook gets it too."
        })
final class WebhookTestCommand extends RemoteCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The webhook. List: slipway webhooks list")
    private String webhook = "";

    WebhookTestCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(WebhookRoutes.TEST).with(PathParameter.WEBHOOK, webhook),
                test ->
                        say(
                                "Sending test message "
                                        + test.event()
                                        + ". Result: slipway webhooks deliveries "
                                        + webhook
                                        + " --event "
                                        + test.event()));
    }
}
