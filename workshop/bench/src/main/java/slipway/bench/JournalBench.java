package slipway.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import slipway.base.Actor;
import slipway.base.Task;
import slipway.base.Together;
import slipway.journal.Asked;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.Owner;
import slipway.journal.Written;

/**
 * Durable commits: 64 writers, each sends one commit with one event and waits until it is acknowledged. Beside it,
 * before and after each round, the disk alone: an append of 4 KiB and fdatasync. With perfect group commit 64 commits
 * would take one of those, so 64 / fdatasync is the limit.
 *
 * <p>That a commit waits for about two fsyncs is held against the bare disk. Where an fdatasync takes less time than
 * 64 commits take of the processor that cannot be reached, so the wait is also printed in the journal's own durable
 * writes, each an fsync and the work of its group: it tells whether group commit does its part.
 */
final class JournalBench implements Bench {

    private static final int WRITERS = 64;
    private static final double SHARE = 0.6;
    private static final double ENOUGH = 20_000;
    private static final double ABOUT_TWO = 2.2;
    private static final Actor ACTOR = new Actor("bench", "system", "");

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public String what() {
        return "durable commits of 64 writers on SQLite, against fdatasync on the same disk";
    }

    /**
     * What one round found: the disk alone, the journal's own writes of the first load, commits straight to the
     * journal, commits through an owner, one writer alone.
     */
    private record Round(Samples disk, Samples writes, Load plain, Load owned, Load alone) {}

    /** How often writers were answered, and how long each waited. */
    private record Load(double perSecond, Samples waits) {}

    /** One writer's work, again and again. */
    private interface Write {
        CompletableFuture<Written> send(int writer);
    }

    @Override
    public Result run(Workplace place) throws IOException, InterruptedException {
        Duration time = place.quick() ? Duration.ofSeconds(3) : Duration.ofSeconds(8);
        Path probe = place.folder().resolve("probe");
        List<Round> rounds = new ArrayList<>();
        var medium = new TimedMedium(Cells.medium(place.fresh("journal")));
        try (Journal journal = Cells.open(medium)) {
            Owner<Cells, Cells.Count> owner =
                    journal.owner("bench", Cells.read(journal), Cells::decide);
            Write plain =
                    writer ->
                            journal.send(
                                    Commit.of(Cells.counted(new Cells.Cell("plain-" + writer, 1))));
            Write owned = writer -> owner.ask(Asked.of(new Cells.Count("cell-" + writer), ACTOR));
            place.say("Disk: %s. Warming up.", place.disk());
            load(WRITERS, plain, time);
            long counted = load(WRITERS, owned, time).waits().size();
            heading(place);
            for (int i = 0; i < (place.quick() ? 3 : 7); i++) {
                List<Samples> disk = new ArrayList<>();
                disk.add(Disk.appends(probe, time.dividedBy(4)));
                medium.taken();
                Load first = load(WRITERS, plain, time);
                Samples writes = medium.taken();
                Load second = load(WRITERS, owned, time);
                Load third = load(1, plain, time.dividedBy(4));
                disk.add(Disk.appends(probe, time.dividedBy(4)));
                rounds.add(new Round(Samples.joined(disk), writes, first, second, third));
                counted += second.waits().size();
                show(place, rounds.getLast());
            }
            check(owner.picture().total(), counted);
        }
        return result(place, rounds);
    }

    /** A journal that is fast because it loses something is no journal. */
    private static void check(long kept, long acknowledged) {
        if (kept != acknowledged) {
            throw Workplace.notMeasured(
                    "The journal is wrong, so its speed means nothing.",
                    acknowledged + " counts were acknowledged, " + kept + " were kept.",
                    "This is a bug; report it.");
        }
    }

    private static Load load(int writers, Write write, Duration time) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<Task<List<Long>>> tasks =
                IntStream.range(0, writers)
                        .<Task<List<Long>>>mapToObj(writer -> () -> write(writer, write, end))
                        .toList();
        List<Long> waits =
                Together.<List<Long>>all(writers, tasks).stream()
                        .flatMap(Collection::stream)
                        .toList();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Load(waits.size() / seconds, Samples.of(waits));
    }

    private static List<Long> write(int writer, Write write, long end) {
        List<Long> waits = new ArrayList<>();
        for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
            Journal.await(write.send(writer));
            waits.add(System.nanoTime() - start);
        }
        return waits;
    }

    private static void heading(Workplace place) {
        place.say(
                "%14s %14s %10s %10s %10s %12s %12s %12s %12s",
                "fdatasync ms",
                "64/fdatasync",
                "plain/s",
                "of limit",
                "owner/s",
                "p50 writes",
                "p50 fsyncs",
                "p99 fsyncs",
                "alone fsyncs");
    }

    private static void show(Workplace place, Round round) {
        double fsync = round.disk().medianSeconds();
        place.say(
                "%14.2f %14.0f %10.0f %9.0f%% %10.0f %12.1f %12.1f %12.1f %12.1f",
                fsync * 1e3,
                WRITERS / fsync,
                round.plain().perSecond(),
                100 * round.plain().perSecond() * fsync / WRITERS,
                round.owned().perSecond(),
                round.plain().waits().medianSeconds() / round.writes().medianSeconds(),
                round.plain().waits().medianSeconds() / fsync,
                round.plain().waits().seconds(0.99) / fsync,
                round.alone().waits().medianSeconds() / fsync);
    }

    /** The middle of all rounds, in seconds and per second. */
    private record Middle(double fsync, double plain, double owned, double waited, Rest rest) {

        /** One durable write of the journal; the wait of the slowest in a hundred; of one writer alone. */
        record Rest(double write, double late, double alone) {}

        static Middle of(List<Round> rounds) {
            return new Middle(
                    of(rounds, round -> round.disk().medianSeconds()),
                    of(rounds, round -> round.plain().perSecond()),
                    of(rounds, round -> round.owned().perSecond()),
                    of(rounds, round -> round.plain().waits().medianSeconds()),
                    new Rest(
                            of(rounds, round -> round.writes().medianSeconds()),
                            of(rounds, round -> round.plain().waits().seconds(0.99)),
                            of(rounds, round -> round.alone().waits().medianSeconds())));
        }

        private static double of(List<Round> rounds, ToDoubleFunction<Round> figure) {
            return Samples.middle(rounds.stream().mapToDouble(figure).boxed().toList());
        }

        double goal() {
            return Math.min(SHARE * WRITERS / fsync, ENOUGH);
        }

        boolean fast() {
            return plain >= goal();
        }

        boolean prompt() {
            return waited <= ABOUT_TWO * fsync;
        }
    }

    private static Result result(Workplace place, List<Round> rounds) {
        Middle middle = Middle.of(rounds);
        place.say("");
        place.say(
                "Median of %d rounds; one fdatasync takes %.2f ms.",
                rounds.size(), middle.fsync() * 1e3);
        String holds = middle.fast() ? "" : ": does not hold";
        place.say(
                "%-30s %8.0f events/s, goal >= %.0f%s",
                "64 writers, straight", middle.plain(), middle.goal(), holds);
        place.say("%-30s %8.0f events/s", "64 writers, through an owner", middle.owned());
        String goal =
                Workplace.text(
                        " (goal about two%s) and %.1f of the journal's own durable writes (%.2f ms)",
                        middle.prompt() ? "" : ": does not hold",
                        middle.waited() / middle.rest().write(),
                        middle.rest().write() * 1e3);
        showWait(place, "a commit waits (median)", middle.waited(), middle.fsync(), goal);
        showWait(place, "1 of 100 waits longer than", middle.rest().late(), middle.fsync(), "");
        showWait(place, "one writer alone waits", middle.rest().alone(), middle.fsync(), "");
        return new Result(
                "journal",
                new Result.Headline(middle.plain(), "events/s", ">= " + Math.round(middle.goal())),
                anchor(middle),
                middle.fast() && middle.prompt(),
                more(middle, rounds.size()));
    }

    private static void showWait(
            Workplace place, String what, double wait, double fsync, String goal) {
        place.say("%-30s %8.2f ms = %.1f fsyncs%s", what, wait * 1e3, wait / fsync, goal);
    }

    private static Result.Anchor anchor(Middle middle) {
        double limit = WRITERS / middle.fsync();
        return new Result.Anchor(
                Workplace.text(
                        "64 / fdatasync of 4 KiB (%.2f ms) = %.0f/s", middle.fsync() * 1e3, limit),
                middle.plain() / limit);
    }

    private static Map<String, Object> more(Middle middle, int rounds) {
        double fsync = middle.fsync();
        return Map.ofEntries(
                Map.entry("fdatasync_ms", fsync * 1e3),
                Map.entry("owner_events_per_s", middle.owned()),
                Map.entry("rate_holds", middle.fast()),
                Map.entry("wait_holds", middle.prompt()),
                Map.entry("wait_p50_ms", middle.waited() * 1e3),
                Map.entry("wait_p50_writes", middle.waited() / middle.rest().write()),
                Map.entry("wait_p50_fsyncs", middle.waited() / fsync),
                Map.entry("wait_p99_fsyncs", middle.rest().late() / fsync),
                Map.entry("alone_p50_fsyncs", middle.rest().alone() / fsync),
                Map.entry("rounds", rounds));
    }
}
