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
        description = "Exempt a workspace or an idle job from idle shutdown.",
        footer = {
            "",
            "Examples",
            "  slipway extend jupyter --for 4h --because 'A long download.'",
            "  slipway extend train --for 2h --because 'It loads its data.'",
            "",
            "An unused workspace is stopped. A job that holds accelerators without using them is stopped if its team",
            "has set idle_jobs: stop. The owner of the workload and the leads and admins of its team may exempt it,",
            "for at most 7 days at a time. The journal records who did and why."
        })
final class ExtendCommand extends RemoteCommand {

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Name or id of the workload: slipway ps.")
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
            description = "The reason, for users who wait for its accelerators.")
    private String because = "";

    ExtendCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(WorkspaceRoutes.KEEP)
                        .with(PathParameter.WORKLOAD, name)
                        .sending(new NewKeeping(duration().toSeconds(), because)),
                this::print);
    }

    private Duration duration() {
        var value = new DocumentNode.Value(SourceLocation.of("--for"), time, false);
        return ValueType.duration()
                .read(value, MistakeCollector.forWhole())
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "--for %s is not a duration.".formatted(time),
                                        "A duration is a number and its unit.",
                                        "For example: --for 4h"));
    }

    private void print(KeepingView view) {
        String until = shell().times().time(view.keptUntil());
        say("%s is exempt from idle shutdown until %s.".formatted(view.name(), until));
    }
}
