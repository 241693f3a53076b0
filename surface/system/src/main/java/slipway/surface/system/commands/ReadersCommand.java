package slipway.surface.system.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.system.api.ReaderRoutes;
import slipway.surface.system.api.ReaderRoutes.FailureView;
import slipway.surface.system.api.ReaderRoutes.ReaderView;
import slipway.surface.terminal.TableCell;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway readers}. */
@Command(
        name = "readers",
        description = "List the readers of the journal and their positions.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples",
            "  slipway readers                       which readers fail, and why",
            "  slipway readers skip account 184222   pass over an event that fails",
            "  slipway readers retire account        end a reader for good"
        })
final class ReadersCommand extends RemoteCommand {

    ReadersCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(ReaderRoutes.LIST), this::print);
    }

    private void print(List<ReaderView> readers) {
        var table =
                TextTable.of(
                        whole("READER"),
                        whole("STATE"),
                        number("POSITION"),
                        number("BEHIND"),
                        text("FOLLOWS"));
        readers.forEach(
                reader ->
                        table.row(
                                reader.name(),
                                state(reader),
                                Format.count(reader.position()),
                                Format.count(reader.behindCount()),
                                String.join(", ", reader.streams())));
        terminal().show(table);
        readers.forEach(reader -> reader.failure().ifPresent(why -> print(reader, why)));
    }

    private void print(ReaderView reader, FailureView failure) {
        String place = failure.event().map(event -> " at event " + event).orElse("");
        say(reader.name() + " fails" + place + ": " + terminal().plain(failure.reason()));
        failure.event()
                .ifPresent(
                        event ->
                                say(
                                        "Skip it: slipway readers skip "
                                                + reader.name()
                                                + " "
                                                + event));
    }

    private static TableCell state(ReaderView reader) {
        Tone tone =
                switch (reader.state()) {
                    case READING -> Tone.GOOD;
                    case FAILING -> Tone.BAD;
                    case ABSENT, RETIRED -> Tone.WARNING;
                };
        return new TableCell(tone, reader.state().name().toLowerCase(Locale.ROOT));
    }
}
