package slipway.surface.system.commands;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.system.api.WebhookRoutes.NewWebhook;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway webhooks create}. */
@Command(
        name = "create",
        description = "Create a webhook and print its secret.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks create --url https://hooks.example.org/slipway --types 'workload.*' --team vision",
            "  slipway webhooks create --url https://hooks.slack.com/services/… --format slack"
                    + " --types workload.failed --team vision",
            "",
            "Types are the kinds of slipway events. The guide shows how to verify a signature: docs/guides/webhooks.md"
        })
final class WebhookCreateCommand extends RemoteCommand {

    @Option(names = "--url", required = true, paramLabel = "URL", description = "The receiver.")
    private String url = "";

    @Option(
            names = "--types",
            required = true,
            split = ",",
            paramLabel = "TYPE",
            description = "Event types, comma-separated: workload.*, *.")
    private List<String> types = List.of();

    @Option(
            names = "--team",
            required = true,
            paramLabel = "TEAM",
            description = "Send events of this team and those below it.")
    private String team = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The body: event or slack. Default: event.")
    private Optional<String> format = Optional.empty();

    WebhookCreateCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var webhook =
                new NewWebhook(url, types, WebhookText.team(team), WebhookText.format(format));
        show(
                ApiCall.to(WebhookRoutes.CREATE).sending(webhook),
                made ->
                        WebhookText.showSecret(
                                terminal(),
                                made,
                                "Created webhook "
                                        + made.webhook().id()
                                        + " of "
                                        + made.webhook().team()
                                        + ". Its secret, to verify signatures:"));
    }
}
