package slipway.server.doctor;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.journal.sql.DatabaseStatus;

/** The machine's clock: that it is set at all, and not before what was written last. */
final class ClockCheck implements DoctorCheck {

    /** No program of this age runs before it was written. */
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    /** What two looks at one clock may differ by. */
    private static final Duration NOTHING = Duration.ofSeconds(2);

    private static final String SET = "set it, and keep it set: timedatectl set-ntp true";

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public String title() {
        return "clock";
    }

    @Override
    public List<CheckResult> look(DoctorContext doctorContext) {
        Instant now = doctorContext.now();
        String reads = Format.times(now, ZoneOffset.UTC).exact(now);
        if (now.isBefore(LONG_AGO)) {
            return List.of(fail("it says " + reads + ", which cannot be", SET));
        }
        Duration behind =
                newest(doctorContext).map(at -> Duration.between(now, at)).orElse(Duration.ZERO);
        return List.of(
                behind.compareTo(NOTHING) > 0
                        ? warn(
                                Format.duration(behind)
                                        + " behind the newest event; until it is right the journal keeps its own time",
                                SET)
                        : ok("clock says " + reads));
    }

    /** Where the database cannot be looked at, its own check says so. */
    private static Optional<Instant> newest(DoctorContext doctorContext) {
        try {
            return doctorContext.database().flatMap(DatabaseStatus::newest);
        } catch (Problem toldElsewhere) {
            return Optional.empty();
        }
    }
}
