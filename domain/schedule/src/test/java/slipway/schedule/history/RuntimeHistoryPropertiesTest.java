package slipway.schedule.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Lives drawn at random, told to a history as they would be in a cluster: by the clock. */
class RuntimeHistoryPropertiesTest {

    private static final Instant BEGIN = Instant.parse("2026-01-05T08:00:00Z");

    /**
     * All in seconds.
     *
     * @param done what it keeps when it is stopped; it is stopped halfway if that is more than nothing
     */
    private record Life(SimilarityKey like, int submitted, int waits, int length, int done) {

        Life longer(int more) {
            return new Life(like, submitted, waits, length + more, done);
        }

        int starts() {
            return submitted + waits;
        }

        int ends() {
            return starts() + length;
        }
    }

    private static final Generator<Life> LIVES =
            choices ->
                    new Life(
                            new SimilarityKey(
                                    new TeamId(Generator.choice("a", "b").draw(choices)),
                                    Generator.choice(
                                                    Optional.<String>empty(),
                                                    Optional.of("x"),
                                                    Optional.of("y"))
                                            .draw(choices),
                                    Generator.choice(1_000, 8_000).draw(choices)),
                            Generator.ints(0, 20_000).draw(choices),
                            Generator.ints(1, 2_000).draw(choices),
                            Generator.oneOf(Generator.ints(1, 600), Generator.ints(1, 30_000))
                                    .draw(choices),
                            Generator.ints(0, 300).draw(choices));

    private static final Generator<List<Life>> SOME_LIVES =
            choices -> {
                List<Life> lives = new ArrayList<>();
                int count = Generator.ints(1, 30).draw(choices);
                while (lives.size() < count) {
                    lives.add(LIVES.draw(choices));
                }
                return lives;
            };

    private static final int LAST = 60_000;

    @Test
    void the_same_lives_are_told_of_alike() {
        Property.holds(SOME_LIVES, lives -> assertEquals(heard(lives, LAST), heard(lives, LAST)));
    }

    @Test
    void nothing_is_known_of_an_end_before_it() {
        Property.holds(
                SOME_LIVES,
                lives -> {
                    int one = lives.size() / 2;
                    Life life = lives.get(one);
                    List<Life> otherwise = new ArrayList<>(lives);
                    otherwise.set(one, life.longer(10_000));
                    int before = life.ends() - 1;
                    assertEquals(heard(lives, before), heard(otherwise, before));
                });
    }

    /** Everything that a history says up to an instant, and what it would say of each who lives then. */
    private static List<String> heard(List<Life> lives, int until) {
        var runtimeHistory = new RuntimeHistory();
        List<String> heard = new ArrayList<>();
        for (int now : moments(lives, until)) {
            for (int each = 0; each < lives.size(); each++) {
                tell(runtimeHistory, new WorkloadId("w" + each), lives.get(each), now, heard);
            }
            runtimeHistory.rankChanges(at(now)).forEach(news -> heard.add(news.toString()));
            for (int each = 0; each < lives.size(); each++) {
                heard.add(runtimeHistory.estimate(new WorkloadId("w" + each)).toString());
            }
        }
        return heard;
    }

    /** When something happens, and some more. */
    private static SortedSet<Integer> moments(List<Life> lives, int until) {
        SortedSet<Integer> moments = new TreeSet<>();
        for (int at = 0; at <= until; at += 3_000) {
            moments.add(at);
        }
        for (Life life : lives) {
            moments.addAll(
                    List.of(life.submitted, life.starts(), life.starts() + life.done, life.ends()));
        }
        return moments.headSet(until + 1);
    }

    private static void tell(
            RuntimeHistory runtimeHistory, WorkloadId id, Life life, int now, List<String> heard) {
        if (now == life.submitted) {
            heard.add("rank " + runtimeHistory.submitted(id, life.like, at(now)));
        }
        if (now == life.starts()) {
            runtimeHistory.started(id, at(now));
        }
        if (life.done > 0 && life.length > life.done && now == life.starts() + life.done) {
            heard.add("back " + runtimeHistory.stopped(id, Duration.ofSeconds(life.done), at(now)));
            runtimeHistory.started(id, at(now));
        }
        if (now == life.ends()) {
            runtimeHistory.ended(id, Duration.ofSeconds(life.length));
        }
    }

    private static Instant at(int seconds) {
        return BEGIN.plusSeconds(seconds);
    }
}
