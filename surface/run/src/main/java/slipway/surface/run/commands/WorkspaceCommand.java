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
        description = "Start JupyterLab, VS Code or a terminal.",
        footer = {
            "",
            "Examples",
            "  slipway workspace jupyter                  JupyterLab in the current folder",
            "  slipway workspace code --gpus H100:1       VS Code with an accelerator",
            "  slipway workspace shell --idle 8h          a terminal; stopped after 8 hours without use",
            "",
            "The node needs jupyterlab, code-server or ttyd. The command prints an address for the browser. An unused",
            "workspace is stopped; its page and slipway ps warn ten minutes before. To keep it: slipway extend",
            "Open it again: slipway open NAME. Other apps that listen on SLIPWAY_SOCKET: slipway help workloads"
        })
final class WorkspaceCommand extends SubmittingCommand {

    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "APP", description = "jupyter, code or shell.")
    private String app = "";

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description = "Stop after this time without use. Default: set by team, 2h.")
    private Optional<String> idle = Optional.empty();

    WorkspaceCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    WorkloadSpec spec(SpecOverrides flags) {
        SpecOverrides defaults =
                SpecOverrides.NONE
                        .with("app", "APP", app)
                        .with("workdir", "--workdir", shell().here().toString());
        if (app.matches("[a-z]{1,20}")) {
            defaults = defaults.with("name", "--name", app);
        }
        if (idle.isPresent()) {
            defaults = defaults.with("idle", "--idle", idle.get());
        }
        Document document = Document.of("slipway workspace", "kind: workspace\n");
        return WorkloadSpec.read(
                document, new SpecOverrides(flags.block().mergedOver(defaults.block())));
    }

    /** Waits until it listens, however long it is queued. Interrupting the wait does not stop the workspace. */
    @Override
    boolean afterSubmit(WorkloadView submitted) {
        var show = ApiCall.to(WorkspaceRoutes.SHOW).with(PathParameter.WORKLOAD, submitted.id());
        WorkspaceView now = ask(show);
        while (!now.listens() && !ended(now.state())) {
            if (!pause()) {
                return true;
            }
            now = ask(show);
        }
        if (ended(now.state())) {
            WorkloadView end =
                    ask(
                            ApiCall.to(WorkloadRoutes.SHOW)
                                    .with(PathParameter.WORKLOAD, submitted.id()));
            say("%s has %s. %s".formatted(end.name(), end.state(), end.because().orElse("")));
            return false;
        }
        say("It is ready. This address works once, within five minutes:");
        terminal()
                .printVerbatim(
                        ask(ApiCall.to(WorkspaceRoutes.ENTER)
                                        .with(PathParameter.WORKLOAD, submitted.id()))
                                .address());
        say("Create another: slipway open " + now.name());
        return true;
    }

    private static boolean ended(String state) {
        return state.equals("succeeded") || state.equals("failed") || state.equals("cancelled");
    }

    private static boolean pause() {
        try {
            ClientTimeouts.defaults().sleeper().sleep(POLL_INTERVAL);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
