package slipway.surface.system.commands;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.system.api.WebhookRoutes.WebhookChange;
import slipway.surface.system.api.WebhookRoutes.WebhookSecret;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway webhooks edit}. */
@Command(
        name = "edit",
        description = "Change, enable or disable a webhook.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks edit wh_01k9x0m6c5q8v2t7r4n1h3j5k8 --types workload.failed,node.drained",
            "  slipway webhooks edit wh_01k9x0m6c5q8v2t7r4n1h3j5k8 --enable           what waited is sent",
            "  slipway webhooks edit wh_01k9x0m6c5q8v2t7r4n1h3j5k8 --rotate-secret    both sign for 24 hours"
        })
final class WebhookEditCommand extends RemoteCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The webhook. List: slipway webhooks list")
    private String webhook = "";

    @Option(names = "--url", paramLabel = "URL", description = "The new receiver.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--types",
            split = ",",
            paramLabel = "TYPE",
            description = "The new event types, comma-separated.")
    private List<String> types = List.of();

    @Option(names = "--format", paramLabel = "FORMAT", description = "The body: event or slack.")
    private Optional<String> format = Optional.empty();

    @Option(names = "--enable", description = "Send messages again.")
    private boolean enable;

    @Option(names = "--disable", description = "Send no messages until it is enabled.")
    private boolean disable;

    @Option(names = "--rotate-secret", description = "Make a new secret and print it.")
    private boolean rotate;

    WebhookEditCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var change =
                new WebhookChange(
                        url,
                        types.isEmpty() ? Optional.empty() : Optional.of(types),
                        WebhookText.format(format),
                        enable || disable ? Optional.of(enable) : Optional.empty());
        boolean unchanged =
                change.equals(
                        new WebhookChange(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()));
        checkOptions(unchanged);
        if (rotate) {
            show(
                    ApiCall.to(WebhookRoutes.ROTATE_SECRET).with(PathParameter.WEBHOOK, webhook),
                    this::printSecret);
        } else {
            show(
                    ApiCall.to(WebhookRoutes.CHANGE)
                            .with(PathParameter.WEBHOOK, webhook)
                            .sending(change),
                    changed ->
                            say(
                                    "Changed webhook "
                                            + changed.id()
                                            + ". State: "
                                            + WebhookText.state(changed, shell().times())
                                            + "."));
        }
    }

    private void checkOptions(boolean unchanged) {
        if (enable && disable) {
            throw WebhookText.usage(
                    "A webhook cannot be enabled and disabled at once.",
                    "--enable and --disable exclude each other.",
                    "Use one of them.");
        }
        if (rotate != unchanged) {
            throw WebhookText.usage(
                    "Nothing was changed.",
                    rotate
                            ? "--rotate-secret is a separate change."
                            : "The URL, the types, the format, the state and the secret can be changed.",
                    "Use --url, --types, --format, --enable or --disable, or --rotate-secret alone.");
        }
    }

    private void printSecret(WebhookSecret made) {
        WebhookText.showSecret(
                terminal(),
                made,
                "Rotated the secret of webhook "
                        + made.webhook().id()
                        + ". The old one signs too for 24 hours. The new one:");
    }
}
