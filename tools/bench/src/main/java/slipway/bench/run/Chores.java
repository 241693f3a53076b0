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
final class Chores {

    private final int all;
    private final Semaphore allowed = new Semaphore(0);
    private final AtomicInteger handedOut = new AtomicInteger();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();

    Chores(int all) {
        this.all = all;
    }

    /** So many more may be submitted now: they are spread over all lives of the server. */
    void allow(int more) {
        allowed.release(more);
    }

    /** The next one to submit, when one may be; nothing after the last. */
    Optional<Chore> next() throws InterruptedException {
        allowed.acquire();
        int number = handedOut.getAndIncrement();
        return number < all ? Optional.of(new Chore(number)) : Optional.empty();
    }

    void acknowledged(Chore chore, String id) {
        acknowledged.put(chore.key(), id);
    }

    int acknowledged() {
        return acknowledged.size();
    }

    /**
     * What is wrong, by number of chores.
     *
     * @param lost acknowledged, and not there or under another id
     * @param doubled there more than once
     * @param wrong there, and not ended once and as it should
     * @param overrun run twice at the same time, or an attempt's script run twice
     * @param untrue not run to the end as often as was told: too seldom, or again although it had ended
     * @param stories of each of them, what it should have done, what the journal tells and what it wrote itself
     */
    record Verdict(
            long lost, long doubled, long wrong, long overrun, long untrue, List<String> stories) {

        Verdict {
            stories = List.copyOf(stories);
        }

        boolean right() {
            return lost + doubled + wrong + overrun + untrue == 0;
        }
    }

    Verdict compare(Story story, Witness witness) {
        return new Verdict(
                count(chore -> isLost(chore, story)),
                count(chore -> isDoubled(chore, story)),
                count(chore -> isWrong(chore, story)),
                witness.together().size() + witness.twice().size(),
                count(chore -> isUntrue(chore, story, witness)),
                chores().flatMap(chore -> account(chore, story, witness).stream()).toList());
    }

    private Stream<Chore> chores() {
        return IntStream.range(0, all).mapToObj(Chore::new);
    }

    private long count(Predicate<Chore> found) {
        return chores().filter(found).count();
    }

    /** All that is known of one with which something is wrong. */
    private Optional<String> account(Chore chore, Story story, Witness witness) {
        List<String> charges = new ArrayList<>();
        charge(charges, "lost", isLost(chore, story));
        charge(charges, "doubled", isDoubled(chore, story));
        charge(charges, "wrong end", isWrong(chore, story));
        charge(charges, "run at once", isOverrun(chore, witness));
        charge(charges, "run too often or too seldom", isUntrue(chore, story, witness));
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
                .flatMap(id -> story.told(id).stream())
                .forEach(told -> lines.add("  journal: " + told));
        witness.said(chore.key()).forEach(said -> lines.add("  witness: " + said));
        return Optional.of(String.join("\n", lines));
    }

    private static void charge(List<String> charges, String charge, boolean holds) {
        if (holds) {
            charges.add(charge);
        }
    }

    private static boolean isDoubled(Chore chore, Story story) {
        return story.ids(chore.key()).size() > 1;
    }

    private static boolean isOverrun(Chore chore, Witness witness) {
        return witness.together().contains(chore.key())
                || witness.of(chore.key()).keySet().stream().anyMatch(witness.twice()::contains);
    }

    private boolean isLost(Chore chore, Story story) {
        return Optional.ofNullable(acknowledged.get(chore.key()))
                .filter(id -> !story.ids(chore.key()).contains(id))
                .isPresent();
    }

    private static boolean isWrong(Chore chore, Story story) {
        return story.ids(chore.key()).stream()
                .map(story::ends)
                .anyMatch(
                        ends ->
                                ends.size() != 1
                                        || !chore.endsRight(
                                                ends.getFirst().outcome(),
                                                ends.getFirst().exitCode()));
    }

    /** What ended by itself ran to its end as often as it should, and nothing ran that is not there. */
    private static boolean isUntrue(Chore chore, Story story, Witness witness) {
        long toTheEnd =
                witness.of(chore.key()).values().stream()
                        .filter(Witness.Ran.TO_ITS_END::equals)
                        .count();
        boolean isThere = !story.ids(chore.key()).isEmpty();
        return isThere ? toTheEnd != chore.runs() : !witness.of(chore.key()).isEmpty();
    }
}
