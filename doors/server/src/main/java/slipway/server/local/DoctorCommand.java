package slipway.server.local;

import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Option;
import slipway.base.Kind;
import slipway.server.config.Surroundings;
import slipway.server.local.doctor.Doctor;
import slipway.server.local.doctor.Report;

/** {@code slipway doctor}: whether this machine and the data on it are as a server needs them, and what to fix. */
@Command(
        name = "doctor",
        description =
                "Looks at this machine and at the data, and says what to fix. Changes nothing.",
        footer = {
            "",
            "slipway doctor                      this machine and the usual data directory",
            "slipway doctor --data /srv/slipway  another data directory",
            "slipway doctor --json               for a monitor",
            "slipway help doctor/fsync           what a check means, and what to do",
            "Exit code 0: nothing fails, though there may be warnings. 6: something fails."
        })
final class DoctorCommand extends ConfiguredCommand implements IExitCodeGenerator {

    private final Program program;
    private final AtomicBoolean good = new AtomicBoolean(true);

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    DoctorCommand(Surroundings surroundings, Program program) {
        super(surroundings);
        this.program = program;
    }

    @Override
    public void run() {
        var doctor = new Doctor(program.version(), program.clock());
        var report = new Report(doctor.examine(this::quietConfig));
        if (json) {
            say(report.json().toPrettyString());
        } else {
            report.lines(80).forEach(this::say);
        }
        good.set(report.good());
    }

    @Override
    public int getExitCode() {
        return good.get() ? 0 : Kind.OUTSIDE.exitCode();
    }
}
