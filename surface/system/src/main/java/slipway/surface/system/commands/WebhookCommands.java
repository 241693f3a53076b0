package slipway.surface.system.commands;

import picocli.CommandLine;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.CommandGroup;

/** {@code slipway webhooks}. */
public final class WebhookCommands {

    private WebhookCommands() {}

    public static CommandLine line(CommandEnvironment environment) {
        return CommandGroup.of(
                "webhooks",
                "Manage webhooks: events sent to other programs.",
                new WebhookListCommand(environment),
                new WebhookCreateCommand(environment),
                new WebhookEditCommand(environment),
                new WebhookDeleteCommand(environment),
                new WebhookTestCommand(environment),
                new WebhookDeliveriesCommand(environment),
                new WebhookRetryCommand(environment));
    }
}
