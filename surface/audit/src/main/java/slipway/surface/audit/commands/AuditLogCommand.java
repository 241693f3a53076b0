package slipway.surface.audit.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import slipway.base.text.Format;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventSentence;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.ListPage;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway audit log}. */
@Command(
        name = "log",
        description = "List the entries of the audit log, newest first.",
        footer = {
            "",
            "Examples",
            "  slipway audit log                                 the newest 20 entries",
            "  slipway audit log --actor sam --limit 100         the newest 100 entries of sam",
            "  slipway audit log --kind access.denied --all     every refused request",
            "  slipway audit log --before 184164                 older entries"
        })
final class AuditLogCommand extends EventListCommand {

    @Option(names = "--before", paramLabel = "ENTRY", description = "List entries before this one.")
    private Optional<Long> before = Optional.empty();

    AuditLogCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        show(EventRoutes.EVENTS.answer(), newest(before), this::printText);
    }

    private void printText(ListPage<EventView> page) {
        var table =
                TextTable.of(whole("TIME"), number("ENTRY"), text("WHAT HAPPENED"), text("VIA"));
        page.items()
                .forEach(
                        it ->
                                table.row(
                                        time(it),
                                        Format.count(it.seq()),
                                        sentence(it),
                                        EventSentence.channel(it)));
        terminal().show(table);
        if (page.items().isEmpty()) {
            say("No matching entries. Omit --actor, --team, --kind or --subject to see more.");
        } else {
            long last = page.items().getLast().seq();
            say(
                    (page.next().isPresent()
                                    ? "Earlier: slipway audit log --before " + last + ". "
                                    : "")
                            + "Prove one: slipway audit prove "
                            + page.items().getFirst().seq());
        }
    }
}
