package slipway.run.lifecycle;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Actor;
import slipway.base.Bytes;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.run.attempt.SecretSource;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineCapabilities;
import slipway.run.workspace.WorkspaceSockets;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.SchedulableWorkload.Attributes;
import slipway.schedule.snapshot.SchedulableWorkload.BackOff;
import slipway.schedule.snapshot.SchedulableWorkload.Kind;
import slipway.schedule.snapshot.SchedulableWorkload.Priority;
import slipway.schedule.snapshot.SchedulableWorkload.Times;
import slipway.spec.workload.AcceleratorRequest;
import slipway.spec.workload.EnvironmentSpec;
import slipway.spec.workload.Gang;
import slipway.spec.workload.Program;
import slipway.spec.workload.ResourceSpec;
import slipway.spec.workload.WorkloadSpec;

/** Translates a workload into the scheduler's terms, and checks what an engine can do. */
public final class SchedulerRequests {

    /** The checkpoint interval of a spec that checkpoints without naming an interval. */
    private static final Duration DEFAULT_CHECKPOINT_INTERVAL = Duration.ofMinutes(30);

    private static final int ONE_PROCESSOR = 1_000;

    private final Catalog catalog;
    private final List<Node> nodes;

    public SchedulerRequests(Catalog catalog, List<Node> nodes) {
        this.catalog = catalog;
        this.nodes = List.copyOf(nodes);
    }

    /** Refuses what the engine cannot do, before it would be tried again and again. */
    public static void check(WorkloadSpec spec, Engine engine) {
        var execution = spec.execution();
        int nodes = spec.scheduling().gang().nodes();
        if (!execution.program().unset().isEmpty()) {
            throw RunProblems.unset(execution.program().unset());
        }
        if (!execution.data().isEmpty()) {
            throw RunProblems.noData(execution.data().keySet());
        }
        EngineCapabilities can = engine.capabilities();
        boolean part =
                spec.resources().accelerators().alternatives().stream()
                        .anyMatch(AcceleratorRequest.Alternative::isFractional);
        if (part && !can.fractions()) {
            throw RunProblems.engineCannot(
                    "a fraction of an accelerator",
                    "allocates only whole accelerators",
                    "Ask for a whole one.");
        }
        if (nodes > 1 && !can.severalNodes()) {
            throw RunProblems.engineCannot(
                    "%d nodes".formatted(nodes),
                    "has one node",
                    "Ask for one node, with as many accelerators as it has.");
        }
        if (!execution.program().network() && !can.noNetwork()) {
            throw RunProblems.engineCannot(
                    "network: false",
                    "has no sandbox that can disable the network",
                    "Remove it, or install bubblewrap where jobs run.");
        }
        if (engine.isLocal()) {
            checkInstalled(execution.program());
        }
    }

    /** Refuses a venv that does not exist, unless setup creates it. */
    private static void checkInstalled(Program program) {
        Path work = Path.of(program.workdir().orElse("/"));
        program.context()
                .environment()
                .filter(named -> named.kind() == EnvironmentSpec.Kind.VENV)
                .filter(named -> program.setup().isEmpty() && !named.name().startsWith("~"))
                .map(named -> work.resolve(named.name()).normalize())
                .filter(folder -> !Files.isExecutable(folder.resolve("bin/python")))
                .ifPresent(
                        folder -> {
                            throw RunProblems.noEnvironment(folder);
                        });
    }

    /** Refuses a workspace whose socket path would be too long. */
    public static void checkSocketPath(WorkloadSpec spec, Path attempts) {
        if (spec.execution().workspace().isPresent() && !WorkspaceSockets.fits(attempts)) {
            throw RunProblems.engineCannot(
                    "a workspace",
                    "keeps attempts in %s, too deep for the path of a socket".formatted(attempts),
                    "Have an admin choose a shorter path: run.attempts, or the data folder.");
        }
    }

    /** Refuses to run jobs of several teams without isolation. */
    public static void checkIsolation(Shares shares, Engine engine) {
        int teams = shares.teams().size();
        if (teams > 1 && !engine.capabilities().isolated()) {
            throw RunProblems.noSandbox(teams, engine.capabilities().sandbox());
        }
    }

    /**
     * Only the owner may run a command beside a job that has a separate account: the command could read all that the
     * account may.
     */
    public static void checkExecAccess(Workload workload, Actor actor, Engine engine) {
        String owner = workload.header().owner();
        if (!actor.name().equals(owner) && engine.account(owner).isPresent()) {
            throw RunProblems.accountOfAnother(workload.name(), owner);
        }
    }

    public static void checkSecrets(Submission submission, SecretSource secretSource) {
        for (String name : submission.spec().execution().program().secrets()) {
            if (secretSource.of(submission.team(), name).isEmpty()) {
                throw RunProblems.noSecret(submission.team(), name);
            }
        }
    }

    public SchedulableWorkload schedulable(
            Workload workload, RuntimeEstimate runtimeEstimate, long rank) {
        WorkloadSpec spec = workload.spec();
        Optional<BackOff> backOff =
                workload.state() instanceof WorkloadState.Queued(_, var until, var because)
                        ? until.map(it -> new BackOff(it, because))
                        : Optional.empty();
        return new SchedulableWorkload(
                workload.id(),
                workload.team(),
                excluding(resourceRequest(spec), workload.excluded()),
                manner(spec),
                new Times(workload.header().submitted(), backOff, runtimeEstimate),
                workload.history().rank() != 0 ? workload.history().rank() : rank,
                Map.of());
    }

    private static ResourceRequest excluding(
            ResourceRequest resourceRequest, Map<String, String> nodes) {
        return nodes.isEmpty()
                ? resourceRequest
                : resourceRequest.withConstraints(resourceRequest.constraints().excluded(nodes));
    }

    public static Kind kind(WorkloadSpec spec) {
        return Kind.valueOf(spec.kind().name());
    }

    private static Attributes manner(WorkloadSpec spec) {
        return new Attributes(
                kind(spec),
                Priority.valueOf(spec.scheduling().priority().name()),
                spec.execution()
                        .checkpoint()
                        .map(how -> how.every().orElse(DEFAULT_CHECKPOINT_INTERVAL)),
                spec.scheduling().times().minimumRun().orElse(Duration.ZERO));
    }

    public ResourceRequest resourceRequest(WorkloadSpec spec) {
        AcceleratorRequest acceleratorRequest = spec.resources().accelerators();
        if (!acceleratorRequest.sameAmount()) {
            throw RunProblems.mixed();
        }
        ResourceRequest.AcceleratorRequest need = need(acceleratorRequest);
        return new ResourceRequest(
                need,
                machine(spec.resources(), need),
                gang(spec.scheduling().gang()),
                where(spec.scheduling().gang()));
    }

    /**
     * The accelerators that a workload has or will probably have; empty if it requests no whole accelerator. Of several
     * types that it may have, the one it holds, else, as for its cost, the first on the cluster.
     */
    public Optional<AcceleratorSet> accelerators(WorkloadSpec spec, Optional<Placement> on) {
        ResourceRequest request = resourceRequest(spec);
        if (request.accelerators().count() == 0
                || request.accelerators().thousandths() != Node.Devices.WHOLE) {
            return Optional.empty();
        }
        return on.flatMap(this::type)
                .or(() -> firstType(request))
                .map(
                        type ->
                                new AcceleratorSet(
                                        type,
                                        request.accelerators().count(),
                                        on.map(Placement::nodes).orElse(request.gang().nodes())));
    }

    private Optional<String> type(Placement placement) {
        String first = placement.seats().getFirst().node();
        return nodes.stream()
                .filter(node -> node.name().equals(first))
                .map(node -> node.devices().type())
                .findFirst();
    }

    private Optional<String> firstType(ResourceRequest request) {
        return nodes.stream()
                .map(node -> node.devices().type())
                .filter(request.accelerators()::allows)
                .findFirst()
                .or(() -> request.accelerators().types().stream().findFirst());
    }

    private ResourceRequest.AcceleratorRequest need(AcceleratorRequest acceleratorRequest) {
        if (acceleratorRequest.isNone()) {
            return new ResourceRequest.AcceleratorRequest(List.of(), 0, Node.Devices.WHOLE);
        }
        AcceleratorRequest.Alternative first = acceleratorRequest.alternatives().getFirst();
        List<String> types = new ArrayList<>();
        for (AcceleratorRequest.Alternative each : acceleratorRequest.alternatives()) {
            if (each.type().isEmpty()) {
                return new ResourceRequest.AcceleratorRequest(
                        List.of(), first.count(), first.thousandths());
            }
            types.addAll(types(each.type().get()));
        }
        return new ResourceRequest.AcceleratorRequest(
                types.stream().distinct().toList(), first.count(), first.thousandths());
    }

    /** The types that a name means in the catalog; a type that only this cluster has means itself. */
    private List<String> types(String name) {
        List<String> types = catalog.typesFor(name).stream().map(AcceleratorType::type).toList();
        if (!types.isEmpty()) {
            return types;
        }
        return nodes.stream()
                .map(node -> node.devices().type())
                .filter(type -> type.equalsIgnoreCase(name))
                .findFirst()
                .map(List::of)
                .orElse(List.of(name));
    }

    /** CPUs and memory by default: the share of the smallest node that corresponds to the accelerators. */
    private Node.Machine machine(
            ResourceSpec resourceSpec, ResourceRequest.AcceleratorRequest need) {
        Optional<Node> smallest =
                nodes.stream()
                        .filter(node -> need.count() == 0 || need.allows(node.devices().type()))
                        .min(
                                java.util.Comparator.comparingLong(
                                        node -> node.machine().memory().count()));
        int cpus =
                resourceSpec
                        .cpus()
                        .map(ResourceSpec.Cpus::thousandths)
                        .orElseGet(() -> smallest.map(node -> cpus(node, need)).orElse(0));
        Bytes memory =
                resourceSpec
                        .memory()
                        .map(ResourceSpec.Memory::bytes)
                        .orElseGet(
                                () -> smallest.map(node -> memory(node, cpus)).orElse(Bytes.ZERO));
        return new Node.Machine(cpus, memory);
    }

    private static int cpus(Node node, ResourceRequest.AcceleratorRequest need) {
        if (need.count() == 0) {
            return Math.min(ONE_PROCESSOR, node.machine().cpus());
        }
        long all = (long) node.machine().cpus() * need.count() * need.thousandths();
        return (int) (all / Math.max(1, node.devices().count()) / Node.Devices.WHOLE);
    }

    private static Bytes memory(Node node, int cpus) {
        long all = node.machine().memory().count();
        int of = Math.max(1, node.machine().cpus());
        return new Bytes((long) ((double) all * Math.min(cpus, of) / of));
    }

    private static ResourceRequest.Gang gang(Gang gang) {
        int least = gang.elastic().map(Gang.Elastic::min).orElse(gang.nodes());
        int most = gang.elastic().map(Gang.Elastic::max).orElse(gang.nodes());
        ResourceRequest.TopologyDomain within =
                gang.topology()
                        .filter(Gang.TopologyConstraint::required)
                        .map(close -> ResourceRequest.TopologyDomain.valueOf(close.within().name()))
                        .orElse(ResourceRequest.TopologyDomain.CLUSTER);
        return new ResourceRequest.Gang(gang.nodes(), least, most, within);
    }

    private static ResourceRequest.NodeConstraints where(Gang gang) {
        return new ResourceRequest.NodeConstraints(gang.spot(), Set.copyOf(gang.labels()));
    }
}
