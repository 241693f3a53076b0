package slipway.surface.run.commands;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.NodeRoutes.NewDrain;
import slipway.surface.run.api.NodeRoutes.NodeView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway drain}. */
@Command(
        name = "drain",
        description = "Lets a node finish what it runs, and gives it nothing new.",
        footer = {
            "",
            "Examples",
            "  slipway drain h100-b1 --because 'The fan is replaced.'",
            "  slipway return h100-b1    when it is done"
        })
final class DrainCommand extends RemoteCommand {

    @Parameters(paramLabel = "NODE", description = "The node: slipway nodes.")
    private String node = "";

    @Option(
            names = "--because",
            required = true,
            paramLabel = "TEXT",
            description = "Why, for whoever wonders.")
    private String because = "";

    DrainCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        show(
                ApiCall.to(NodeRoutes.DRAIN)
                        .with(PathParameter.NODE, node)
                        .sending(new NewDrain(because)),
                this::inWords);
    }

    private void inWords(NodeView view) {
        String left =
                view.workloads().isEmpty()
                        ? "Nothing runs there any more."
                        : Format.count(view.workloads().size(), "workload")
                                + (view.workloads().size() == 1 ? " still runs" : " still run")
                                + " there and may finish.";
        say("%s gets nothing new. %s".formatted(view.node(), left));
        say("Back into service: slipway return " + view.node());
    }
}
