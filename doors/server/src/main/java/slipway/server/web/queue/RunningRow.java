package slipway.server.web.queue;

import java.time.Instant;
import java.util.Optional;
import slipway.base.Say;
import slipway.run.Workload;
import slipway.schedule.picture.Placement.Seat;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Span;
import slipway.server.web.part.Form;

/**
 * Something that has a place.
 *
 * @param holds what it has: {@code 8 H100}
 * @param on where
 * @param ends when it will probably end, with its interval; empty where nothing is known
 */
public record RunningRow(
        Face face,
        String holds,
        String on,
        Optional<Progress> progress,
        Instant since,
        Optional<Ends> ends,
        Optional<Outlay> cost,
        Optional<Form> cancel) {

    /** When something will probably end: the middle, and from when to when. */
    public record Ends(Instant at, String between) {}

    static RunningRow of(Workload workload, Scene scene) {
        return new RunningRow(
                Face.of(workload),
                scene.holds(workload),
                Say.list(
                        workload.state().place().orElseThrow().seats().stream()
                                .map(Seat::node)
                                .limit(4)
                                .toList()),
                Progress.of(workload, scene.runner()),
                workload.state().since(),
                ends(workload, scene),
                scene.outlay(workload),
                scene.cancelling(workload));
    }

    /** By its own progress, else as such workloads did before. */
    private static Optional<Ends> ends(Workload workload, Scene scene) {
        return scene.runner()
                .vitals(workload)
                .ends()
                .map(at -> new Ends(at, "by its progress"))
                .or(
                        () ->
                                scene.outlook()
                                        .running(workload.id())
                                        .flatMap(running -> ends(running, scene)));
    }

    /** As far as it is known how long such workloads run. */
    static Optional<Ends> ends(Running running, Scene scene) {
        Span span = running.workload().times().span();
        boolean tells =
                span.source() == Span.Source.HISTORY
                        || span.source() == Span.Source.PLAN
                        || span.source() == Span.Source.PILOT;
        Instant begun = running.since().minus(running.done());
        Instant now = scene.times().now();
        return tells && begun.plus(span.high()).isAfter(now)
                ? Optional.of(
                        new Ends(
                                later(begun.plus(span.middle()), now),
                                scene.times()
                                        .range(
                                                later(begun.plus(span.low()), now),
                                                begun.plus(span.high()))))
                : Optional.empty();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
