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

/** Looks at everything there is a check for. */
public final class Doctor {

    /** In the order in which they are shown. Whoever adds one adds its help page, too. */
    private static final List<DoctorCheck> CHECKS =
            List.of(
                    new DataCheck(),
                    new DiskCheck(),
                    new FsyncCheck(System::nanoTime),
                    new DatabaseCheck(),
                    new KeyCheck(),
                    new SecondPlaceCheck(),
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
     * Everything that was found.
     *
     * @param reading reads the configuration; where it has mistakes, what rests on it is not looked at
     */
    public List<CheckResult> examine(Supplier<Config> reading) {
        var findings = new ArrayList<CheckResult>();
        findings.add(JavaCheck.look(Runtime.version(), JavaCheck.vendor()));
        try {
            Config config = reading.get();
            findings.addAll(ConfigurationCheck.good(config));
            findings.addAll(examine(new DoctorContext(config, version, clock.instant()), CHECKS));
        } catch (Problem mistakes) {
            findings.addAll(ConfigurationCheck.bad(mistakes));
        }
        return List.copyOf(findings);
    }

    static List<CheckResult> examine(DoctorContext doctorContext, List<DoctorCheck> checks) {
        return checks.stream()
                .flatMap(doctorCheck -> examine(doctorContext, doctorCheck).stream())
                .toList();
    }

    private static List<CheckResult> examine(DoctorContext doctorContext, DoctorCheck doctorCheck) {
        try {
            return doctorCheck.look(doctorContext);
        } catch (Problem problem) {
            return List.of(CheckResult.fail(doctorCheck.name(), doctorCheck.title(), problem));
        }
    }

    /** Every name a finding can go by, and so every help page there must be. */
    public static List<String> names() {
        var names = new ArrayList<>(List.of(JavaCheck.NAME, ConfigurationCheck.NAME));
        CHECKS.forEach(doctorCheck -> names.add(doctorCheck.name()));
        return List.copyOf(names);
    }
}
