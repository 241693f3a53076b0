package slipway.run.slurm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import slipway.base.Problem;
import slipway.run.engine.Engine;
import slipway.run.engine.Launch;
import slipway.run.slurm.SlurmSettings.Partition;
import slipway.run.slurm.SlurmSnapshot.SlurmNode;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** Submits attempts with {@code sbatch}, and finds out what became of a submission whose reply was lost. */
final class SbatchSubmission {

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12})(;.*)?\\s*");

    /** The controller could not be reached, so nothing was sent. */
    private static final Pattern NOT_SENT = Pattern.compile("(?s).*\\(connect failure\\).*");

    /** In place of the number of processors, for a job without a step. */
    private static final String NO_STEP = "none";

    /** The request was sent, and its reply was lost. */
    private static final Pattern NO_REPLY =
            Pattern.compile("(?is).*(timed? ?out|zero bytes|unexpected message|standby mode).*");

    private final SlurmSettings settings;
    private final SlurmPrograms slurmPrograms;
    private final NodeScripts nodeScripts;

    SbatchSubmission(SlurmSettings settings, SlurmPrograms slurmPrograms, NodeScripts nodeScripts) {
        this.settings = settings;
        this.slurmPrograms = slurmPrograms;
        this.nodeScripts = nodeScripts;
    }

    /** The outcome of a submission. */
    sealed interface Outcome {
        record Accepted(long number) implements Outcome {}

        /** Slurm does not have the job and will not have it. */
        record Refused(String reason) implements Outcome {}

        record Unknown(String reason) implements Outcome {}
    }

    /**
     * The {@code sbatch} command of a launch; refuses a placement that Slurm cannot express.
     *
     * @param fragment the file that each node reads before it starts the job
     */
    List<String> command(Launch launch, Optional<Path> fragment, SlurmSnapshot slurmSnapshot) {
        checkUniform(launch);
        List<NodeAllocation> seats = launch.placement().seats();
        List<SlurmNode> machines =
                seats.stream()
                        .map(
                                seat ->
                                        slurmSnapshot
                                                .node(seat.node())
                                                .orElseThrow(() -> nodeMissing(launch)))
                        .toList();
        Partition partition = partition(launch, machines);
        int count = seats.getFirst().count();
        int processors = processors(launch, machines, count);
        var command = new ArrayList<>(List.of("sbatch", "--parsable"));
        command.add("--job-name=" + launch.id());
        command.add("--partition=" + partition.name());
        command.add("--nodes=" + seats.size());
        if (partition.ours()) {
            command.add(
                    "--nodelist="
                            + seats.stream()
                                    .map(NodeAllocation::node)
                                    .collect(Collectors.joining(",")));
        }
        command.add("--ntasks-per-node=1");
        command.add("--cpus-per-task=" + processors);
        GpuGres gres = machines.getFirst().gres();
        if (gres.count() > 0 && count > 0) {
            command.add("--gres=gpu:" + gres.type().map(type -> type + ":").orElse("") + count);
        }
        command.add("--mem=" + mebibytes(launch, machines, processors) + "M");
        command.add("--time=" + timeLimit(launch, partition, slurmSnapshot));
        command.addAll(commonOptions());
        command.add("--chdir=" + launch.directory());
        command.add("--output=" + output(launch));
        command.add(nodeScripts.batch().toString());
        command.addAll(
                List.of(
                        nodeScripts.folder().toString(),
                        launch.directory().toString(),
                        launch.id().name(),
                        inStep(launch.placement(), slurmSnapshot)
                                ? Integer.toString(processors)
                                : NO_STEP));
        fragment.map(Path::toString).ifPresent(command::add);
        return command;
    }

    /**
     * Whether srun starts the nodes as a step of the job. A step takes longer and costs Slurm twice as much, so a job
     * on one node has none; but Slurm warns only steps before it preempts a job.
     */
    boolean inStep(Placement placement, SlurmSnapshot slurmSnapshot) {
        List<SlurmNode> machines =
                placement.seats().stream()
                        .flatMap(seat -> slurmSnapshot.node(seat.node()).stream())
                        .toList();
        return placement.seats().size() > 1
                || partition(machines)
                        .filter(each -> slurmSnapshot.graceful().contains(each.name()))
                        .isPresent();
    }

    private static void checkUniform(Launch launch) {
        List<NodeAllocation> seats = launch.placement().seats();
        int count = seats.getFirst().count();
        if (seats.stream().anyMatch(each -> each.count() != count || isPart(each))) {
            throw new Problem(
                    Engine.CANNOT,
                    "Attempt %s requests parts of accelerators, or more on one node than on another."
                            .formatted(launch.id()),
                    "Slurm allocates whole accelerators, the same number on each node of a job.",
                    "Request whole accelerators, the same number on each node.");
        }
    }

    /**
     * Options of every job. --export=ALL passes the few variables that {@link SlurmPrograms} gives to sbatch; NONE
     * would run a login shell, which takes a second.
     */
    private List<String> commonOptions() {
        var command = new ArrayList<>(List.of("--no-requeue", "--export=ALL"));
        settings.submitOptions().account().ifPresent(name -> command.add("--account=" + name));
        settings.submitOptions().qos().ifPresent(name -> command.add("--qos=" + name));
        settings.submitOptions()
                .reservation()
                .ifPresent(name -> command.add("--reservation=" + name));
        return command;
    }

    /** Not in the folder {@code slurm}, which belongs to attempts of sbatch scripts. */
    private static String output(Launch launch) {
        return launch.directory().resolve("slurm.log").toString().replace("%", "%%");
    }

    private static Problem nodeMissing(Launch launch) {
        return new Problem(
                Engine.LAUNCH_FAILED,
                "Attempt %s was placed on %s."
                        .formatted(launch.id(), launch.placement().describe()),
                "Slurm has no such node now.",
                "The scheduler places it again on the nodes that exist now.");
    }

    /** The first partition that has all the nodes. */
    private Partition partition(Launch launch, List<SlurmNode> machines) {
        return partition(machines)
                .orElseThrow(
                        () ->
                                new Problem(
                                        Engine.LAUNCH_FAILED,
                                        "Attempt %s was placed on %s."
                                                .formatted(
                                                        launch.id(), launch.placement().describe()),
                                        "No configured partition has all of these nodes.",
                                        "The scheduler places it again. Add a partition with these nodes to"
                                                + " slurm.partitions."));
    }

    private Optional<Partition> partition(List<SlurmNode> machines) {
        return settings.partitions().stream()
                .filter(
                        each ->
                                machines.stream()
                                        .allMatch(node -> node.partitions().contains(each.name())))
                .findFirst();
    }

    /** The requested processors, else the accelerators' share of the smallest node, at least one. */
    private static int processors(Launch launch, List<SlurmNode> machines, int count) {
        int asked = (launch.limits().cpus() + Node.Devices.WHOLE - 1) / Node.Devices.WHOLE;
        int share =
                machines.stream()
                        .mapToInt(node -> (int) share(node.processors(), node, count))
                        .min()
                        .orElseThrow();
        return Math.max(1, asked > 0 ? asked : share);
    }

    private static long mebibytes(Launch launch, List<SlurmNode> machines, int processors) {
        int count = launch.placement().seats().getFirst().count();
        long share =
                machines.stream()
                        .mapToLong(
                                node ->
                                        count > 0
                                                ? share(node.mebibytes(), node, count)
                                                : node.mebibytes()
                                                        * processors
                                                        / Math.max(1, node.processors()))
                        .min()
                        .orElseThrow();
        long unit = 1L << 20;
        return Math.max(
                1,
                launch.limits()
                        .memory()
                        .map(asked -> (asked.count() + unit - 1) / unit)
                        .orElse(share));
    }

    private static boolean isPart(NodeAllocation seat) {
        return seat.count() > 0 && seat.thousandths() < Node.Devices.WHOLE;
    }

    private static long share(long all, SlurmNode node, int count) {
        return node.deviceCount() == 0 ? 0 : all * count / node.deviceCount();
    }

    /** In minutes, as Slurm expects. */
    private static String timeLimit(
            Launch launch, Partition partition, SlurmSnapshot slurmSnapshot) {
        return launch.limits()
                .maxDuration()
                .map(most -> Long.toString(most.plus(Duration.ofSeconds(59)).toMinutes()))
                .orElse(slurmSnapshot.timeLimits().getOrDefault(partition.name(), "UNLIMITED"));
    }

    Outcome submit(SlurmJob slurmJob, List<String> command) {
        boolean noReply = false;
        String reason;
        try {
            SlurmPrograms.Result answer = slurmPrograms.as(slurmJob.account()).run(command);
            var number = NUMBER.matcher(answer.output());
            if (answer.succeeded() && number.matches()) {
                return new Outcome.Accepted(Long.parseLong(number.group(1)));
            }
            reason = answer.failure();
            if (NOT_SENT.matcher(reason).matches()) {
                return new Outcome.Refused(reason);
            }
            noReply = NO_REPLY.matcher(reason).matches();
        } catch (SlurmPrograms.NoAnswer e) {
            noReply = true;
            reason = String.valueOf(e.getMessage());
        } catch (IOException e) {
            return new Outcome.Refused(String.valueOf(e.getMessage())); // sbatch did not start
        }
        return outcomeByName(slurmJob, reason, noReply);
    }

    /** A job must not be submitted twice because a reply was lost, so it is looked up by name. */
    private Outcome outcomeByName(SlurmJob slurmJob, String reason, boolean noReply) {
        try {
            Optional<Long> number = findByName(slurmJob);
            if (number.isPresent()) {
                return new Outcome.Accepted(number.get());
            }
            return noReply ? new Outcome.Unknown(reason) : new Outcome.Refused(reason);
        } catch (IOException e) {
            return new Outcome.Unknown(reason);
        }
    }

    /**
     * Finds the job of this name and directory. An ended job that never started is the rest of a refused submission.
     */
    Optional<Long> findByName(SlurmJob slurmJob) throws IOException {
        String answer =
                slurmPrograms.outputOf(
                        "squeue",
                        "-h",
                        "-a",
                        Squeue.userOption(List.of(slurmJob)),
                        "-t",
                        "all",
                        "--name=" + slurmJob.id(),
                        "-O",
                        SqueueEntry.FORMAT + ",WorkDir:|");
        String directory = "|" + slurmJob.directory().path() + "|";
        boolean began = !slurmJob.directory().claimed().isEmpty();
        return answer.lines()
                .filter(line -> line.strip().endsWith(directory))
                .flatMap(line -> SqueueEntry.parse(line).stream())
                .filter(slurmJob::isOf)
                .filter(squeueEntry -> began || !squeueEntry.over())
                .map(SqueueEntry::number)
                .findFirst();
    }

    /** Quotes Slurm's error and suggests a correction. */
    static Problem refusal(Launch launch, String reason) {
        return new Problem(
                Engine.LAUNCH_FAILED,
                "Slurm refused attempt %s.".formatted(launch.id()),
                "Its error: %s.".formatted(reason.replaceFirst("[.]$", "")),
                nextStep(reason));
    }

    private static String nextStep(String reason) {
        String command = reason.toLowerCase(Locale.ROOT);
        if (command.contains("connect failure")) {
            return "Slipway tries again. Check whether slurmctld runs: scontrol ping";
        }
        if (command.contains("password is required") || command.contains("not allowed")) {
            return "Allow the server's account to submit for users by sudo; slipway doctor shows what is missing.";
        }
        if (command.contains("partition")) {
            return "Correct slurm.partitions in slipway.yaml, or enable the partition in Slurm; sinfo lists them.";
        }
        if (command.contains("account") || command.contains("qos")) {
            return "Correct the account and the QOS in slipway.yaml, or ask Slurm's admin to allow them.";
        }
        if (command.contains("reservation")) {
            return "Correct the reservation in slipway.yaml; scontrol show reservation lists reservations.";
        }
        if (command.contains("limit")) {
            return "Request less or a shorter max_duration, or ask Slurm's admin to raise the limit.";
        }
        return "Slipway tries again. If the error persists, request resources that a node of the cluster has.";
    }
}
