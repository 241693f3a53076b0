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
        description =
                "Runs a command beside a running workload, in its sandbox, and shows what it prints.",
        footer = {
            "",
            "Examples",
            "  slipway exec digits -- nvidia-smi",
            "  slipway exec digits -- sh -c 'ls -l $SLIPWAY_CHECKPOINT_DIR'",
            "  slipway exec digits --rank 1 -- ps aux      on the second node",
            "  slipway exec digits --stacks                where its Python processes are, for one that hangs",
            "",
            "It sees what the workload sees, may no more, and ends with it, after an hour, or when you leave. Nothing",
            "can be typed into it. Its exit code is the command's own. Who ran what is in the journal."
        })
final class ExecCommand extends RemoteCommand implements IExitCodeGenerator {

    /** Every Python process, by py-spy where that is there, else by what the kernel says it waits in. */
    private static final String STACKS =
            """
            for folder in /proc/[0-9]*; do
                pid=${folder#/proc/}
                read -r name < "$folder/comm" 2> /dev/null || continue
                case $name in python*|pt_main*|torchrun*)
                    echo "== $pid $(tr '\\0' ' ' < "$folder/cmdline")"
                    if command -v py-spy > /dev/null; then py-spy dump --pid "$pid"
                    else echo "waits in $(cat "$folder/wchan"); with py-spy installed beside it, its stack stands here"
                    fi ;;
                esac
            done
            """;

    @Parameters(index = "0", paramLabel = "NAME", description = "Its name or id: slipway ps.")
    private String name = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The program and its arguments, behind --.")
    private List<String> command = List.of();

    @Option(
            names = "--rank",
            paramLabel = "NUMBER",
            description = "On this node of its gang; left out, on the first, 0.")
    private Optional<Long> rank = Optional.empty();

    @Option(names = "--stacks", description = "Shows the stacks of its Python processes.")
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
                    stacks ? "--stacks is a command already." : "exec needs a command to run.",
                    "Usage: slipway exec NAME [--rank NUMBER] -- COMMAND, or NAME --stacks.",
                    "More: slipway help exec");
        }
        List<String> words = stacks ? List.of("sh", "-c", STACKS) : command;
        VisitView visit =
                ask(
                        ApiCall.to(ExecRoutes.BEGIN)
                                .with(PathParameter.WORKLOAD, name)
                                .sending(new NewVisit(words, rank)));
        var said =
                ApiCall.to(ExecRoutes.FOLLOW)
                        .with(PathParameter.WORKLOAD, name)
                        .with(PathParameter.VISIT, visit.visit());
        try (EventFeed<SaidView> eventFeed = stream(said)) {
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
