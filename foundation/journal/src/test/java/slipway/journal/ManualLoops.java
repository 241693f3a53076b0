package slipway.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Loops that run only when a test says so, one round at a time, so that every interleaving can be written down. */
final class ManualLoops implements LoopExecutor {

    private final Map<String, Work> works = new LinkedHashMap<>();

    @Override
    public void start(String name, Work work) {
        works.put(name, work);
    }

    @Override
    public void close() {}

    /** One round of this loop. As on a thread, a failure ends the loop and is reported to its work. */
    boolean round(String name) {
        Work work = Objects.requireNonNull(works.get(name));
        try {
            return work.round(false);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } catch (RuntimeException | Error e) {
            work.onFailure(e);
            return false;
        }
    }

    /** Rounds of all loops until none has anything to do. */
    void settle() {
        boolean busy = true;
        for (int i = 0; busy; i++) {
            if (i > 1_000) {
                throw new AssertionError("The loops never settle");
            }
            busy = false;
            for (String name : works.keySet()) {
                busy |= round(name);
            }
        }
    }
}
