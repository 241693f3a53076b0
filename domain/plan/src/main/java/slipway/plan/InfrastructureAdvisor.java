package slipway.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.catalog.Catalog;
import slipway.catalog.Interconnect;
import slipway.catalog.StorageTier;
import slipway.plan.InfrastructureNeeds.BandwidthSlowdown;
import slipway.plan.InfrastructureNeeds.NetworkNeeds;
import slipway.plan.InfrastructureNeeds.StorageNeeds;
import slipway.plan.InfrastructureNeeds.Tier;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.AdvisedRun;
import slipway.plan.training.SetUpSearch;
import slipway.plan.training.TrainingAccelerators;
import slipway.plan.training.TrainingAccelerators.Site;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;

/**
 * Advises on network and storage. For each network rate on sale it searches the best set-up, since slow networks favor
 * other layouts; the longer step then shows the value of a faster network.
 */
final class InfrastructureAdvisor {

    private static final ProblemCode NO_SET_UP =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-set-up-fits",
                    "No set-up of the model fits into the memory of the accelerators named.");

    /**
     * Network rates on sale, in gigabits per second of one accelerator. The best step with any of them is the
     * reference.
     */
    private static final int[] NETWORK_GIGABITS = {1, 10, 25, 50, 100, 200, 400, 800};

    private static final long GIGABIT = 125_000_000;
    private static final double ACCEPTED_SLOWDOWN = 0.05;
    private static final double NEGLIGIBLE_SLOWDOWN = 0.02;
    private static final double LARGE_SLOWDOWN = 0.10;
    private static final int MAX_ETHERNET_GIGABITS = 25;
    private static final int MAX_ROCE_GIGABITS = 100;

    /** Number of machines above which the latency of messages adds up. */
    private static final int MANY_MACHINES = 64;

    private static final double LOAD_SECONDS = 120;
    private static final int KEPT_CHECKPOINTS = 3;
    private static final Money FREE = Money.dollars(0);

    private final Catalog catalog;
    private final TrainingModel trainingModel;
    private final TrainingAccelerators trainingAccelerators;
    private final RunDuration runDuration;

    InfrastructureAdvisor(Catalog catalog, TrainingModel trainingModel) {
        this.catalog = catalog;
        this.trainingModel = trainingModel;
        this.trainingAccelerators = new TrainingAccelerators(catalog);
        this.runDuration = new RunDuration(catalog);
    }

    InfrastructureNeeds of(AdvisedRun run) {
        TrainingTask trainingTask = run.task().withEvenBatch(run.accelerators());
        Prospect best =
                search(trainingTask, run, Optional.empty())
                        .map(trainingModel::prospects)
                        .flatMap(it -> it.stream().findFirst())
                        .orElseThrow(() -> tooSmall(run));
        return new InfrastructureNeeds(
                run.type(),
                run.accelerators(),
                run.perMachine(),
                best.configuration().describe(),
                trainingModel.stepBreakdown(best.configuration()),
                network(trainingTask, run, best),
                storage(trainingTask, run, best));
    }

    private static Problem tooSmall(AdvisedRun run) {
        return new Problem(
                NO_SET_UP,
                "No set-up is found that fits into the memory of %s."
                        .formatted(Format.accelerators(run.accelerators(), run.type())),
                "The model, its optimizer and one sequence for each accelerator need more.",
                "Name more accelerators, or ones with more memory, or shorten the sequence with --seq.");
    }

    private Optional<SetUpSearch.FoundSetUps> search(
            TrainingTask trainingTask, AdvisedRun run, Optional<Bytes> network) {
        Optional<Site> site =
                trainingAccelerators.site(
                        run.type(), run.accelerators(), run.perMachine(), network);
        return site.map(it -> trainingModel.search(trainingTask, it))
                .filter(it -> !it.shortest().isEmpty());
    }

    private NetworkNeeds network(TrainingTask trainingTask, AdvisedRun run, Prospect best) {
        var available = trainingModel.networkDemand(best.configuration()).assumed();
        if (run.machines() == 1) {
            return noNetwork(available, "all %d are in one machine".formatted(run.accelerators()));
        }
        List<BandwidthSlowdown> slowdowns = slowdowns(trainingTask, run);
        if (slowdowns.getFirst().slowdown() <= NEGLIGIBLE_SLOWDOWN) {
            return noNetwork(available, "hardly anything goes from machine to machine");
        }
        int required = slowestWithin(slowdowns, ACCEPTED_SLOWDOWN);
        var estimate =
                new Estimate<>(
                        bytesPerSecond(required),
                        bytesPerSecond(
                                Math.min(required, slowestWithin(slowdowns, LARGE_SLOWDOWN))),
                        bytesPerSecond(
                                Math.max(required, slowestWithin(slowdowns, NEGLIGIBLE_SLOWDOWN))),
                        best.rate().grounds());
        InfrastructureNeeds.NetworkKind kind = kind(required, run.machines());
        return new NetworkNeeds(
                kind,
                estimate,
                available,
                reason(kind, run),
                suitableLinks(kind, bytesPerSecond(required)),
                slowdowns);
    }

    private static NetworkNeeds noNetwork(Bytes available, String reason) {
        var ground = new Ground(Source.COMPUTED, reason);
        return new NetworkNeeds(
                InfrastructureNeeds.NetworkKind.NONE,
                Estimate.certain(Bytes.ZERO, ground),
                available,
                reason,
                List.of(),
                List.of());
    }

    private List<BandwidthSlowdown> slowdowns(TrainingTask trainingTask, AdvisedRun run) {
        var found = new ArrayList<SetUpSearch.SetUp>();
        for (int gigabits : NETWORK_GIGABITS) {
            found.add(
                    search(trainingTask, run, Optional.of(bytesPerSecond(gigabits)))
                            .map(it -> it.shortest().getFirst())
                            .orElseThrow(() -> tooSmall(run)));
        }
        double fastest = found.stream().mapToDouble(SetUpSearch.SetUp::seconds).min().orElseThrow();
        var slowdowns = new ArrayList<BandwidthSlowdown>();
        for (int i = 0; i < NETWORK_GIGABITS.length; i++) {
            slowdowns.add(slowdown(NETWORK_GIGABITS[i], found.get(i), fastest));
        }
        return slowdowns;
    }

    private static BandwidthSlowdown slowdown(int gigabits, SetUpSearch.SetUp it, double fastest) {
        return new BandwidthSlowdown(
                bytesPerSecond(gigabits),
                it.seconds(),
                Math.max(0, it.seconds() / fastest - 1),
                it.configuration().describe());
    }

    /** The slowest rate on sale whose slowdown is acceptable; the fastest where none is. */
    private static int slowestWithin(List<BandwidthSlowdown> slowdowns, double longer) {
        return (int)
                (slowdowns.stream()
                                .filter(it -> it.slowdown() <= longer)
                                .findFirst()
                                .orElse(slowdowns.getLast())
                                .speed()
                                .count()
                        / GIGABIT);
    }

    private static Bytes bytesPerSecond(double gigabits) {
        return new Bytes(Math.round(gigabits * GIGABIT));
    }

    private static InfrastructureNeeds.NetworkKind kind(int gigabits, int machines) {
        if (gigabits <= MAX_ETHERNET_GIGABITS && machines <= MANY_MACHINES) {
            return InfrastructureNeeds.NetworkKind.ETHERNET;
        }
        return gigabits <= MAX_ROCE_GIGABITS && machines <= MANY_MACHINES
                ? InfrastructureNeeds.NetworkKind.ROCE
                : InfrastructureNeeds.NetworkKind.INFINIBAND;
    }

    private static String reason(InfrastructureNeeds.NetworkKind kind, AdvisedRun run) {
        return switch (kind) {
            case NONE -> "nothing leaves a machine";
            case ETHERNET -> "so little leaves a machine that plain Ethernet carries it";
            case ROCE ->
                    "Ethernet carries it where cards reach memory by themselves (RoCE); over TCP the processors"
                            + " would be in the way";
            case INFINIBAND ->
                    run.machines() > MANY_MACHINES
                            ? "%d machines exchange so many messages that their latency counts: 2 us against 30 of TCP"
                                    .formatted(run.machines())
                            : "so much leaves a machine in every step that only InfiniBand, or RoCE as fast and well"
                                    + " kept, carries it";
        };
    }

    /** The slowest link of each kind that suffices for one accelerator. */
    private List<String> suitableLinks(InfrastructureNeeds.NetworkKind enough, Bytes required) {
        return Stream.of(
                        Interconnect.Kind.INFINIBAND,
                        Interconnect.Kind.ROCE,
                        Interconnect.Kind.EFA,
                        Interconnect.Kind.ETHERNET)
                .filter(
                        it ->
                                it != Interconnect.Kind.ETHERNET
                                        || enough == InfrastructureNeeds.NetworkKind.ETHERNET)
                .flatMap(
                        kind ->
                                catalog.links().stream()
                                        .filter(it -> it.kind() == kind)
                                        .filter(
                                                it ->
                                                        it.bandwidthPerDirection()
                                                                        .compareTo(required)
                                                                >= 0)
                                        .min(
                                                Comparator.comparing(
                                                        Interconnect::bandwidthPerDirection))
                                        .stream())
                .map(Interconnect::name)
                .toList();
    }

    private StorageNeeds storage(TrainingTask trainingTask, AdvisedRun run, Prospect best) {
        var place =
                new RunDuration.Placement(
                        run.type(), run.accelerators(), run.perMachine(), false, Optional.empty());
        CheckpointAdvice checkpointAdvice = runDuration.of(trainingTask, place, best).advice();
        Estimate<Bytes> trainingRead =
                best.rate()
                        .map(it -> bytes(it.perSecond() * run.accelerators() * run.tokenBytes()));
        Bytes checkpoint = checkpointAdvice.scenario().size().total();
        Bytes restartRead = bytes(checkpoint.count() / LOAD_SECONDS);
        Bytes data = bytes(trainingTask.tokens() * run.tokenBytes());
        return new StorageNeeds(
                trainingRead,
                restartRead,
                checkpointAdvice,
                tiers(run, trainingRead.high(), restartRead, checkpointAdvice, data));
    }

    private List<Tier> tiers(
            AdvisedRun run,
            Bytes trainingRead,
            Bytes restartRead,
            CheckpointAdvice checkpointAdvice,
            Bytes data) {
        Bytes checkpoint = checkpointAdvice.scenario().size().total();
        Bytes each = bytes((double) data.count() / run.machines());
        return List.of(
                new Tier(
                        "in each machine",
                        each,
                        bytes((double) trainingRead.count() / run.machines()),
                        Bytes.ZERO,
                        "its part of the data, read again in every epoch; lost with the machine, so a copy only",
                        suitableTiers(
                                1,
                                bytes((double) trainingRead.count() / run.machines()),
                                Bytes.ZERO,
                                true)),
                new Tier(
                        "shared and fast",
                        checkpoint.times(KEPT_CHECKPOINTS),
                        restartRead,
                        checkpointAdvice.storage().requiredSpeed(),
                        "the newest checkpoint, the one before, and the one being written; loaded within two minutes",
                        suitableTiers(
                                run.machines(),
                                restartRead,
                                checkpointAdvice.storage().requiredSpeed(),
                                false)),
                new Tier(
                        "shared and cheap",
                        data.plus(checkpoint),
                        trainingRead,
                        Bytes.ZERO,
                        "all data, and what is kept when the run has ended; read while it trains",
                        suitableTiers(run.machines(), trainingRead, Bytes.ZERO, false)));
    }

    /** Tiers that are fast enough, the cheapest first; a tier without a price is the team's own. */
    private List<String> suitableTiers(int machines, Bytes read, Bytes write, boolean local) {
        return catalog.storage().stream()
                .filter(it -> local == (it.scope() == StorageTier.BandwidthScope.LOCAL))
                .filter(it -> it.readBandwidth(machines).compareTo(read) >= 0)
                .filter(it -> it.writeBandwidth(machines).compareTo(write) >= 0)
                .sorted(
                        Comparator.comparing(
                                (StorageTier it) -> it.prices().perGigabyteMonth().orElse(FREE)))
                .map(it -> it.provider() + " " + it.name())
                .toList();
    }

    private static Bytes bytes(double exact) {
        return new Bytes(Math.max(1, Math.round(Math.min(exact, 9e18))));
    }
}
