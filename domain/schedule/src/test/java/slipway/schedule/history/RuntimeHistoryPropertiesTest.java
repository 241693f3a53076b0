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

/** Random workloads, reported to a history in the order of time, as in a cluster. */
class RuntimeHistoryPropertiesTest {

    private static final Instant BEGIN = Instant.parse("2026-01-05T08:00:00Z");

    /**
     * A workload, all values in seconds.
     *
     * @param retained the work that is retained when it is stopped; it is stopped halfway if this is more than zero
     */
    private record Life(SimilarityKey key, int submitted, int waits, int length, int retained) {

        Life longer(int more) {
            return new Life(key, submitted, waits, length + more, retained);
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
                List<Life> runs = new ArrayList<>();
                int count = Generator.ints(1, 30).draw(choices);
                while (runs.size() < count) {
                    runs.add(LIVES.draw(choices));
                }
                return runs;
            };

    private static final int LAST = 60_000;

    @Test
    void equal_histories_give_equal_predictions() {
        Property.holds(SOME_LIVES, runs -> assertEquals(outputs(runs, LAST), outputs(runs, LAST)));
    }

    @Test
    void a_prediction_never_uses_an_end_before_it_happened() {
        Property.holds(
                SOME_LIVES,
                runs -> {
                    int one = runs.size() / 2;
                    Life life = runs.get(one);
                    List<Life> otherwise = new ArrayList<>(runs);
                    otherwise.set(one, life.longer(10_000));
                    int before = life.ends() - 1;
                    assertEquals(outputs(runs, before), outputs(otherwise, before));
                });
    }

    /** All outputs of a history up to an instant, and its predictions for the workloads that exist then. */
    private static List<String> outputs(List<Life> runs, int until) {
        var runtimeHistory = new RuntimeHistory();
        List<String> heard = new ArrayList<>();
        for (int now : instants(runs, until)) {
            for (int each = 0; each < runs.size(); each++) {
                feed(runtimeHistory, new WorkloadId("w" + each), runs.get(each), now, heard);
            }
            runtimeHistory.rankChanges(at(now)).forEach(news -> heard.add(news.toString()));
            for (int each = 0; each < runs.size(); each++) {
                heard.add(runtimeHistory.estimate(new WorkloadId("w" + each)).toString());
            }
        }
        return heard;
    }

    /** The instants at which something happens, and some more. */
    private static SortedSet<Integer> instants(List<Life> runs, int until) {
        SortedSet<Integer> moments = new TreeSet<>();
        for (int at = 0; at <= until; at += 3_000) {
            moments.add(at);
        }
        for (Life life : runs) {
            moments.addAll(
                    List.of(
                            life.submitted,
                            life.starts(),
                            life.starts() + life.retained,
                            life.ends()));
        }
        return moments.headSet(until + 1);
    }

    private static void feed(
            RuntimeHistory runtimeHistory, WorkloadId id, Life life, int now, List<String> heard) {
        if (now == life.submitted) {
            heard.add("rank " + runtimeHistory.submitted(id, life.key, at(now)));
        }
        if (now == life.starts()) {
            runtimeHistory.started(id, at(now));
        }
        if (life.retained > 0
                && life.length > life.retained
                && now == life.starts() + life.retained) {
            heard.add(
                    "back "
                            + runtimeHistory.stopped(
                                    id, Duration.ofSeconds(life.retained), at(now)));
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
