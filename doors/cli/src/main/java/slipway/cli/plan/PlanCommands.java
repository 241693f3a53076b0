package slipway.cli.plan;

import picocli.CommandLine;
import slipway.cli.command.Group;
import slipway.cli.command.Shell;

/** {@code slipway plan}. */
public final class PlanCommands {

    private PlanCommands() {}

    public static CommandLine line(Shell shell) {
        return Group.of(
                "plan",
                "How well training is predicted, against measurements of your own.",
                new EvaluateCommand(shell));
    }
}
