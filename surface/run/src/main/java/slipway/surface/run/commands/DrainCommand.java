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
        description = "Let a node finish its work, and start nothing new.",
        footer = {
            "",
            "Examples",
            "  slipway drain h100-b1 --because 'The fan is replaced.'",
            "  slipway return h100-b1    when the work is finished"
        })
final class DrainCommand extends RemoteCommand {

    @Parameters(paramLabel = "NODE", description = "The node: slipway nodes.")
    private String node = "";

    @Option(
            names = "--because",
            required = true,
            paramLabel = "TEXT",
            description = "The reason, shown in the list of nodes.")
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
                this::print);
    }

    private void print(NodeView view) {
        String remaining =
                view.workloads().isEmpty()
                        ? "No workload runs there."
                        : Format.count(view.workloads().size(), "workload")
                                + (view.workloads().size() == 1 ? " still runs" : " still run")
                                + " there and will finish.";
        say("%s is drained and gets no new work. %s".formatted(view.node(), remaining));
        say("Return it to service: slipway return " + view.node());
    }
}
