package slipway.surface.run.commands;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.spec.Document;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ClientTimeouts;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.WorkspaceView;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway workspace}. */
@Command(
        name = "workspace",
        description = "Starts something to work in, and prints the address to open in a browser.",
        footer = {
            "",
            "Examples",
            "  slipway workspace jupyter                  JupyterLab, in the folder you are in",
            "  slipway workspace code --gpus H100:1       VS Code, with an accelerator",
            "  slipway workspace shell --idle 8h          a terminal, kept until nobody used it for 8 hours",
            "",
            "What it needs must be installed on the node: jupyterlab, code-server or ttyd. It is stopped when nobody",
            "uses it; ten minutes before, its page and slipway ps say so. Keep it: slipway extend NAME --for 4h",
            "Open it again: slipway open NAME. Something else that listens on SLIPWAY_SOCKET: slipway help workloads."
        })
final class WorkspaceCommand extends SubmittingCommand {

    private static final Duration EVERY = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "APP", description = "jupyter, code or shell.")
    private String app = "";

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description =
                    "It is stopped when nobody used it for so long; left out, its team says, usually 2h.")
    private Optional<String> idle = Optional.empty();

    WorkspaceCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    WorkloadSpec spec(SpecOverrides over) {
        SpecOverrides specOverrides =
                SpecOverrides.NONE
                        .with("app", "APP", app)
                        .with("workdir", "--workdir", shell().here().toString());
        if (app.matches("[a-z]{1,20}")) {
            specOverrides = specOverrides.with("name", "--name", app);
        }
        if (idle.isPresent()) {
            specOverrides = specOverrides.with("idle", "--idle", idle.get());
        }
        Document document = Document.of("slipway workspace", "kind: workspace\n");
        return WorkloadSpec.read(
                document, new SpecOverrides(over.block().mergedOver(specOverrides.block())));
    }

    /** Waits until it listens, however long it has to queue. Whoever breaks that off breaks off nothing else. */
    @Override
    boolean goesOn(WorkloadView taken) {
        var looking = ApiCall.to(WorkspaceRoutes.SHOW).with(PathParameter.WORKLOAD, taken.id());
        WorkspaceView now = ask(looking);
        while (!now.listens() && !isOver(now.state())) {
            if (!rested()) {
                return true;
            }
            now = ask(looking);
        }
        if (isOver(now.state())) {
            WorkloadView end =
                    ask(ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, taken.id()));
            say("%s has %s. %s".formatted(end.name(), end.state(), end.because().orElse("")));
            return false;
        }
        say("It is ready. This address leads in once, within five minutes:");
        terminal()
                .printVerbatim(
                        ask(ApiCall.to(WorkspaceRoutes.ENTER)
                                        .with(PathParameter.WORKLOAD, taken.id()))
                                .address());
        say("Another: slipway open " + now.name());
        return true;
    }

    private static boolean isOver(String state) {
        return state.equals("succeeded") || state.equals("failed") || state.equals("cancelled");
    }

    private static boolean rested() {
        try {
            ClientTimeouts.defaults().sleeper().sleep(EVERY);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
