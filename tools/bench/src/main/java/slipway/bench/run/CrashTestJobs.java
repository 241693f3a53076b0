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

/** The submissions of the crash test: handed out one by one, and compared in the end with what became of them. */
final class CrashTestJobs {

    private final int all;
    private final Semaphore allowed = new Semaphore(0);
    private final AtomicInteger issued = new AtomicInteger();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    CrashTestJobs(int all) {
        this.all = all;
    }

    /** So many more may be submitted now: they are spread over all lives of the server. */
    void allow(int more) {
        allowed.release(more);
    }

    /** The next one to submit, when one may be; nothing after the last. */
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
     * What is wrong, by number of chores.
     *
     * @param lost acknowledged, and not there or under another id
     * @param duplicated there more than once
     * @param wrong there, and not ended once and as it should
     * @param overrun run twice at the same time, or an attempt's script run twice
     * @param inconsistent not run to the end as often as was told: too seldom, or again although it had ended
     * @param reports of each of them, what it should have done, what the journal tells and what it wrote itself
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

    /** All that is known of one with which something is wrong. */
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

    /** What ended by itself ran to its end as often as it should, and nothing ran that is not there. */
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
