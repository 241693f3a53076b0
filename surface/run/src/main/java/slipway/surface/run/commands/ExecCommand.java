package slipway.surface.run.commands;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.EventFeed;
import slipway.surface.run.api.ExecRoutes;
import slipway.surface.run.api.ExecRoutes.NewVisit;
import slipway.surface.run.api.ExecRoutes.SaidView;
import slipway.surface.run.api.ExecRoutes.VisitView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway exec}. */
@Command(
        name = "exec",
        description = "Run a command in the sandbox of a running workload.",
        footer = {
            "",
            "Examples",
            "  slipway exec digits -- nvidia-smi",
            "  slipway exec digits -- sh -c 'ls -l $SLIPWAY_CHECKPOINT_DIR'",
            "  slipway exec digits --rank 1 -- ps aux      on the second node",
            "  slipway exec digits --stacks                stacks of its Python processes, to debug a hang",
            "",
            "The command has the same access as the workload. It ends with the workload, after an hour, or when you",
            "disconnect. It has no standard input. slipway exec exits with the exit code of the command. The journal",
            "records each command and its user."
        })
final class ExecCommand extends RemoteCommand implements IExitCodeGenerator {

    /** The stack of every Python process from py-spy; without py-spy, the kernel function that it waits in. */
    private static final String STACKS =
            """
            for folder in /proc/[0-9]*; do
                pid=${folder#/proc/}
                read -r name < "$folder/comm" 2> /dev/null || continue
                case $name in python*|pt_main*|torchrun*)
                    echo "== $pid $(tr '\\0' ' ' < "$folder/cmdline")"
                    if command -v py-spy > /dev/null; then py-spy dump --pid "$pid"
                    else echo "waits in $(cat "$folder/wchan"); install py-spy in its environment to see its stack"
                    fi ;;
                esac
            done
            """;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Name or id of the workload: slipway ps.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The program and its arguments, after --.")
    private List<String> command = List.of();

    @Option(
            names = "--rank",
            paramLabel = "NUMBER",
            description = "Run on this node of the gang. Default: 0, the first.")
    private Optional<Long> rank = Optional.empty();

    @Option(names = "--stacks", description = "Show the stacks of its Python processes.")
    private boolean stacks;

    private int exitCode;

    ExecCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (stacks == !command.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    stacks
                            ? "--stacks and a command exclude each other."
                            : "exec needs a command to run.",
                    "Usage: slipway exec NAME [--rank NUMBER] -- COMMAND, or NAME --stacks.",
                    "More: slipway help exec");
        }
        List<String> arguments = stacks ? List.of("sh", "-c", STACKS) : command;
        VisitView exec =
                ask(
                        ApiCall.to(ExecRoutes.BEGIN)
                                .with(PathParameter.WORKLOAD, name)
                                .sending(new NewVisit(arguments, rank)));
        var output =
                ApiCall.to(ExecRoutes.FOLLOW)
                        .with(PathParameter.WORKLOAD, name)
                        .with(PathParameter.VISIT, exec.visit());
        try (EventFeed<SaidView> eventFeed = stream(output)) {
            SaidView part = eventFeed.next();
            show(part);
            while (part.exitCode().isEmpty() && !terminal().isOutputClosed()) {
                part = eventFeed.next();
                show(part);
            }
            exitCode = part.exitCode().map(Math::toIntExact).orElse(0);
        }
    }

    private void show(SaidView part) {
        if (asJson()) {
            byte[] json = ExecRoutes.FOLLOW.answer().write(part);
            terminal().json(new String(json, StandardCharsets.UTF_8));
        } else {
            terminal().out().print(part.text().orElse(""));
            terminal().out().flush();
        }
    }

    @Override
    public int getExitCode() {
        return exitCode;
    }
}
