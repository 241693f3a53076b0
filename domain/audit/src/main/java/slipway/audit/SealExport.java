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

/** Brings seals to the second place, in order. Trouble there is told as state and tried again; it holds nothing up. */
final class SealExport {

    private static final Logger LOG = LoggerFactory.getLogger(SealExport.class);

    private final SealMirror place;
    private final Seals seals;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile Audit.Place state;

    /** Up to this number all are known to be there. */
    private long upTo;

    SealExport(SealMirror place, Seals seals) {
        this.place = place;
        this.seals = seals;
        this.state = new Audit.Place(place.folder(), 0, Optional.empty(), Optional.empty());
    }

    Audit.Place state() {
        return state;
    }

    /** Brings what is not there yet. Whoever comes while another is at it leaves it to him. */
    void bring() {
        if (!busy.compareAndSet(false, true)) {
            return;
        }
        try {
            long newest = seals.last().map(Seal::number).orElse(0L);
            for (Seal seal : newest > upTo ? missing() : List.<Seal>of()) {
                place.bring(seal);
                reached(seal.number(), Optional.of(seal.at()));
            }
            if (newest > upTo) {
                reached(newest, seals.last().map(Seal::at));
            }
        } catch (IOException | Problem e) {
            trouble(e);
        } finally {
            busy.set(false);
        }
    }

    /**
     * The first time the folder is looked through; the newest one there is compared, so that a wrong folder is
     * noticed.
     */
    private List<Seal> missing() throws IOException {
        NavigableSet<Long> there = upTo == 0 ? place.numbers() : new TreeSet<>();
        long newest = there.isEmpty() ? 0 : there.last();
        return seals.stored(
                number -> number > upTo && (number == newest || !there.contains(number)));
    }

    private void reached(long number, Optional<Instant> at) {
        upTo = number;
        state = new Audit.Place(place.folder(), number, at, Optional.empty());
    }

    private void trouble(Exception e) {
        String sentence = e instanceof Problem problem ? problem.what() : e.toString();
        if (state.trouble().isEmpty()) {
            LOG.warn("Seals do not reach {}: {}", place.folder(), sentence);
        }
        state =
                new Audit.Place(
                        place.folder(), state.seals(), state.newest(), Optional.of(sentence));
    }
}
