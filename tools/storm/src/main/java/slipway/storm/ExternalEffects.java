package slipway.storm;

import java.util.List;
import java.util.Set;
import slipway.journal.Event;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;

/** A reader with external effects, like a webhook: it fails at times, also half-way. */
final class ExternalEffects implements JournalReader {

    /** The events that arrived; they survive every crash of a server. */
    static final class ExternalSystem {
        private long reached;

        long reached() {
            return reached;
        }

        private void arrive(long seq) {
            InvariantViolation.unless(
                    seq <= reached + 1,
                    () -> "The outside was told event " + seq + " and never " + (reached + 1));
            reached = Math.max(reached, seq);
        }
    }

    private final ExternalSystem externalSystem;
    private final slipway.storm.StormRun stormRun;
    private final StormRandom stormRandom;

    ExternalEffects(
            ExternalSystem outside, slipway.storm.StormRun stormRun, StormRandom stormRandom) {
        this.externalSystem = outside;
        this.stormRun = stormRun;
        this.stormRandom = stormRandom;
    }

    @Override
    public String name() {
        return "outside";
    }

    @Override
    public Set<JournalStream> streams() {
        return Set.of(JournalStream.FACTS, JournalStream.TICKS);
    }

    @Override
    public List<RowChange> apply(List<Event> events) {
        long before = 0;
        for (Event event : events) {
            if (!stormRun.calm() && stormRandom.chance(60)) {
                throw new IllegalStateException("the webhook answers 500");
            }
            long last = before;
            InvariantViolation.unless(
                    event.seq() > last, () -> event.seq() + " was told after " + last);
            externalSystem.arrive(event.seq());
            before = event.seq();
        }
        return List.of();
    }
}
