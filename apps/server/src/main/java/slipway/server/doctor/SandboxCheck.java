package slipway.server.doctor;

import java.util.List;
import java.util.function.Supplier;
import slipway.run.sandbox.IsolationLevel;
import slipway.server.config.EngineKind;
import slipway.server.config.SandboxUse;

/** How well jobs are kept apart here, as whom they run, and why that is not better. */
final class SandboxCheck implements DoctorCheck {

    private final Supplier<IsolationLevel> look;

    SandboxCheck(Supplier<IsolationLevel> look) {
        this.look = look;
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        if (doctorContext.config().sandbox() == SandboxUse.OFF) {
            return List.of(
                    warn(
                            "no sandbox, as run.sandbox: off says; " + runAs(),
                            "take run.sandbox: off away, unless nothing here is secret"));
        }
        if (doctorContext.config().engine() == EngineKind.SLURM) {
            return List.of(
                    ok(
                            "sandbox is bubblewrap on the nodes%s; %s"
                                    .formatted(there(doctorContext), runAs())));
        }
        IsolationLevel isolationLevel = look.get();
        return List.of(
                isolationLevel
                        .lack()
                        .map(
                                lack ->
                                        warn(
                                                lacking(doctorContext, isolationLevel, lack),
                                                lack.next()))
                        .orElseGet(
                                () ->
                                        ok(
                                                "sandbox is "
                                                        + isolationLevel.description()
                                                        + "; "
                                                        + runAs())));
    }

    /** Nothing is started on a cluster only to look at it: the server does that, and says in its log what it found. */
    private static String there(DoctorContext doctorContext) {
        return doctorContext.config().sandbox() == SandboxUse.NEEDED
                ? ": each tries it for itself, and starts no job where it does not work"
                : " where it works, and none where it does not";
    }

    private static String lacking(
            DoctorContext doctorContext, IsolationLevel isolationLevel, IsolationLevel.Lack lack) {
        String then =
                doctorContext.config().sandbox() == SandboxUse.NEEDED
                        ? "; with more than one team the server does not start"
                        : "";
        return "%s (%s); %s%s".formatted(isolationLevel.description(), lack.why(), runAs(), then);
    }

    private static String runAs() {
        return "jobs run as %s, like the server".formatted(System.getProperty("user.name"));
    }
}
