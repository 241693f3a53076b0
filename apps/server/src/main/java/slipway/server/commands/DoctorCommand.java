package slipway.server.commands;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Option;
import slipway.base.ProblemKind;
import slipway.server.doctor.CheckGrade;
import slipway.server.doctor.Doctor;
import slipway.server.doctor.DoctorReport;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.Tone;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway doctor}: checks this machine and the data directory, and prints fixes. */
@Command(
        name = "doctor",
        description = "Check this machine and the data. Changes nothing.",
        footer = {
            "",
            "Examples",
            "  slipway doctor                        this machine and the default data directory",
            "  slipway doctor --data /srv/slipway    another data directory",
            "  slipway doctor --json                 for monitoring",
            "  slipway help doctor/fsync             explain a check and its fix",
            "",
            "Exit code 0: no failure, possibly warnings. 6: at least one failure."
        })
final class DoctorCommand extends ConfiguredCommand implements IExitCodeGenerator {

    /** A pipe has no width: it gets one finding per line. */
    private static final int ONE_COLUMN = 80;

    private final AtomicBoolean good = new AtomicBoolean(true);

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    DoctorCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        var doctor = new Doctor(environment().version(), environment().clock());
        var report = new DoctorReport(doctor.examine(this::quietConfig));
        if (json) {
            environment().terminal().json(report.json().toPrettyString());
        } else {
            print(report, environment().terminal());
        }
        good.set(report.good());
    }

    /** A line that fits is printed unchanged to keep its columns; a longer one is wrapped by the terminal. */
    private void print(DoctorReport report, Terminal terminal) {
        int width =
                terminal.capabilities().stdoutIsTerminal()
                        ? terminal.capabilities().width()
                        : ONE_COLUMN;
        List<String> plain = report.lines(width, CheckGrade::label);
        List<String> shown =
                report.lines(width, grade -> terminal.toned(tone(grade), grade.label()));
        for (int i = 0; i < shown.size(); i++) {
            if (plain.get(i).length() <= width) {
                terminal.out().println(shown.get(i));
            } else {
                print(shown.get(i));
            }
        }
        terminal.out().flush();
    }

    private static Tone tone(CheckGrade grade) {
        return switch (grade) {
            case OK -> Tone.GOOD;
            case WARN -> Tone.WARNING;
            case FAIL -> Tone.BAD;
        };
    }

    @Override
    public int getExitCode() {
        return good.get() ? 0 : ProblemKind.OUTSIDE.exitCode();
    }
}
