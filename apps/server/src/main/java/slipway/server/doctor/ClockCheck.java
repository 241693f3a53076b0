package slipway.server.doctor;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.journal.sql.DatabaseStatus;

/** The clock: it must be set, and not be behind the server's last write. */
final class ClockCheck implements DoctorCheck {

    /** Earlier times are impossible, because the program did not exist then. */
    private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

    /** The tolerated difference between two readings. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private static final String FIX = "synchronize it: timedatectl set-ntp true";

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public String title() {
        return "clock";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        Instant now = context.now();
        String reads = Format.times(now, ZoneOffset.UTC).exact(now);
        if (now.isBefore(EARLIEST)) {
            return List.of(fail("it reads " + reads + ", which is impossible", FIX));
        }
        Duration behind =
                newest(context).map(at -> Duration.between(now, at)).orElse(Duration.ZERO);
        return List.of(
                behind.compareTo(TOLERANCE) > 0
                        ? warn(
                                Format.duration(behind)
                                        + " behind the server's last write; the server follows after ten minutes",
                                FIX)
                        : ok("clock reads " + reads));
    }

    /** Empty if the database cannot be read, which the database check reports. */
    private static Optional<Instant> newest(DoctorContext context) {
        try {
            return context.database().flatMap(DatabaseStatus::newest);
        } catch (Problem reportedElsewhere) {
            return Optional.empty();
        }
    }
}
