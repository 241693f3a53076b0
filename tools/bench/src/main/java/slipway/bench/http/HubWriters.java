package slipway.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.bench.kit.PacedPosts;
import slipway.bench.kit.RawSocketClient;

/**
 * The writers of a round: one for each team, which keeps to a timetable, and some for the watchers' team, which never
 * pause. Together they show how much the journal takes while the teams get what they need.
 */
final class HubWriters {

    private static final int UNPACED = 32;
    private static final String NOTE = "{\"text\":\"A note that no stream shows.\"}";
    private static final Duration HEAD_START = Duration.ofMillis(200);

    private final HubPlan plan;
    private final int round;
    private final long start = System.nanoTime() + HEAD_START.toNanos();

    HubWriters(HubPlan plan, int round) {
        this.plan = plan;
        this.round = round;
    }

    /** Acknowledged while the round counted. */
    record Written(long teams, long others) {}

    /** The first time at which the round counts. */
    long countsFrom() {
        return start + Duration.ofSeconds(plan.times().warmUpSeconds()).toNanos();
    }

    private long end() {
        return start + Duration.ofSeconds(plan.times().total()).toNanos();
    }

    /** How many notes each team gets. */
    int notes() {
        return (int) plan.times().total() * plan.size().perSecond();
    }

    Written run() throws InterruptedException {
        List<InterruptibleTask<Long>> tasks = new ArrayList<>();
        int teams = plan.size().teams();
        IntStream.range(0, teams).forEach(team -> tasks.add(() -> paced(team)));
        IntStream.range(0, UNPACED).forEach(writer -> tasks.add(() -> unpaced(writer)));
        List<Long> counts = Parallel.all(tasks.size(), tasks);
        return new Written(
                sum(counts.subList(0, teams)), sum(counts.subList(teams, counts.size())));
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    private boolean counts(long time) {
        return time - countsFrom() >= 0 && time - end() < 0;
    }

    private long paced(int team) throws InterruptedException {
        long period = Duration.ofSeconds(1).toNanos() / plan.size().perSecond();
        var timetable = new PacedPosts.Timetable(start, period).shifted(team, plan.size().teams());
        String path = "/api/v1/teams/" + HubPlan.team(team) + "/notes";
        try (RawSocketClient client =
                RawSocketClient.posting(plan.port(), plan.members().get(team), path, "")) {
            return new PacedPosts(client, timetable, source(team))
                    .run().stream().filter(answer -> counts(answer.at())).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PacedPosts.Source source(int team) {
        return new PacedPosts.Source() {
            @Override
            public boolean hasNext(int turn) {
                return turn < notes();
            }

            @Override
            public String body(int turn, long due) {
                return new HubNote(round, team, turn, due).json();
            }
        };
    }

    private long unpaced(int writer) {
        String token = plan.watchers().get(writer % plan.watchers().size());
        String path = "/api/v1/teams/" + HubPlan.WATCHERS + "/notes";
        try (RawSocketClient client = RawSocketClient.posting(plan.port(), token, path, NOTE)) {
            long count = 0;
            for (long now = System.nanoTime(); now - end() < 0; now = System.nanoTime()) {
                PacedPosts.requireWritten(client.send());
                count += counts(System.nanoTime()) ? 1 : 0;
            }
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
