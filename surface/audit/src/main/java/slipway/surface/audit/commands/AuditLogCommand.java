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
        description = "Tells what happened, the newest first, with the number of each entry.",
        footer = {
            "",
            "Examples",
            "  slipway audit log                                 the newest 20 entries",
            "  slipway audit log --actor sam --limit 100         what sam did",
            "  slipway audit log --kind access.denied --all     everybody who was turned away",
            "  slipway audit log --before 184164                 goes on further back"
        })
final class AuditLogCommand extends EventListCommand {

    @Option(names = "--before", paramLabel = "ENTRY", description = "Only entries before this one.")
    private Optional<Long> before = Optional.empty();

    AuditLogCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(EventRoutes.EVENTS.answer(), newest(before), this::inWords);
    }

    private void inWords(ListPage<EventView> listPage) {
        var textTable =
                TextTable.of(whole("TIME"), number("ENTRY"), text("WHAT HAPPENED"), text("VIA"));
        listPage.items()
                .forEach(
                        it ->
                                textTable.row(
                                        time(it),
                                        Format.count(it.seq()),
                                        sentence(it),
                                        EventSentence.channel(it)));
        terminal().show(textTable);
        if (listPage.items().isEmpty()) {
            say("No entry. Leave some of --actor, --team, --kind, --subject out to see more.");
        } else {
            long last = listPage.items().getLast().seq();
            say(
                    (listPage.next().isPresent()
                                    ? "Earlier: slipway audit log --before " + last + ". "
                                    : "")
                            + "Prove one: slipway audit prove "
                            + listPage.items().getFirst().seq());
        }
    }
}
