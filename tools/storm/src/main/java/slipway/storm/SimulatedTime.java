package slipway.storm;

import java.time.Duration;
import java.time.Instant;
import slipway.journal.Journal;

/** The machine's clock, which may jump, and its counter, which does not. */
final class SimulatedTime {

    private Instant wall = Instant.parse("2026-09-17T14:20:00Z");
    private long nanos;

    Journal.Times times() {
        return new Journal.Times(() -> wall, () -> nanos);
    }

    void forward(Duration by) {
        wall = wall.plus(by);
        nanos += by.toNanos();
    }

    /** As when a clock is corrected, in either direction. */
    void jump(Duration by) {
        wall = wall.plus(by);
    }

    @Override
    public String toString() {
        return wall.toString();
    }
}
