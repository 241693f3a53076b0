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

/** Hands attempts to Slurm, and finds out what became of one whose answer was lost. */
final class SbatchSubmission {

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12})(;.*)?\\s*");

    /** Nothing was sent: the controller could not be reached. */
    private static final Pattern NOT_SENT = Pattern.compile("(?s).*\\(connect failure\\).*");

    /** Instead of the processors of a step. */
    private static final String NO_STEP = "none";

    /** Something was sent, and the answer is missing. */
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

    /** What became of a submission. */
    sealed interface Outcome {
        record Accepted(long number) implements Outcome {}

        /** Nothing of it is in Slurm, or will be. */
        record Refused(String reason) implements Outcome {}

        record Unknown(String reason) implements Outcome {}
    }

    /**
     * The words of one {@code sbatch}; a placement that Slurm could not be asked for is refused here.
     *
     * @param fragment what each node is to read in before it starts the job
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
     * Whether its nodes are started as a step of its job. That takes longer and costs Slurm twice as much, so a job on
     * one node is not: but only steps are told when Slurm is about to drive a job out.
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
                    "Attempt %s asks for parts of accelerators, or for more on one node than on another."
                            .formatted(launch.id()),
                    "Slurm gives whole accelerators, and each node of a job the same number.",
                    "Ask for whole accelerators, as many on each node.");
        }
    }

    /** The same for every job. What Tools gives to sbatch goes along; NONE would ask a login shell, for a second. */
    private List<String> commonOptions() {
        var command = new ArrayList<>(List.of("--no-requeue", "--export=ALL"));
        settings.submitOptions().account().ifPresent(name -> command.add("--account=" + name));
        settings.submitOptions().qos().ifPresent(name -> command.add("--qos=" + name));
        settings.submitOptions()
                .reservation()
                .ifPresent(name -> command.add("--reservation=" + name));
        return command;
    }

    /** Beside the folder {@code slurm}, which an attempt has that was written for Slurm. */
    private static String output(Launch launch) {
        return launch.directory().resolve("slurm.log").toString().replace("%", "%%");
    }

    private static Problem nodeMissing(Launch launch) {
        return new Problem(
                Engine.LAUNCH_FAILED,
                "Attempt %s is to run on %s.".formatted(launch.id(), launch.placement().describe()),
                "Slurm has no such node now.",
                "It is placed again, on what there is now.");
    }

    /** The first that has all the nodes. */
    private Partition partition(Launch launch, List<SlurmNode> machines) {
        return partition(machines)
                .orElseThrow(
                        () ->
                                new Problem(
                                        Engine.LAUNCH_FAILED,
                                        "Attempt %s is to run on %s."
                                                .formatted(
                                                        launch.id(), launch.placement().describe()),
                                        "No partition that is used here has all of these nodes.",
                                        "It is placed again; name a partition that joins them in the configuration."));
    }

    private Optional<Partition> partition(List<SlurmNode> machines) {
        return settings.partitions().stream()
                .filter(
                        each ->
                                machines.stream()
                                        .allMatch(node -> node.partitions().contains(each.name())))
                .findFirst();
    }

    /** What was asked for, else the share of the accelerators, of the node that has least; without any, one. */
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

    /** Slurm counts in minutes. */
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
            return new Outcome.Refused(String.valueOf(e.getMessage())); // it could not be started
        }
        return outcomeByName(slurmJob, reason, noReply);
    }

    /** An answer that was lost must not double a job. */
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
     * The job of this name that runs in this directory. One that is over and never began is what a refusal left behind.
     */
    Optional<Long> findByName(SlurmJob slurmJob) throws IOException {
        String answer =
                slurmPrograms.outputOf(
                        "squeue",
                        "-h",
                        "-a",
                        SlurmJobs.userOption(List.of(slurmJob)),
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

    /** Slurm's own words, and what may be changed. */
    static Problem refusal(Launch launch, String reason) {
        return new Problem(
                Engine.LAUNCH_FAILED,
                "Slurm did not take attempt %s.".formatted(launch.id()),
                "It said: %s.".formatted(reason.replaceFirst("[.]$", "")),
                nextStep(reason));
    }

    private static String nextStep(String reason) {
        String command = reason.toLowerCase(Locale.ROOT);
        if (command.contains("connect failure")) {
            return "It is tried again; see whether slurmctld runs: scontrol ping";
        }
        if (command.contains("password is required") || command.contains("not allowed")) {
            return "Let the server's account submit for people by sudo; slipway doctor says what is missing.";
        }
        if (command.contains("partition")) {
            return "Correct the partitions in the server's configuration, or open the partition; sinfo shows them.";
        }
        if (command.contains("account") || command.contains("qos")) {
            return "Correct the account and the QOS in the server's configuration, or have Slurm's admin allow them.";
        }
        if (command.contains("reservation")) {
            return "Correct the reservation in the server's configuration; scontrol show reservation lists them.";
        }
        if (command.contains("limit")) {
            return "Ask for less or for a shorter max_duration, or have Slurm's admin raise the limit.";
        }
        return "It is tried again; ask for what a node of the cluster has.";
    }
}
