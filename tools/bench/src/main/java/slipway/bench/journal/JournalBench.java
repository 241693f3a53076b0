package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import slipway.base.Actor;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;

/**
 * Measures durable commits on the disk. Before and after each round it measures the disk alone: an append of 4 KiB
 * and fdatasync. With perfect group commit 64 commits would take one of those, so 64 / fdatasync is the limit.
 *
 * <p><b>Saturated</b>: 64 writers, each sends one commit with one event, waits until it is acknowledged, and sends
 * the next. That is the throughput of the journal. The wait follows from it, 64 / rate, on a disk of any speed: a
 * writer that is never idle queues behind the other 63. So that wait is printed and not judged.
 *
 * <p><b>At the goal rate</b>: the same 64 writers, limited by a {@link ConstantRateLoad} to the goal's rate. Here the
 * wait is judged: about two fsyncs of the bare disk, the one under way and the writer's own, accepted up to 2.5.
 */
public final class JournalBench implements Bench {

    private static final int WRITERS = 64;
    private static final double SHARE = 0.6;
    private static final double ENOUGH = 20_000;
    private static final double TWO_FSYNCS = 2.5;
    private static final Actor ACTOR = new Actor("bench", "system", "");

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public String summary() {
        return "durable commits of 64 writers on SQLite, against fdatasync on the same disk";
    }

    /**
     * The result of one round: the disk alone, the journal saturated, the journal at the goal rate, one writer alone.
     */
    private record Round(Samples disk, Saturated saturated, Paced paced, Load alone) {

        double fsync() {
            return disk.medianSeconds();
        }
    }

    /** Commits straight to the journal, and its own writes meanwhile; then commits through an owner. */
    private record Saturated(Load plain, Samples writes, Load owned) {}

    /** The offered rate and the achieved one. */
    private record Paced(double offered, ConstantRateLoad.Kept achieved) {}

    /** The rate of answers and the wait of each writer. */
    private record Load(double perSecond, Samples waits) {}

    /** One write, which a writer repeats. */
    private interface Write {
        CompletableFuture<CommitResult> send(int writer);
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        Duration time = place.quick() ? Duration.ofSeconds(3) : Duration.ofSeconds(8);
        List<Round> rounds = new ArrayList<>();
        var medium = new TimedStorage(CounterModule.medium(place.fresh("journal")));
        try (Journal journal = CounterModule.open(medium)) {
            ModuleOwner<CounterModule, CounterModule.Count> moduleOwner =
                    journal.owner("bench", CounterModule.read(journal), CounterModule::decide);
            Write plain =
                    writer ->
                            journal.send(
                                    Commit.of(
                                            CounterModule.counted(
                                                    new CounterModule.Cell("plain-" + writer, 1))));
            Write owned =
                    writer ->
                            moduleOwner.ask(
                                    ModuleRequest.of(
                                            new CounterModule.Count("cell-" + writer), ACTOR));
            var course = new Target(place.folder().resolve("probe"), medium, plain, owned, time);
            place.say("Disk: %s. Warming up.", place.disk());
            long counted = course.round(0).saturated().owned().waits().size();
            heading(place);
            for (int i = 1; i <= (place.quick() ? 3 : 7); i++) {
                rounds.add(course.round(i));
                counted += rounds.getLast().saturated().owned().waits().size();
                show(place, rounds.getLast());
            }
            check(moduleOwner.snapshot().total(), counted);
        }
        return result(place, rounds);
    }

    /** The targets of each round, in this order. */
    private record Target(
            Path probe, TimedStorage medium, Write plain, Write owned, Duration time) {

        Round round(int number) throws IOException, InterruptedException {
            Samples before = FsyncProbe.appends(probe, time.dividedBy(4));
            double offered = goal(before.medianSeconds());
            ConstantRateLoad table = new ConstantRateLoad(WRITERS, offered, time, number);
            var paced = new Paced(offered, table.run(plain::send));
            medium.writes();
            Load straight = load(WRITERS, plain, time);
            Samples writes = medium.writes();
            var saturated = new Saturated(straight, writes, load(WRITERS, owned, time));
            Load alone = load(1, plain, time.dividedBy(4));
            Samples after = FsyncProbe.appends(probe, time.dividedBy(4));
            return new Round(Samples.joined(List.of(before, after)), saturated, paced, alone);
        }
    }

    /** The goal in commits per second on a disk with this fsync time. */
    private static double goal(double fsync) {
        return Math.min(SHARE * WRITERS / fsync, ENOUGH);
    }

    /** Refuses the result if the journal lost a commit. */
    private static void check(long kept, long acknowledged) {
        if (kept != acknowledged) {
            throw BenchContext.notMeasured(
                    "The journal is wrong, so its speed means nothing.",
                    acknowledged + " counts were acknowledged, " + kept + " were kept.",
                    "This is a bug; report it.");
        }
    }

    private static Load load(int writers, Write write, Duration time) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<InterruptibleTask<List<Long>>> tasks =
                IntStream.range(0, writers)
                        .<InterruptibleTask<List<Long>>>mapToObj(
                                writer -> () -> write(writer, write, end))
                        .toList();
        List<Long> waits =
                Parallel.<List<Long>>all(writers, tasks).stream()
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

    private static void heading(BenchContext place) {
        place.say(
                "%12s %12s | %8s %8s %8s %7s %7s | %8s %8s %7s %7s %7s | %6s",
                "",
                "",
                "plain/s",
                "of limit",
                "owner/s",
                "p50",
                "p99",
                "offered",
                "done/s",
                "p50",
                "p99",
                "late",
                "alone");
        place.say(
                "%12s %12s | %42s | %41s | %6s",
                "fdatasync ms",
                "64/fdatasync",
                "saturated, waits in fsyncs",
                "at the goal rate, waits in fsyncs",
                "p50");
    }

    private static void show(BenchContext place, Round round) {
        double fsync = round.fsync();
        Load plain = round.saturated().plain();
        ConstantRateLoad.Kept kept = round.paced().achieved();
        place.say(
                "%12.2f %12.0f | %8.0f %7.0f%% %8.0f %7.1f %7.1f | %8.0f %8.0f %7.1f %7.1f %7.2f | %6.1f",
                fsync * 1e3,
                WRITERS / fsync,
                plain.perSecond(),
                100 * plain.perSecond() * fsync / WRITERS,
                round.saturated().owned().perSecond(),
                plain.waits().medianSeconds() / fsync,
                plain.waits().seconds(0.99) / fsync,
                round.paced().offered(),
                kept.perSecond(),
                kept.waits().medianSeconds() / fsync,
                kept.waits().seconds(0.99) / fsync,
                kept.late().medianSeconds() / fsync,
                round.alone().waits().medianSeconds() / fsync);
    }

    /** The median over all rounds of any figure of a round. */
    private record MedianRound(List<Round> rounds) {

        double of(ToDoubleFunction<Round> figure) {
            return Samples.median(rounds.stream().mapToDouble(figure).boxed().toList());
        }

        double fsync() {
            return of(Round::fsync);
        }

        double plain() {
            return of(round -> round.saturated().plain().perSecond());
        }

        double write() {
            return of(round -> round.saturated().writes().medianSeconds());
        }

        /** Each wait is counted in fsyncs of the same round, since the speed of a disk varies within minutes. */
        Wait wait(Function<Round, Samples> waits, double share) {
            ToDoubleFunction<Round> seconds = round -> waits.apply(round).seconds(share);
            return new Wait(of(seconds), of(round -> seconds.applyAsDouble(round) / round.fsync()));
        }

        Wait saturated(double share) {
            return wait(round -> round.saturated().plain().waits(), share);
        }

        Wait paced(double share) {
            return wait(round -> round.paced().achieved().waits(), share);
        }

        Wait late() {
            return wait(round -> round.paced().achieved().late(), 0.5);
        }

        Wait alone() {
            return wait(round -> round.alone().waits(), 0.5);
        }

        boolean isFast() {
            return plain() >= goal(fsync());
        }

        boolean isPrompt() {
            return paced(0.5).fsyncs() <= TWO_FSYNCS;
        }
    }

    /** One wait in two units. */
    private record Wait(double seconds, double fsyncs) {}

    private static Result result(BenchContext place, List<Round> rounds) {
        var middle = new MedianRound(rounds);
        place.say("");
        place.say(
                "Median of %d rounds; one fdatasync takes %.2f ms.",
                rounds.size(), middle.fsync() * 1e3);
        printSaturated(place, middle);
        printPaced(place, middle);
        print(place, "One writer alone waits", middle.alone(), "");
        return new Result(
                "journal",
                new Result.Headline(
                        middle.plain(), "events/s", ">= " + Math.round(goal(middle.fsync()))),
                anchor(middle),
                middle.isFast() && middle.isPrompt(),
                more(middle));
    }

    private static void printSaturated(BenchContext place, MedianRound middle) {
        place.say("Saturated, 64 writers who never pause:");
        place.say(
                "%-34s %8.0f events/s, goal >= %.0f: %s",
                "  straight to the journal",
                middle.plain(),
                goal(middle.fsync()),
                verdict(middle.isFast()));
        place.say(
                "%-34s %8.0f events/s",
                "  through an owner", middle.of(round -> round.saturated().owned().perSecond()));
        String writes =
                BenchContext.format(
                        " = %.1f of the journal's own durable writes (%.2f ms); not judged, it is 64 / rate",
                        middle.saturated(0.5).seconds() / middle.write(), middle.write() * 1e3);
        print(place, "  a commit waits (median)", middle.saturated(0.5), writes);
        print(place, "  1 of 100 waits longer than", middle.saturated(0.99), "");
    }

    private static void printPaced(BenchContext place, MedianRound middle) {
        place.say(
                "At the goal rate, the same 64 writers offer %.0f events/s by a timetable:",
                middle.of(round -> round.paced().offered()));
        place.say(
                "%-34s %8.0f events/s",
                "  acknowledged", middle.of(round -> round.paced().achieved().perSecond()));
        String goal =
                BenchContext.format(
                        ", goal about two, taken as <= %.1f: %s",
                        TWO_FSYNCS, verdict(middle.isPrompt()));
        print(place, "  a commit waits (median)", middle.paced(0.5), goal);
        print(place, "  1 of 100 waits longer than", middle.paced(0.99), "");
        print(place, "  of it the sender's lateness", middle.late(), " (median)");
    }

    private static String verdict(boolean holds) {
        return holds ? "holds" : "does not hold";
    }

    private static void print(BenchContext place, String what, Wait wait, String goal) {
        place.say(
                "%-34s %8.2f ms = %.1f fsyncs%s", what, wait.seconds() * 1e3, wait.fsyncs(), goal);
    }

    private static Result.Anchor anchor(MedianRound middle) {
        double limit = WRITERS / middle.fsync();
        return new Result.Anchor(
                BenchContext.format(
                        "64 / fdatasync of 4 KiB (%.2f ms) = %.0f/s", middle.fsync() * 1e3, limit),
                middle.plain() / limit);
    }

    private static Map<String, Object> more(MedianRound middle) {
        Wait saturated = middle.saturated(0.5);
        return Map.ofEntries(
                Map.entry("fdatasync_ms", middle.fsync() * 1e3),
                Map.entry(
                        "owner_events_per_s",
                        middle.of(round -> round.saturated().owned().perSecond())),
                Map.entry("rate_holds", middle.isFast()),
                Map.entry("wait_holds", middle.isPrompt()),
                Map.entry("wait_goal_fsyncs", TWO_FSYNCS),
                Map.entry("saturated_p50_ms", saturated.seconds() * 1e3),
                Map.entry("saturated_p50_writes", saturated.seconds() / middle.write()),
                Map.entry("saturated_p50_fsyncs", saturated.fsyncs()),
                Map.entry("saturated_p99_fsyncs", middle.saturated(0.99).fsyncs()),
                Map.entry("paced_offered_per_s", middle.of(round -> round.paced().offered())),
                Map.entry(
                        "paced_events_per_s",
                        middle.of(round -> round.paced().achieved().perSecond())),
                Map.entry("paced_p50_ms", middle.paced(0.5).seconds() * 1e3),
                Map.entry("paced_p50_fsyncs", middle.paced(0.5).fsyncs()),
                Map.entry("paced_p99_fsyncs", middle.paced(0.99).fsyncs()),
                Map.entry("paced_sender_late_fsyncs", middle.late().fsyncs()),
                Map.entry("alone_p50_fsyncs", middle.alone().fsyncs()),
                Map.entry("rounds", middle.rounds().size()));
    }
}
