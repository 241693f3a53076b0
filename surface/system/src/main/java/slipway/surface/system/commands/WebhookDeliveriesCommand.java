package slipway.surface.system.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.notify.Delivery;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.system.api.DeliveryView;
import slipway.surface.system.api.WebhookRoutes;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway webhooks deliveries}. */
@Command(
        name = "deliveries",
        description = "List the deliveries of a webhook, newest first.",
        footer = {
            "",
            "Examples",
            "  slipway webhooks deliveries wh_01k9x0m6c5q8v2t7r4n1h3j5k8",
            "  slipway webhooks deliveries wh_01k9x0m6c5q8v2t7r4n1h3j5k8 --failed",
            "",
            "Deliveries are kept for 30 days."
        })
final class WebhookDeliveriesCommand extends RemoteCommand {

    @Parameters(paramLabel = "WEBHOOK", description = "The webhook. List: slipway webhooks list")
    private String webhook = "";

    @Option(names = "--failed", description = "Only deliveries that failed.")
    private boolean failed;

    @Option(
            names = "--event",
            paramLabel = "EVENT",
            description = "Only the delivery of this event: evt_184221.")
    private Optional<String> event = Optional.empty();

    WebhookDeliveriesCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        ApiCall<NoBody, ListPage<DeliveryView>> call =
                ApiCall.to(WebhookRoutes.DELIVERY_LIST).with(PathParameter.WEBHOOK, webhook);
        if (failed) {
            call = call.query(WebhookRoutes.STATUS, Delivery.Status.FAILED);
        }
        if (event.isPresent()) {
            call = call.query(WebhookRoutes.EVENT, event.get());
        }
        list(call, this::printText);
    }

    private void printText(List<DeliveryView> deliveries) {
        TimeFormat times = shell().times();
        var table =
                TextTable.of(
                        whole("DELIVERY"),
                        text("EVENT"),
                        text("TYPE"),
                        text("STATUS"),
                        text("TRIES"),
                        text("LAST"),
                        text("NEXT"),
                        text("RESULT"));
        deliveries.forEach(
                it ->
                        table.row(
                                it.id(),
                                it.event(),
                                it.type(),
                                it.status().wireName(),
                                Format.count(it.attempts()),
                                it.at().map(times::time).orElse(""),
                                it.nextAt().map(times::time).orElse(""),
                                WebhookText.result(it)));
        terminal().show(table);
        say(
                deliveries.isEmpty()
                        ? "No deliveries."
                        : Format.count(deliveries.size(), "delivery", "deliveries")
                                + ". Send one again: slipway webhooks retry "
                                + webhook
                                + " DELIVERY");
    }
}
