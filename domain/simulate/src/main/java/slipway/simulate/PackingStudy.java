package slipway.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import slipway.base.InterruptibleTask;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.simulate.trace.Traces;

/**
 * Measures how well pods are packed: they arrive one after the other and never leave, until the requests exceed the
 * capacity. The list is shuffled by the seed; if it ends before 130 % of the capacity is requested, pods are drawn from
 * it again. The result is the part of all accelerators that is allocated when the requests, placed or not, equal the
 * capacity.
 */
public final class PackingStudy {

    private static final ProblemCode NOTHING_TO_PACK =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "nothing-to-pack",
                    "A list of nodes has no accelerators, or a list of pods asks for none.");

    /** Requests are generated up to this multiple of the capacity. */
    private static final double DEMAND_LIMIT = 1.3;

    private final List<Node> nodes;
    private final List<ResourceRequest> pods;
    private final long capacity;

    private PackingStudy(List<Node> nodes, List<ResourceRequest> pods) {
        this.nodes = List.copyOf(nodes);
        this.pods = List.copyOf(pods);
        this.capacity =
                nodes.stream().mapToLong(node -> node.devices().count()).sum() * Node.Devices.WHOLE;
    }

    /** Reads both lists; all mistakes in them are one {@link Problem}. */
    public static PackingStudy of(Path nodeList, Path podList) {
        var packingStudy = new PackingStudy(Traces.openbNodes(nodeList), Traces.openbPods(podList));
        if (packingStudy.capacity == 0
                || packingStudy.pods.stream().mapToInt(ResourceRequest::totalThousandths).sum()
                        == 0) {
            throw new Problem(
                    NOTHING_TO_PACK,
                    "There is nothing to pack.",
                    packingStudy.capacity == 0
                            ? nodeList.getFileName() + " has no node with accelerators."
                            : podList.getFileName() + " has no pod that asks for accelerators.",
                    "Check that the list of nodes comes first: --openb NODES.csv PODS.csv");
        }
        return packingStudy;
    }

    /**
     * Packs once for each seed, first without and then with migration.
     *
     * @param progress receives the number of runs that have ended since the last call
     */
    public PackingResult run(long firstSeed, int seeds, LongConsumer progress) {
        LongConsumer progressListener = IndependentRuns.synchronizedProgress(progress);
        List<PackingResult.Run> runs =
                IndependentRuns.all(
                        LongStream.range(firstSeed, firstSeed + seeds)
                                .<InterruptibleTask<PackingResult.Run>>mapToObj(
                                        seed -> () -> run(seed, progressListener))
                                .toList());
        return new PackingResult(nodes.size(), capacity, runs);
    }

    private PackingResult.Run run(long seed, LongConsumer progressListener) {
        List<ResourceRequest> arrivals = arrivals(seed);
        PackingResult.Packing inPlace = new PodPacker(nodes, false).fill(arrivals, capacity);
        progressListener.accept(1);
        PackingResult.Packing consolidated = new PodPacker(nodes, true).fill(arrivals, capacity);
        progressListener.accept(1);
        return new PackingResult.Run(seed, inPlace, consolidated);
    }

    private List<ResourceRequest> arrivals(long seed) {
        RandomGenerator random = SeededRandom.of(seed);
        List<ResourceRequest> shuffled = new ArrayList<>(pods);
        Collections.shuffle(shuffled, random);
        List<ResourceRequest> arrivals = new ArrayList<>();
        long requested = 0;
        for (int next = 0; requested < DEMAND_LIMIT * capacity; next++) {
            ResourceRequest resourceRequest =
                    next < shuffled.size()
                            ? shuffled.get(next)
                            : shuffled.get(random.nextInt(shuffled.size()));
            arrivals.add(resourceRequest);
            requested += resourceRequest.totalThousandths();
        }
        return arrivals;
    }
}
