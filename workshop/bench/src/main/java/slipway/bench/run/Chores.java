package slipway.bench.run;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;

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
     */
    record Verdict(long lost, long doubled, long wrong, long overrun, long untrue) {

        boolean right() {
            return lost + doubled + wrong + overrun + untrue == 0;
        }
    }

    Verdict compare(Story story, Witness witness) {
        return new Verdict(
                count(chore -> isLost(chore, story)),
                count(chore -> story.ids(chore.key()).size() > 1),
                count(chore -> isWrong(chore, story)),
                witness.together().size() + witness.twice().size(),
                count(chore -> isUntrue(chore, story, witness)));
    }

    private long count(Predicate<Chore> found) {
        return IntStream.range(0, all).mapToObj(Chore::new).filter(found).count();
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
