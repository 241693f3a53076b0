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
import slipway.run.slurm.SlurmSnapshot.Machine;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** Hands attempts to Slurm, and finds out what became of one whose answer was lost. */
final class SbatchSubmission {

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12})(;.*)?\\s*");

    /** Nothing was sent: the controller could not be reached. */
    private static final Pattern UNSENT = Pattern.compile("(?s).*\\(connect failure\\).*");

    /** Instead of the processors of a step. */
    private static final String ALONE = "none";

    /** Something was sent, and the answer is missing. */
    private static final Pattern UNHEARD =
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
        record Refused(String because) implements Outcome {}

        record Unknown(String because) implements Outcome {}
    }

    /**
     * The words of one {@code sbatch}; a placement that Slurm could not be asked for is refused here.
     *
     * @param fragment what each node is to read in before it starts the job
     */
    List<String> words(Launch launch, Optional<Path> fragment, SlurmSnapshot slurmSnapshot) {
        checkEven(launch);
        List<NodeAllocation> seats = launch.placement().seats();
        List<Machine> machines =
                seats.stream()
                        .map(
                                seat ->
                                        slurmSnapshot
                                                .machine(seat.node())
                                                .orElseThrow(() -> moved(launch)))
                        .toList();
        Partition partition = partition(launch, machines);
        int count = seats.getFirst().count();
        int processors = processors(launch, machines, count);
        var words = new ArrayList<>(List.of("sbatch", "--parsable"));
        words.add("--job-name=" + launch.id());
        words.add("--partition=" + partition.name());
        words.add("--nodes=" + seats.size());
        if (partition.ours()) {
            words.add(
                    "--nodelist="
                            + seats.stream()
                                    .map(NodeAllocation::node)
                                    .collect(Collectors.joining(",")));
        }
        words.add("--ntasks-per-node=1");
        words.add("--cpus-per-task=" + processors);
        Gres gres = machines.getFirst().gres();
        if (gres.count() > 0 && count > 0) {
            words.add("--gres=gpu:" + gres.type().map(type -> type + ":").orElse("") + count);
        }
        words.add("--mem=" + mebibytes(launch, machines, processors) + "M");
        words.add("--time=" + longest(launch, partition, slurmSnapshot));
        words.addAll(terms());
        words.add("--chdir=" + launch.directory());
        words.add("--output=" + output(launch));
        words.add(nodeScripts.batch().toString());
        words.addAll(
                List.of(
                        nodeScripts.folder().toString(),
                        launch.directory().toString(),
                        launch.id().name(),
                        inStep(launch.placement(), slurmSnapshot)
                                ? Integer.toString(processors)
                                : ALONE));
        fragment.map(Path::toString).ifPresent(words::add);
        return words;
    }

    /**
     * Whether its nodes are started as a step of its job. That takes longer and costs Slurm twice as much, so a job on
     * one node is not: but only steps are told when Slurm is about to drive a job out.
     */
    boolean inStep(Placement placement, SlurmSnapshot slurmSnapshot) {
        List<Machine> machines =
                placement.seats().stream()
                        .flatMap(seat -> slurmSnapshot.machine(seat.node()).stream())
                        .toList();
        return placement.seats().size() > 1
                || partition(machines)
                        .filter(each -> slurmSnapshot.warned().contains(each.name()))
                        .isPresent();
    }

    private static void checkEven(Launch launch) {
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
    private List<String> terms() {
        var words = new ArrayList<>(List.of("--no-requeue", "--export=ALL"));
        settings.terms().account().ifPresent(name -> words.add("--account=" + name));
        settings.terms().qos().ifPresent(name -> words.add("--qos=" + name));
        settings.terms().reservation().ifPresent(name -> words.add("--reservation=" + name));
        return words;
    }

    /** Beside the folder {@code slurm}, which an attempt has that was written for Slurm. */
    private static String output(Launch launch) {
        return launch.directory().resolve("slurm.log").toString().replace("%", "%%");
    }

    private static Problem moved(Launch launch) {
        return new Problem(
                Engine.LAUNCH_FAILED,
                "Attempt %s is to run on %s.".formatted(launch.id(), launch.placement().describe()),
                "Slurm has no such node now.",
                "It is placed again, on what there is now.");
    }

    /** The first that has all the nodes. */
    private Partition partition(Launch launch, List<Machine> machines) {
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

    private Optional<Partition> partition(List<Machine> machines) {
        return settings.partitions().stream()
                .filter(
                        each ->
                                machines.stream()
                                        .allMatch(node -> node.partitions().contains(each.name())))
                .findFirst();
    }

    /** What was asked for, else the share of the accelerators, of the node that has least; without any, one. */
    private static int processors(Launch launch, List<Machine> machines, int count) {
        int asked = (launch.limits().cpus() + Node.Devices.WHOLE - 1) / Node.Devices.WHOLE;
        int share =
                machines.stream()
                        .mapToInt(node -> (int) share(node.processors(), node, count))
                        .min()
                        .orElseThrow();
        return Math.max(1, asked > 0 ? asked : share);
    }

    private static long mebibytes(Launch launch, List<Machine> machines, int processors) {
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

    private static long share(long all, Machine node, int count) {
        return node.places() == 0 ? 0 : all * count / node.places();
    }

    /** Slurm counts in minutes. */
    private static String longest(Launch launch, Partition partition, SlurmSnapshot slurmSnapshot) {
        return launch.limits()
                .maxDuration()
                .map(most -> Long.toString(most.plus(Duration.ofSeconds(59)).toMinutes()))
                .orElse(slurmSnapshot.longest().getOrDefault(partition.name(), "UNLIMITED"));
    }

    Outcome submit(SlurmJob slurmJob, List<String> words) {
        boolean unheard = false;
        String because;
        try {
            SlurmPrograms.Answer answer = slurmPrograms.as(slurmJob.account()).ask(words);
            var number = NUMBER.matcher(answer.said());
            if (answer.well() && number.matches()) {
                return new Outcome.Accepted(Long.parseLong(number.group(1)));
            }
            because = answer.trouble();
            if (UNSENT.matcher(because).matches()) {
                return new Outcome.Refused(because);
            }
            unheard = UNHEARD.matcher(because).matches();
        } catch (SlurmPrograms.Silence e) {
            unheard = true;
            because = String.valueOf(e.getMessage());
        } catch (IOException e) {
            return new Outcome.Refused(String.valueOf(e.getMessage())); // it could not be started
        }
        return lookedUp(slurmJob, because, unheard);
    }

    /** An answer that was lost must not double a job. */
    private Outcome lookedUp(SlurmJob slurmJob, String because, boolean unheard) {
        try {
            Optional<Long> number = lookUp(slurmJob);
            if (number.isPresent()) {
                return new Outcome.Accepted(number.get());
            }
            return unheard ? new Outcome.Unknown(because) : new Outcome.Refused(because);
        } catch (IOException e) {
            return new Outcome.Unknown(because);
        }
    }

    /**
     * The job of this name that runs in this directory. One that is over and never began is what a refusal left behind.
     */
    Optional<Long> lookUp(SlurmJob slurmJob) throws IOException {
        String answer =
                slurmPrograms.told(
                        "squeue",
                        "-h",
                        "-a",
                        SlurmJobs.of(List.of(slurmJob)),
                        "-t",
                        "all",
                        "--name=" + slurmJob.id(),
                        "-O",
                        SqueueEntry.FORMAT + ",WorkDir:|");
        String place = "|" + slurmJob.directory().path() + "|";
        boolean began = !slurmJob.directory().claimed().isEmpty();
        return answer.lines()
                .filter(line -> line.strip().endsWith(place))
                .flatMap(line -> SqueueEntry.parse(line).stream())
                .filter(slurmJob::isOf)
                .filter(squeueEntry -> began || !squeueEntry.over())
                .map(SqueueEntry::number)
                .findFirst();
    }

    /** Slurm's own words, and what may be changed. */
    static Problem refusal(Launch launch, String because) {
        return new Problem(
                Engine.LAUNCH_FAILED,
                "Slurm did not take attempt %s.".formatted(launch.id()),
                "It said: %s.".formatted(because.replaceFirst("[.]$", "")),
                next(because));
    }

    private static String next(String because) {
        String words = because.toLowerCase(Locale.ROOT);
        if (words.contains("connect failure")) {
            return "It is tried again; see whether slurmctld runs: scontrol ping";
        }
        if (words.contains("password is required") || words.contains("not allowed")) {
            return "Let the server's account submit for people by sudo; slipway doctor says what is missing.";
        }
        if (words.contains("partition")) {
            return "Correct the partitions in the server's configuration, or open the partition; sinfo shows them.";
        }
        if (words.contains("account") || words.contains("qos")) {
            return "Correct the account and the QOS in the server's configuration, or have Slurm's admin allow them.";
        }
        if (words.contains("reservation")) {
            return "Correct the reservation in the server's configuration; scontrol show reservation lists them.";
        }
        if (words.contains("limit")) {
            return "Ask for less or for a shorter max_duration, or have Slurm's admin raise the limit.";
        }
        return "It is tried again; ask for what a node of the cluster has.";
    }
}
