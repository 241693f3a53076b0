package slipway.surface.web.gallery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.surface.web.component.AcceleratorCell;
import slipway.surface.web.component.AcceleratorMap;
import slipway.surface.web.component.AcceleratorMap.Gang;
import slipway.surface.web.component.AcceleratorMap.Node;
import slipway.surface.web.component.AcceleratorMap.Rack;
import slipway.surface.web.component.BarSegment;
import slipway.surface.web.component.BreakdownBar;
import slipway.surface.web.component.BreakdownBar.Part;
import slipway.surface.web.component.BulletGraph;
import slipway.surface.web.component.EstimateRange;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.QuotaBar;
import slipway.surface.web.component.ShareBar;
import slipway.surface.web.component.Sparkline;
import slipway.surface.web.component.StateBadge;
import slipway.surface.web.component.WorkloadTimeline;
import slipway.surface.web.gallery.ComponentGallery.Expected;

/** Sample graphics with no value, one, many, too many and missing values. */
final class MarkSamples {

    private static final Ground GROUND = new Ground(Source.MEASURED, "12 measured neighbors");

    private MarkSamples() {}

    static ComponentGallery.Marks marks(TimeFormat times) {
        return new ComponentGallery.Marks(
                sparks(),
                bars(),
                bullets(),
                ranges(),
                parts(),
                quotas(),
                timelines(times),
                cells());
    }

    private static List<Sparkline> sparks() {
        List<Double> broken = new ArrayList<>(wave(0.7, 24));
        IntStream.range(8, 14).forEach(i -> broken.set(i, Double.NaN));
        return List.of(
                Sparkline.utilization(wave(0.93, 24)),
                Sparkline.utilization(wave(0.41, 24)),
                Sparkline.utilization(wave(0.34, 24)),
                Sparkline.utilization(IntStream.range(0, 24).mapToObj(_ -> 0.0).toList()),
                Sparkline.utilization(broken),
                Sparkline.utilization(List.of(0.5)),
                Sparkline.utilization(List.of()));
    }

    /** Deterministic, so that screenshots can be compared. */
    static List<Double> wave(double middle, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Math.clamp(middle + Math.sin(i * 2.3) * 0.03, 0, 1))
                .toList();
    }

    private static List<ShareBar> bars() {
        return List.of(
                ShareBar.progress("72\u202f% done", 0.72),
                ShareBar.of("$1,322 of the budget of $4,000", 0.33),
                ShareBar.of("nothing of the budget", 0),
                ShareBar.of("twice the budget", 2),
                new ShareBar(
                        "60\u202f% used, 10\u202f% held idle",
                        List.of(new BarSegment("used", 0, 0.6), new BarSegment("idle", 0.6, 0.7))));
    }

    private static List<BulletGraph> bullets() {
        OptionalDouble past = OptionalDouble.of(0.553);
        return List.of(
                bullet("language", 17_032, 32_000, expected(29_100, 30_600, 32_300), past),
                bullet("vision", 8_630, 14_000, expected(14_200, 15_200, 16_400), past),
                bullet("product", 5_284, 10_000, expected(8_900, 9_400, 10_000), past),
                bullet("robotics", 0, 1_500, Optional.empty(), past),
                bullet("overspent", 3_000, 1_000, expected(3_000, 3_500, 4_000), past),
                bullet(AwkwardNames.RIGHT_TO_LEFT, 1, 1, Optional.empty(), OptionalDouble.empty()));
    }

    private static BulletGraph bullet(
            String name,
            long spent,
            long budget,
            Optional<Estimate<Money>> ahead,
            OptionalDouble past) {
        return new BulletGraph(name, Money.dollars(spent), Money.dollars(budget), ahead, past);
    }

    private static Optional<Estimate<Money>> expected(long low, long value, long high) {
        return Optional.of(
                new Estimate<>(
                        Money.dollars(value),
                        Money.dollars(low),
                        Money.dollars(high),
                        List.of(GROUND)));
    }

    private static List<Expected> ranges() {
        var hours = new EstimateRange.Unit<Duration>(Duration::toMillis, Format::duration);
        var money = new EstimateRange.Unit<Money>(Money::millionths, Format::money);
        var bytes = new EstimateRange.Unit<Bytes>(Bytes::count, Format::bytes);
        return List.of(
                row(
                        "Run time",
                        hours,
                        List.of(Duration.ofHours(93), Duration.ofHours(100), Duration.ofHours(109)),
                        Duration.ofMinutes(6_276)),
                row(
                        "Cost",
                        money,
                        List.of(Money.dollars(3_571), Money.dollars(3_840), Money.dollars(4_186)),
                        Money.dollars(4_017)),
                row(
                        "Peak memory",
                        bytes,
                        List.of(
                                new Bytes(56_000_000_000L),
                                new Bytes(58_900_000_000L),
                                new Bytes(62_100_000_000L)),
                        new Bytes(61_200_000_000L)),
                row(
                        "Far off",
                        money,
                        List.of(Money.dollars(90), Money.dollars(100), Money.dollars(110)),
                        Money.dollars(400)),
                row(
                        "Certain",
                        money,
                        List.of(Money.dollars(100), Money.dollars(100), Money.dollars(100)),
                        Money.dollars(100)));
    }

    private static <T extends Comparable<? super T>> Expected row(
            String name, EstimateRange.Unit<T> unit, List<T> ends, T real) {
        var estimate = new Estimate<>(ends.get(1), ends.get(0), ends.get(2), List.of(GROUND));
        return new Expected(
                name,
                unit.form().apply(estimate.value()),
                Format.range(estimate.low(), estimate.high(), unit.form()),
                EstimateRange.of(estimate, real, "now", unit),
                unit.form().apply(real));
    }

    private static List<BreakdownBar> parts() {
        return List.of(
                new BreakdownBar(
                        "Memory",
                        List.of(
                                part("Activations", 36.5),
                                part("Logits", 8.4),
                                part("Optimizer", 4),
                                part("Fragmentation", 3.2),
                                part("Master weights", 2),
                                part("Gather buffers", 1.9),
                                part("Weights", 1),
                                part("Gradients", 1),
                                part(AwkwardNames.LONG, 0.2)),
                        Optional.of(new Part("Free", 21.8, "21.8 GB free"))),
                new BreakdownBar("One part", List.of(part("All of it", 1)), Optional.empty()),
                new BreakdownBar(
                        "Nothing", List.of(), Optional.of(new Part("Free", 80, "80 GB free"))));
    }

    private static Part part(String name, double gigabytes) {
        return new Part(name, gigabytes, Format.bytes(new Bytes(Math.round(gigabytes * 1e9))));
    }

    private static List<QuotaBar> quotas() {
        return List.of(
                new QuotaBar("H100", 17, 16, 24, 32),
                new QuotaBar("H100", 6, 12, 16, 32),
                new QuotaBar("A100", 0, 2, 4, 8),
                new QuotaBar("L40S", 0, 0, 2, 4),
                new QuotaBar("H100", 40, 8, 8, 0));
    }

    private static List<WorkloadTimeline> timelines(TimeFormat times) {
        Instant now = times.now();
        var failed =
                span(StateBadge.FAILED, now.minusSeconds(41), now, "failed after 41 s", "", "");
        Instant longAgo = now.minus(Duration.ofDays(200));
        var old = span(StateBadge.RUNNING, longAgo, now, "has run 200 d", AwkwardNames.HTML, "");
        return List.of(
                new WorkloadTimeline(preemptedOnce(now), Optional.of(ahead(now)), times),
                new WorkloadTimeline(List.of(failed), Optional.empty(), times),
                new WorkloadTimeline(List.of(old), Optional.empty(), times));
    }

    private static Estimate<Instant> ahead(Instant now) {
        Instant end = now.plus(Duration.ofMinutes(29 * 60 + 32));
        return new Estimate<>(
                end, end.minusSeconds(8_520), end.plusSeconds(10_080), List.of(GROUND));
    }

    private static List<WorkloadTimeline.Span> preemptedOnce(Instant now) {
        Instant begun = now.minus(Duration.ofHours(77).plusMinutes(22));
        Instant ran = begun.plus(Duration.ofMinutes(12));
        Instant stopped = ran.plus(Duration.ofMinutes(33 * 60 + 32));
        Instant waits = stopped.plusSeconds(120);
        Instant resumed = stopped.plus(Duration.ofMinutes(128));
        String first = "attempt 1 ran 33 h 32 min";
        String second = "attempt 2 has run 41 h 32 min";
        String between = "Preempted, queued 2 h 06 min";
        return List.of(
                span(StateBadge.QUEUED, begun, ran, "queued 12 min", "", ""),
                span(StateBadge.RUNNING, ran, stopped, first, "Attempt 1, 33 h 32 min", ""),
                span(StateBadge.PREEMPTING, stopped, waits, "preempted", "", between),
                span(StateBadge.QUEUED, waits, resumed, "queued 2 h 06 min", "", ""),
                span(StateBadge.RUNNING, resumed, now, second, "Attempt 2, 41 h 32 min", ""));
    }

    private static WorkloadTimeline.Span span(
            StateBadge state, Instant from, Instant until, String... words) {
        return new WorkloadTimeline.Span(state, from, until, words[0], words[1], words[2]);
    }

    private static AcceleratorMap cells() {
        return new AcceleratorMap(
                List.of(
                        new Rack(
                                "Rack a",
                                "16 H100, one InfiniBand switch",
                                List.of(
                                        node(
                                                "h100-a1",
                                                gang("h100-a1", 0, 8, 0.93, AwkwardNames.PLAIN)),
                                        node(
                                                "h100-b1",
                                                gang("h100-b1", 0, 4, 0.88, "seg-large-finetune"),
                                                idle(),
                                                free("h100-b1", 6, 2)))),
                        new Rack(
                                "Rack b",
                                "Ethernet",
                                List.of(
                                        node(
                                                "a100-c1",
                                                gang("a100-c1", 0, 2, 0.47, "assist-chat"),
                                                gang("a100-c1", 2, 2, 0.36, "tokenizer-sweep"),
                                                gang("a100-c1", 4, 1, 0.05, AwkwardNames.LONG),
                                                gang("a100-c1", 5, 1, 0.71, AwkwardNames.HTML),
                                                drained(),
                                                failed()),
                                        node("one", free("one", 0, 1)),
                                        node("shared", taken(), unmeasured(), free("shared", 3, 1)),
                                        node(AwkwardNames.LONG, free("long", 0, 2)),
                                        new Node("empty", "/about", false, List.of())))));
    }

    private static Node node(String name, Gang... gangs) {
        return new Node(name, "/about", name.equals("h100-b1"), List.of(gangs));
    }

    private static Gang gang(String node, int from, int count, double share, String workload) {
        return new Gang(
                IntStream.range(from, from + count)
                        .mapToObj(i -> AcceleratorCell.used(node, i, share, workload))
                        .toList(),
                workload,
                Optional.of("/about"));
    }

    private static Gang idle() {
        var facts =
                List.of(
                        FactItem.of("Held idle", "3 h 12 min"),
                        FactItem.of("Cost", "$2.40 per hour"));
        var cells =
                List.of(
                        AcceleratorCell.of("h100-b1", 4, AcceleratorCell.Is.IDLE, facts),
                        AcceleratorCell.of("h100-b1", 5, AcceleratorCell.Is.IDLE, facts));
        return new Gang(cells, "notebook-ana", Optional.of("/about"));
    }

    /** Used by a foreign process. */
    private static Gang taken() {
        var facts = List.of(FactItem.of("Used by", "a process outside Slipway"));
        var cells =
                List.of(
                        AcceleratorCell.of("shared", 0, AcceleratorCell.Is.TAKEN, facts),
                        AcceleratorCell.of("shared", 1, AcceleratorCell.Is.TAKEN, facts));
        return new Gang(cells, "foreign", Optional.empty());
    }

    private static Gang unmeasured() {
        return new Gang(
                List.of(AcceleratorCell.of("shared", 2, AcceleratorCell.Is.USED, List.of())),
                AwkwardNames.PLAIN,
                Optional.of("/about"));
    }

    private static Gang free(String node, int from, int count) {
        return new Gang(
                IntStream.range(from, from + count)
                        .mapToObj(
                                i ->
                                        AcceleratorCell.of(
                                                node, i, AcceleratorCell.Is.FREE, List.of()))
                        .toList(),
                "free",
                Optional.empty());
    }

    private static Gang drained() {
        var facts = List.of(FactItem.of("Drained", "by sam, driver update 16:00"));
        return new Gang(
                List.of(AcceleratorCell.of("a100-c1", 6, AcceleratorCell.Is.DRAINED, facts)),
                "drained",
                Optional.empty());
    }

    private static Gang failed() {
        var facts =
                List.of(
                        FactItem.of("Failed", "06:12"),
                        FactItem.of("Cause", "XID 79: the GPU does not respond"));
        return new Gang(
                List.of(AcceleratorCell.of("a100-c1", 7, AcceleratorCell.Is.FAILED, facts)),
                "failed 06:12",
                Optional.empty());
    }
}
