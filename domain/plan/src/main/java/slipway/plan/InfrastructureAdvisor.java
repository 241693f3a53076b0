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
import slipway.plan.InfrastructureNeeds.Disks;
import slipway.plan.InfrastructureNeeds.Rung;
import slipway.plan.InfrastructureNeeds.Tier;
import slipway.plan.InfrastructureNeeds.Wires;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.AdviseReader.Run;
import slipway.plan.training.SetUpSearch;
import slipway.plan.training.TrainingAccelerators;
import slipway.plan.training.TrainingAccelerators.Site;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;

/**
 * Advises on network and storage. For each speed of network that is sold the best set-up with it is searched, since
 * whoever has a slow network shards differently; what a step then takes longer says what a faster one is worth.
 */
final class InfrastructureAdvisor {

    private static final ProblemCode NO_SET_UP =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "no-set-up-fits",
                    "No set-up of the model fits into the memory of the accelerators named.");

    /** Gigabits a second, as cards are sold; the best with any of them is what the others are held against. */
    private static final int[] SOLD = {1, 10, 25, 50, 100, 200, 400, 800};

    private static final long GIGABIT = 125_000_000;
    private static final double WORTH = 0.05;
    private static final double HARDLY = 0.02;
    private static final double MUCH = 0.10;
    private static final int PLAIN = 25;
    private static final int SIMPLE = 100;

    /** Beyond so many machines the latency of each message adds up. */
    private static final int MANY_MACHINES = 64;

    private static final double LOADS = 120;
    private static final int KEPT = 3;
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

    InfrastructureNeeds of(Run run) {
        TrainingTask trainingTask = run.task().shared(run.accelerators());
        Prospect best =
                found(trainingTask, run, Optional.empty())
                        .map(trainingModel::prospects)
                        .flatMap(it -> it.stream().findFirst())
                        .orElseThrow(() -> tooSmall(run));
        return new InfrastructureNeeds(
                trainingTask,
                run.type(),
                run.accelerators(),
                run.perMachine(),
                best.configuration().words(),
                trainingModel.step(best.configuration()),
                wires(trainingTask, run, best),
                disks(trainingTask, run, best));
    }

    private static Problem tooSmall(Run run) {
        return new Problem(
                NO_SET_UP,
                "No set-up is found that fits into the memory of %s."
                        .formatted(Format.accelerators(run.accelerators(), run.type())),
                "The model, its optimizer and one sequence for each accelerator need more.",
                "Name more accelerators, or ones with more memory, or shorten the sequence with --seq.");
    }

    private Optional<SetUpSearch.Found> found(
            TrainingTask trainingTask, Run run, Optional<Bytes> network) {
        Optional<Site> site =
                trainingAccelerators.of(run.type(), run.accelerators(), run.perMachine(), network);
        return site.map(it -> trainingModel.search(trainingTask, it))
                .filter(it -> !it.shortest().isEmpty());
    }

    private Wires wires(TrainingTask trainingTask, Run run, Prospect best) {
        var there = trainingModel.network(best.configuration()).there();
        if (run.machines() == 1) {
            return within(there, "all %d are in one machine".formatted(run.accelerators()));
        }
        List<Rung> ladder = ladder(trainingTask, run);
        if (ladder.getFirst().longer() <= HARDLY) {
            return within(there, "hardly anything goes from machine to machine");
        }
        int needed = least(ladder, WORTH);
        var estimate =
                new Estimate<>(
                        speed(needed),
                        speed(Math.min(needed, least(ladder, MUCH))),
                        speed(Math.max(needed, least(ladder, HARDLY))),
                        best.rate().grounds());
        InfrastructureNeeds.Kind kind = kind(needed, run.machines());
        return new Wires(
                kind, estimate, there, because(kind, run), links(kind, speed(needed)), ladder);
    }

    private static Wires within(Bytes there, String because) {
        var ground = new Ground(Source.COMPUTED, because);
        return new Wires(
                InfrastructureNeeds.Kind.NONE,
                Estimate.certain(Bytes.ZERO, ground),
                there,
                because,
                List.of(),
                List.of());
    }

    private List<Rung> ladder(TrainingTask trainingTask, Run run) {
        var found = new ArrayList<SetUpSearch.SetUp>();
        for (int sold : SOLD) {
            found.add(
                    found(trainingTask, run, Optional.of(speed(sold)))
                            .map(it -> it.shortest().getFirst())
                            .orElseThrow(() -> tooSmall(run)));
        }
        double fastest = found.stream().mapToDouble(SetUpSearch.SetUp::seconds).min().orElseThrow();
        var ladder = new ArrayList<Rung>();
        for (int i = 0; i < SOLD.length; i++) {
            ladder.add(rung(SOLD[i], found.get(i), fastest));
        }
        return ladder;
    }

    private static Rung rung(int sold, SetUpSearch.SetUp it, double fastest) {
        return new Rung(
                speed(sold),
                it.seconds(),
                Math.max(0, it.seconds() / fastest - 1),
                it.configuration().words());
    }

    /** The least that is sold with which a step is no longer than that; the fastest where none is. */
    private static int least(List<Rung> ladder, double longer) {
        return (int)
                (ladder.stream()
                                .filter(it -> it.longer() <= longer)
                                .findFirst()
                                .orElse(ladder.getLast())
                                .speed()
                                .count()
                        / GIGABIT);
    }

    private static Bytes speed(double gigabits) {
        return new Bytes(Math.round(gigabits * GIGABIT));
    }

    private static InfrastructureNeeds.Kind kind(int gigabits, int machines) {
        if (gigabits <= PLAIN && machines <= MANY_MACHINES) {
            return InfrastructureNeeds.Kind.ETHERNET;
        }
        return gigabits <= SIMPLE && machines <= MANY_MACHINES
                ? InfrastructureNeeds.Kind.ROCE
                : InfrastructureNeeds.Kind.INFINIBAND;
    }

    private static String because(InfrastructureNeeds.Kind kind, Run run) {
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

    /** The slowest of each kind that carries it for one accelerator. */
    private List<String> links(InfrastructureNeeds.Kind enough, Bytes needed) {
        return Stream.of(
                        Interconnect.Kind.INFINIBAND,
                        Interconnect.Kind.ROCE,
                        Interconnect.Kind.EFA,
                        Interconnect.Kind.ETHERNET)
                .filter(
                        it ->
                                it != Interconnect.Kind.ETHERNET
                                        || enough == InfrastructureNeeds.Kind.ETHERNET)
                .flatMap(
                        kind ->
                                catalog.links().stream()
                                        .filter(it -> it.kind() == kind)
                                        .filter(
                                                it ->
                                                        it.bandwidthPerDirection().compareTo(needed)
                                                                >= 0)
                                        .min(
                                                Comparator.comparing(
                                                        Interconnect::bandwidthPerDirection))
                                        .stream())
                .map(Interconnect::name)
                .toList();
    }

    private Disks disks(TrainingTask trainingTask, Run run, Prospect best) {
        var place =
                new RunDuration.Place(
                        run.type(), run.accelerators(), run.perMachine(), false, Optional.empty());
        CheckpointAdvice checkpointAdvice = runDuration.of(trainingTask, place, best).advice();
        Estimate<Bytes> feeding =
                best.rate()
                        .map(it -> bytes(it.perSecond() * run.accelerators() * run.tokenBytes()));
        Bytes checkpoint = checkpointAdvice.question().saved().all();
        Bytes starting = bytes(checkpoint.count() / LOADS);
        Bytes data = bytes(trainingTask.tokens() * run.tokenBytes());
        return new Disks(
                feeding,
                starting,
                checkpointAdvice,
                tiers(run, feeding.high(), starting, checkpointAdvice, data));
    }

    private List<Tier> tiers(
            Run run, Bytes feeding, Bytes starting, CheckpointAdvice checkpointAdvice, Bytes data) {
        Bytes checkpoint = checkpointAdvice.question().saved().all();
        Bytes each = bytes((double) data.count() / run.machines());
        return List.of(
                new Tier(
                        "in each machine",
                        each,
                        bytes((double) feeding.count() / run.machines()),
                        Bytes.ZERO,
                        "its part of the data, read again in every epoch; lost with the machine, so a copy only",
                        options(
                                1,
                                bytes((double) feeding.count() / run.machines()),
                                Bytes.ZERO,
                                true)),
                new Tier(
                        "shared and fast",
                        checkpoint.times(KEPT),
                        starting,
                        checkpointAdvice.needed(),
                        "the newest checkpoint, the one before, and the one being written; loaded within two minutes",
                        options(run.machines(), starting, checkpointAdvice.needed(), false)),
                new Tier(
                        "shared and cheap",
                        data.plus(checkpoint),
                        feeding,
                        Bytes.ZERO,
                        "all data, and what is kept when the run has ended; read while it trains",
                        options(run.machines(), feeding, Bytes.ZERO, false)));
    }

    /** The cheapest first; what costs nothing by itself is the team's own. */
    private List<String> options(int machines, Bytes read, Bytes write, boolean local) {
        return catalog.storage().stream()
                .filter(it -> local == (it.scope() == StorageTier.BandwidthScope.LOCAL))
                .filter(it -> it.readBandwidth(machines).compareTo(read) >= 0)
                .filter(it -> it.writeBandwidth(machines).compareTo(write) >= 0)
                .sorted(
                        Comparator.comparing(
                                (StorageTier it) -> it.perGigabyteMonth().orElse(FREE)))
                .map(it -> it.provider() + " " + it.name())
                .toList();
    }

    private static Bytes bytes(double exact) {
        return new Bytes(Math.max(1, Math.round(Math.min(exact, 9e18))));
    }
}
