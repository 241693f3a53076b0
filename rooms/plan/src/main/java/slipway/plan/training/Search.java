package slipway.plan.training;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Goes through a space and keeps the set-ups whose step is shortest by the physical model. How much is recomputed needs
 * no trial where memory is ample: a step never gets shorter by recomputing more, but for sharded weights in a memory
 * that is nearly full. There every share is tried. So nothing is lost by what is left out.
 */
public final class Search {

    /** Fuller than this, the allocator costs sharded set-ups time. */
    private static final double TIGHT = 0.7;

    private static final Comparator<SetUp> SHORTEST =
            Comparator.comparingDouble(SetUp::seconds)
                    .thenComparingDouble(it -> it.configuration().layout().tensor())
                    .thenComparingDouble(it -> it.configuration().layout().pipeline())
                    .thenComparingDouble(it -> it.configuration().batch().again());

    private final Model model;
    private final Task task;
    private final Site site;
    private final boolean everything;
    private final int most;
    private final Map<Family, List<SetUp>> kept = new EnumMap<>(Family.class);
    private final Map<Family, Double> releases = new EnumMap<>(Family.class);
    private long considered;

    /**
     * @param seconds of a step
     * @param release of a family, in years since 2020
     */
    record Model(ToDoubleFunction<Configuration> seconds, ToDoubleFunction<Family> release) {}

    private Search(Model model, Task task, Site site, int most, boolean everything) {
        this.model = model;
        this.task = task;
        this.site = site;
        this.most = most;
        this.everything = everything;
    }

    /**
     * What came of it.
     *
     * @param shortest of each family the shortest few; the shortest first
     * @param considered set-ups whose step was reckoned
     */
    public record Found(List<SetUp> shortest, long considered) {

        public Found {
            shortest = List.copyOf(shortest);
        }
    }

    static Found shortest(Model model, Task task, Site site, int most) {
        return new Search(model, task, site, most, false).found();
    }

    /** The same, without leaving anything out: to show that nothing is lost, and how fast it is. */
    static Found ofAll(Model model, Task task, Site site, int most) {
        return new Search(model, task, site, most, true).found();
    }

    private Found found() {
        new Space(task, site).each(this::place);
        return new Found(
                kept.values().stream().flatMap(List::stream).sorted(SHORTEST).toList(), considered);
    }

    private void place(Space.Place place) {
        var memory =
                new CoarseMemory(
                        task.shape(), site.rates(), place.manner(), place.layout(), task.seq());
        for (double micro : place.micros()) {
            if (memory.fits(micro, 1)) {
                batches(place, memory, micro);
            }
        }
    }

    private void batches(Space.Place place, CoarseMemory memory, double micro) {
        double layers = Math.ceil(task.shape().layers() / place.layout().pipeline());
        double least = everything ? 0 : Math.ceil(memory.recomputed(micro) * layers);
        double last =
                everything || isTight(place, memory.full(micro, least / layers)) ? layers : least;
        SetUp best = null;
        for (double layer = least; layer <= last; layer++) {
            double again = layer / layers;
            if (memory.fits(micro, again)) {
                SetUp next = setUp(configuration(place, memory, micro, again));
                best = best == null || next.seconds() < best.seconds() ? next : best;
            }
        }
        if (best != null) {
            keep(best);
        }
    }

    private SetUp setUp(Configuration configuration) {
        considered++;
        return new SetUp(configuration, model.seconds.applyAsDouble(configuration));
    }

    private static boolean isTight(Space.Place place, double full) {
        return place.manner().sharded() && full > TIGHT;
    }

    private Configuration configuration(
            Space.Place place, CoarseMemory memory, double micro, double again) {
        Batch.Recompute recompute =
                again == 0
                        ? Batch.Recompute.NONE
                        : again == 1 ? Batch.Recompute.FULL : Batch.Recompute.UNSAID;
        var batch =
                new Batch(
                        task.seq(),
                        micro,
                        task.global(),
                        recompute,
                        again,
                        memory.full(micro, again));
        return new Configuration(
                task.shape(),
                site.rates(),
                place.manner(),
                place.layout(),
                batch,
                release(place.manner().family()),
                List.of());
    }

    private double release(Family family) {
        return releases.computeIfAbsent(family, model.release::applyAsDouble);
    }

    private void keep(SetUp found) {
        List<SetUp> best =
                kept.computeIfAbsent(
                        found.configuration().manner().family(), _ -> new ArrayList<>());
        if (best.size() == most && best.getLast().seconds() <= found.seconds()) {
            return;
        }
        best.add(found);
        best.sort(SHORTEST);
        if (best.size() > most) {
            best.removeLast();
        }
    }
}
