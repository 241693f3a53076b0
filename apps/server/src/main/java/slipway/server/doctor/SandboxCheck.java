package slipway.server.doctor;

import java.util.List;
import java.util.function.Supplier;
import slipway.run.sandbox.IsolationLevel;
import slipway.server.config.EngineKind;
import slipway.server.config.SandboxUse;

/** The isolation of jobs on this machine, their account, and what a better sandbox needs. */
final class SandboxCheck implements DoctorCheck {

    private final Supplier<IsolationLevel> detect;

    SandboxCheck(Supplier<IsolationLevel> detect) {
        this.detect = detect;
    }

    @Override
    public String name() {
        return "sandbox";
    }

    @Override
    public String title() {
        return "sandbox";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        if (context.config().sandbox() == SandboxUse.OFF) {
            return List.of(
                    warn(
                            "disabled by run.sandbox: off; " + runAs(),
                            "remove run.sandbox: off, unless all jobs trust each other"));
        }
        if (context.config().engine() == EngineKind.SLURM) {
            return List.of(
                    ok(
                            "sandbox is bubblewrap on the nodes%s; %s"
                                    .formatted(onNodes(context), runAs())));
        }
        IsolationLevel isolationLevel = detect.get();
        return List.of(
                isolationLevel
                        .lack()
                        .map(
                                lack ->
                                        warn(
                                                withoutSandbox(context, isolationLevel, lack),
                                                lack.next()))
                        .orElseGet(
                                () ->
                                        ok(
                                                "sandbox is "
                                                        + isolationLevel.description()
                                                        + "; "
                                                        + runAs())));
    }

    /** The doctor starts no job on a cluster. The server probes the nodes and logs the result. */
    private static String onNodes(DoctorContext context) {
        return context.config().sandbox() == SandboxUse.NEEDED
                ? ": each node probes it and starts no job without it"
                : " where it works, otherwise none";
    }

    private static String withoutSandbox(
            DoctorContext context, IsolationLevel isolationLevel, IsolationLevel.Lack lack) {
        String effect =
                context.config().sandbox() == SandboxUse.NEEDED
                        ? "; with more than one team the server does not start"
                        : "";
        return "%s (%s); %s%s".formatted(isolationLevel.description(), lack.why(), runAs(), effect);
    }

    private static String runAs() {
        return "jobs run as %s, like the server".formatted(System.getProperty("user.name"));
    }
}
