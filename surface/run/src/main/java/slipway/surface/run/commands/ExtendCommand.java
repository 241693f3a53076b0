package slipway.surface.run.commands;

import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.SourceLocation;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ValueType;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.KeepingView;
import slipway.surface.run.api.WorkspaceRoutes.NewKeeping;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway extend}. */
@Command(
        name = "extend",
        description = "Keeps a workspace, or a job that does nothing, for a while.",
        footer = {
            "",
            "Examples",
            "  slipway extend jupyter --for 4h --because 'A long download.'",
            "  slipway extend train --for 2h --because 'It loads its data.'",
            "",
            "A workspace is stopped when nobody uses it; a job that holds accelerators without using them is where its",
            "team says so (idle_jobs: stop). It takes its owner, or a lead or admin of the team. At most 7 days at a",
            "time. Who kept it and why is in the journal."
        })
final class ExtendCommand extends RemoteCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Its name or id: slipway ps.")
    private String name = "";

    @Option(
            names = "--for",
            required = true,
            paramLabel = "TIME",
            description = "How long from now: 30m, 4h, 2d.")
    private String time = "";

    @Option(
            names = "--because",
            required = true,
            paramLabel = "TEXT",
            description = "Why, for whoever waits for what it holds.")
    private String because = "";

    ExtendCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(WorkspaceRoutes.KEEP)
                        .with(PathParameter.WORKLOAD, name)
                        .sending(new NewKeeping(parsed().toSeconds(), because)),
                this::inWords);
    }

    private Duration parsed() {
        var written = new DocumentNode.Value(SourceLocation.of("--for"), time, false);
        return ValueType.duration()
                .read(written, MistakeCollector.forWhole())
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "--for %s is no length of time.".formatted(time),
                                        "It is written as a number and its unit.",
                                        "Write for example --for 4h."));
    }

    private void inWords(KeepingView view) {
        String until = shell().times().time(view.keptUntil());
        say("%s is kept until %s, used or not.".formatted(view.name(), until));
    }
}
