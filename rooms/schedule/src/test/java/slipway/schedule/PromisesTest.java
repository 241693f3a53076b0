package slipway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Promise;
import slipway.schedule.picture.Running;
import slipway.schedule.picture.Waiting;
import slipway.testkit.Property;

/** The two promises of the rules: nobody is worse off for sharing, and a kept place is kept. */
class PromisesTest {

    private static final int SEEDS = 1_000;

    @Test
    void who_fits_its_guarantee_gets_back_what_others_borrowed() {
        Property.holds(
                SEEDS, Scripts.scripts(60), script -> new Play(script, PromisesTest::noAnomaly));
    }

    private static void noAnomaly(Play.Scene scene) {
        if (!scene.after().policy().taking().back()) {
            return;
        }
        for (Waiting waiting : scene.after().waiting()) {
            Waiter waiter = scene.plan().board().waiter(waiting.id()).orElseThrow();
            boolean ripe = waiter.ripe(scene.now().toEpochMilli());
            boolean promised = waiting.promise().map(Promise::room).orElse(false);
            if (ripe && waiter.within() && !promised) {
                Plan without = Scheduler.decide(withoutBorrowers(scene, waiting), scene.now());
                assertThat(
                                startsWithin(
                                        without.decision(waiting.id()).orElseThrow(),
                                        waiter,
                                        scene))
                        .as("%s would fit if nobody borrowed, and nobody makes room", waiting.id())
                        .isFalse();
            }
        }
    }

    /** Whether it starts on a type that is within its guarantee: it may take others as well. */
    private static boolean startsWithin(Decision decision, Waiter waiter, Play.Scene scene) {
        if (decision instanceof Decision.Start(_, var placement, _)) {
            String node = placement.seats().getFirst().node();
            Host host = java.util.Objects.requireNonNull(scene.plan().board().host(node));
            return waiter.team().within(host.pool.type(), placement.whole());
        }
        return false;
    }

    /** The others that wait within a guarantee with a place of their own stay; borrowers are gone. */
    private static Cluster withoutBorrowers(Play.Scene scene, Waiting waiting) {
        Set<WorkloadId> gone = new HashSet<>();
        for (Share share : scene.plan().board().shares()) {
            share.borrowers().forEach(tenant -> gone.add(tenant.running().id()));
        }
        List<Running> running =
                scene.after().running().stream().filter(each -> !gone.contains(each.id())).toList();
        List<Waiting> left = new ArrayList<>();
        for (Waiting each : scene.after().waiting()) {
            Waiter waiter = scene.plan().board().waiter(each.id()).orElseThrow();
            if (each.id().equals(waiting.id())) {
                left.add(each.promised(Optional.empty()));
            } else if (each.promise().isPresent() && waiter.within()) {
                left.add(each);
            }
        }
        return scene.after().with(running, left);
    }

    @Test
    void a_kept_place_is_kept() {
        Property.holds(
                SEEDS,
                Scripts.scripts(60),
                script -> {
                    Map<WorkloadId, Promise> promises = new HashMap<>();
                    new Play(script, scene -> kept(scene, promises));
                });
    }

    private static void kept(Play.Scene scene, Map<WorkloadId, Promise> promises) {
        boolean fault =
                scene.changes().stream().anyMatch(change -> change instanceof Change.Changed);
        if (fault || overrun(scene)) {
            promises.clear();
        }
        Map<WorkloadId, Promise> now = new HashMap<>();
        for (Waiting waiting : scene.after().waiting()) {
            waiting.promise()
                    .filter(promise -> !promise.room())
                    .ifPresent(promise -> now.put(waiting.id(), promise));
        }
        Set<WorkloadId> waiting = new HashSet<>();
        scene.after().waiting().forEach(each -> waiting.add(each.id()));
        promises.forEach(
                (id, promise) -> {
                    Instant latest = promise.until().plus(scene.after().policy().notice());
                    if (waiting.contains(id)) {
                        assertThat(scene.now())
                                .as("%s was to start by %s", id, latest)
                                .isBeforeOrEqualTo(latest);
                    }
                });
        promises.keySet().retainAll(now.keySet());
        promises.entrySet().removeIf(entry -> passed(scene, entry.getKey(), entry.getValue()));
        now.forEach(promises::putIfAbsent);
    }

    /** Whether somebody who comes before it was given its place. */
    private static boolean passed(Play.Scene scene, WorkloadId holder, Promise promise) {
        return scene.plan().actions().stream()
                .filter(decision -> decision instanceof Decision.Start)
                .map(decision -> (Decision.Start) decision)
                .filter(start -> !start.gap().equals(Optional.of(holder)))
                .flatMap(start -> start.placement().seats().stream())
                .anyMatch(
                        seat ->
                                promise.placement().seats().stream()
                                        .anyMatch(kept -> kept.node().equals(seat.node())));
    }

    private static boolean overrun(Play.Scene scene) {
        return scene.before().running().stream()
                .filter(running -> running.gap().isEmpty())
                .anyMatch(
                        running ->
                                running.since()
                                        .plus(running.workload().times().span().high())
                                        .minus(running.done())
                                        .isBefore(scene.now()));
    }
}
