package slipway.surface.audit.commands;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway note}. */
@Command(
        name = "note",
        description = "Write a permanent note into the journal.",
        footer = {
            "",
            "Examples",
            "  slipway note Replaced the fan of h100-b1.",
            "  slipway note --team vision 'Moved the dataset to the new shelf.'"
        })
public final class NoteCommand extends RemoteCommand {

    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "The text of the note.")
    private List<String> words = List.of();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "A note for this team. Default: for all users.")
    private Optional<String> team = Optional.empty();

    public NoteCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        var note = new EventRoutes.NewNote(String.join(" ", words));
        show(
                team.map(name -> ApiCall.to(EventRoutes.TEAM_NOTE).with(PathParameter.TEAM, name))
                        .orElseGet(() -> ApiCall.to(EventRoutes.NOTE))
                        .sending(note),
                written -> say("Wrote entry " + Format.count(written.seq()) + "."));
    }
}
