package slipway.audit;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;

/** Copies seals to the mirror, in order. A failure is reported as state and retried; it never delays sealing. */
final class SealExport {

    private static final Logger LOG = LoggerFactory.getLogger(SealExport.class);

    private final SealMirror mirror;
    private final Seals seals;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile Audit.Mirror state;

    /** All seals up to this number are known to be in the mirror. */
    private long mirroredUpTo;

    SealExport(SealMirror place, Seals seals) {
        this.mirror = place;
        this.seals = seals;
        this.state = new Audit.Mirror(place.folder(), 0, Optional.empty(), Optional.empty());
    }

    Audit.Mirror state() {
        return state;
    }

    /** Copies the missing seals. Returns at once if another thread is copying. */
    void copyMissing() {
        if (!busy.compareAndSet(false, true)) {
            return;
        }
        try {
            long newest = seals.last().map(Seal::number).orElse(0L);
            for (Seal seal : newest > mirroredUpTo ? missing() : List.<Seal>of()) {
                mirror.store(seal);
                recordProgress(seal.number(), Optional.of(seal.at()));
            }
            if (newest > mirroredUpTo) {
                recordProgress(newest, seals.last().map(Seal::at));
            }
        } catch (IOException | Problem e) {
            recordFailure(e);
        } finally {
            busy.set(false);
        }
    }

    /** The first call lists the folder; its newest seal is compared, so that a wrong folder is noticed. */
    private List<Seal> missing() throws IOException {
        NavigableSet<Long> mirrored = mirroredUpTo == 0 ? mirror.numbers() : new TreeSet<>();
        long newest = mirrored.isEmpty() ? 0 : mirrored.last();
        return seals.stored(
                number ->
                        number > mirroredUpTo && (number == newest || !mirrored.contains(number)));
    }

    private void recordProgress(long number, Optional<Instant> at) {
        mirroredUpTo = number;
        state = new Audit.Mirror(mirror.folder(), number, at, Optional.empty());
    }

    private void recordFailure(Exception e) {
        String sentence = e instanceof Problem problem ? problem.what() : e.toString();
        if (state.problem().isEmpty()) {
            LOG.warn("Seals do not reach {}: {}", mirror.folder(), sentence);
        }
        state =
                new Audit.Mirror(
                        mirror.folder(), state.seals(), state.newest(), Optional.of(sentence));
    }
}
