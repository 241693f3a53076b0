package slipway.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The submissions of the crash test: issued one by one, and compared with their outcome at the end. */
final class CrashTestJobs {

    private final int all;
    private final Semaphore allowed = new Semaphore(0);
    private final AtomicInteger issued = new AtomicInteger();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    CrashTestJobs(int all) {
        this.all = all;
    }

    /** Allows more submissions, which are spread over all restarts of the server. */
    void allow(int more) {
        allowed.release(more);
    }

    /** Waits for the next job to submit; empty after the last. */
    Optional<CrashTestJob> next() throws InterruptedException {
        allowed.acquire();
        int number = issued.getAndIncrement();
        return number < all ? Optional.of(new CrashTestJob(number)) : Optional.empty();
    }

    void acknowledged(CrashTestJob chore, String id) {
        acknowledged.put(chore.key(), id);
    }

    int acknowledged() {
        return acknowledged.size();
    }

    /**
     * The numbers of faulty jobs.
     *
     * @param lost acknowledged, and not stored or stored under another id
     * @param duplicated stored more than once
     * @param wrong stored, without exactly one correct end
     * @param overrun run twice at the same time, or an attempt's script run twice
     * @param inconsistent the number of completed runs differs from the journal
     * @param reports for each of them the expected end, the events of the journal and its own lines
     */
    record Verdict(
            long lost,
            long duplicated,
            long wrong,
            long overrun,
            long inconsistent,
            List<String> reports) {

        Verdict {
            reports = List.copyOf(reports);
        }

        boolean isCorrect() {
            return lost + duplicated + wrong + overrun + inconsistent == 0;
        }
    }

    Verdict compare(JournalHistory story, JobOutput witness) {
        return new Verdict(
                count(chore -> isLost(chore, story)),
                count(chore -> isDuplicated(chore, story)),
                count(chore -> isWrong(chore, story)),
                witness.overlapping().size() + witness.ranTwice().size(),
                count(chore -> isInconsistent(chore, story, witness)),
                jobs().flatMap(chore -> report(chore, story, witness).stream()).toList());
    }

    private Stream<CrashTestJob> jobs() {
        return IntStream.range(0, all).mapToObj(CrashTestJob::new);
    }

    private long count(Predicate<CrashTestJob> found) {
        return jobs().filter(found).count();
    }

    /** A report of a faulty job with all its events. */
    private Optional<String> report(CrashTestJob chore, JournalHistory story, JobOutput witness) {
        List<String> charges = new ArrayList<>();
        addFault(charges, "lost", isLost(chore, story));
        addFault(charges, "doubled", isDuplicated(chore, story));
        addFault(charges, "wrong end", isWrong(chore, story));
        addFault(charges, "run at once", isOverrun(chore, witness));
        addFault(charges, "run too often or too seldom", isInconsistent(chore, story, witness));
        if (charges.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s %s: %s; acknowledged as %s, it should run to its end %d times"
                        .formatted(
                                chore.key(),
                                chore.sort(),
                                String.join(", ", charges),
                                acknowledged.getOrDefault(chore.key(), "nothing"),
                                chore.runs()));
        story.ids(chore.key()).stream()
                .flatMap(id -> story.events(id).stream())
                .forEach(told -> lines.add("  journal: " + told));
        witness.lines(chore.key()).forEach(said -> lines.add("  witness: " + said));
        return Optional.of(String.join("\n", lines));
    }

    private static void addFault(List<String> charges, String charge, boolean holds) {
        if (holds) {
            charges.add(charge);
        }
    }

    private static boolean isDuplicated(CrashTestJob chore, JournalHistory story) {
        return story.ids(chore.key()).size() > 1;
    }

    private static boolean isOverrun(CrashTestJob chore, JobOutput witness) {
        return witness.overlapping().contains(chore.key())
                || witness.attempts(chore.key()).keySet().stream()
                        .anyMatch(witness.ranTwice()::contains);
    }

    private boolean isLost(CrashTestJob chore, JournalHistory story) {
        return Optional.ofNullable(acknowledged.get(chore.key()))
                .filter(id -> !story.ids(chore.key()).contains(id))
                .isPresent();
    }

    private static boolean isWrong(CrashTestJob chore, JournalHistory story) {
        return story.ids(chore.key()).stream()
                .map(story::ends)
                .anyMatch(
                        ends ->
                                ends.size() != 1
                                        || !chore.mayEnd(
                                                ends.getFirst().outcome(),
                                                ends.getFirst().exitCode()));
    }

    /** Checks that a finished job completed as often as required, and that no unknown job ran. */
    private static boolean isInconsistent(
            CrashTestJob chore, JournalHistory story, JobOutput witness) {
        long toTheEnd =
                witness.attempts(chore.key()).values().stream()
                        .filter(JobOutput.Ran.COMPLETED::equals)
                        .count();
        boolean isThere = !story.ids(chore.key()).isEmpty();
        return isThere ? toTheEnd != chore.runs() : !witness.attempts(chore.key()).isEmpty();
    }
}
