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

/** {@code slipway doctor}: whether this machine and the data on it are as a server needs them, and what to fix. */
@Command(
        name = "doctor",
        description =
                "Looks at this machine and at the data, and says what to fix. Changes nothing.",
        footer = {
            "",
            "Examples",
            "  slipway doctor                        this machine and the usual data directory",
            "  slipway doctor --data /srv/slipway    another data directory",
            "  slipway doctor --json                 for a monitor",
            "  slipway help doctor/fsync             what a check means, and what to do",
            "",
            "Exit code 0: nothing fails, though there may be warnings. 6: something fails."
        })
final class DoctorCommand extends ConfiguredCommand implements IExitCodeGenerator {

    /** A pipe has no width; whoever reads it has one finding a line. */
    private static final int ONE_COLUMN = 80;

    private final AtomicBoolean good = new AtomicBoolean(true);

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    DoctorCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    public void run() {
        var doctor = new Doctor(shell().version(), shell().clock());
        var doctorReport = new DoctorReport(doctor.examine(this::quietConfig));
        if (json) {
            shell().terminal().json(doctorReport.json().toPrettyString());
        } else {
            tell(doctorReport, shell().terminal());
        }
        good.set(doctorReport.good());
    }

    /** A line that fits is printed as it is: its colours take no room, and its columns must stay. */
    private void tell(DoctorReport doctorReport, Terminal terminal) {
        int width =
                terminal.capabilities().stdoutIsTerminal()
                        ? terminal.capabilities().width()
                        : ONE_COLUMN;
        List<String> plain = doctorReport.lines(width, CheckGrade::word);
        List<String> shown =
                doctorReport.lines(
                        width, checkGrade -> terminal.toned(tone(checkGrade), checkGrade.word()));
        for (int i = 0; i < shown.size(); i++) {
            if (plain.get(i).length() <= width) {
                terminal.out().println(shown.get(i));
            } else {
                say(shown.get(i));
            }
        }
        terminal.out().flush();
    }

    private static Tone tone(CheckGrade checkGrade) {
        return switch (checkGrade) {
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
