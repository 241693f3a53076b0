package slipway.server.doctor;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.run.local.nvml.GpuDriver;
import slipway.run.sandbox.IsolationLevel;
import slipway.run.slurm.SlurmSurvey;
import slipway.server.config.Config;

/** Runs all checks. */
public final class Doctor {

    /** In display order. Every check needs a help page. */
    private static final List<DoctorCheck> CHECKS =
            List.of(
                    new DataCheck(),
                    new DiskCheck(),
                    new FsyncCheck(System::nanoTime),
                    new DatabaseCheck(),
                    new KeyCheck(),
                    new SealMirrorCheck(),
                    new TlsCheck(),
                    new ClockCheck(),
                    new SandboxCheck(IsolationLevel::detect),
                    new AcceleratorCheck(Path.of("/dev/nvidiactl"), GpuDriver::detect),
                    new SlurmCheck(SlurmSurvey::of),
                    UnitCheck.ofThisMachine(),
                    new ServerCheck());

    private final String version;
    private final InstantSource clock;

    public Doctor(String version, InstantSource clock) {
        this.version = version;
        this.clock = clock;
    }

    /**
     * Returns all findings.
     *
     * @param reading reads the configuration; if it has mistakes, checks that need it are skipped
     */
    public List<CheckResult> examine(Supplier<Config> reading) {
        var findings = new ArrayList<CheckResult>();
        findings.add(JavaCheck.run(Runtime.version(), JavaCheck.vendor()));
        try {
            Config config = reading.get();
            findings.addAll(ConfigurationCheck.good(config));
            findings.addAll(examine(new DoctorContext(config, version, clock.instant()), CHECKS));
        } catch (Problem mistakes) {
            findings.addAll(ConfigurationCheck.bad(mistakes));
        }
        return List.copyOf(findings);
    }

    static List<CheckResult> examine(DoctorContext context, List<DoctorCheck> checks) {
        return checks.stream().flatMap(check -> examine(context, check).stream()).toList();
    }

    private static List<CheckResult> examine(DoctorContext context, DoctorCheck check) {
        try {
            return check.run(context);
        } catch (Problem problem) {
            return List.of(CheckResult.fail(check.name(), check.title(), problem));
        }
    }

    /** The names of all checks, and so of all help pages. */
    public static List<String> names() {
        var names = new ArrayList<>(List.of(JavaCheck.NAME, ConfigurationCheck.NAME));
        CHECKS.forEach(check -> names.add(check.name()));
        return List.copyOf(names);
    }
}
