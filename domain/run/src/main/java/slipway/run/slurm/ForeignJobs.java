package slipway.run.slurm;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.run.engine.ForeignJob;
import slipway.run.slurm.SlurmSnapshot.SlurmNode;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/** Finds the jobs on the cluster that Slipway did not submit, and the resources that they hold. */
final class ForeignJobs {

    /** A group of nodes of a job with the same allocation on each. */
    private static final Pattern GROUP =
            Pattern.compile(" Nodes=(\\S+) CPU_IDs=(\\S*) Mem=([0-9]{1,12}) GRES=(\\S*)");

    private static final Pattern BEGIN =
            Pattern.compile("JobId=([0-9]{1,12}) (?:[A-Za-z]+=\\S+ ){0,6}?JobName=");

    private final SlurmPrograms slurmPrograms;
    private final HostList hostList;

    ForeignJobs(SlurmPrograms slurmPrograms, HostList hostList) {
        this.slurmPrograms = slurmPrograms;
        this.hostList = hostList;
    }

    /**
     * The resources of a job, node by node in the order of its ranks.
     *
     * @param gres by node; a job may hold no accelerator there
     */
    record Allocation(
            List<String> nodes, Map<String, GpuGres> gres, Map<String, Node.Machine> machine) {}

    /**
     * A job as listed by {@code squeue}, without fields that its owner can choose.
     *
     * @param until its time limit
     */
    private record ListedJob(String number, List<String> nodes, Optional<Instant> until) {}

    /** A short listing comes first, because the full one is expensive and most often all jobs are Slipway's. */
    List<ForeignJob> query(SlurmSnapshot slurmSnapshot, Set<Long> ownNumbers) throws IOException {
        Map<String, ListedJob> foreign = foreign(ownNumbers);
        if (foreign.isEmpty()) {
            return List.of();
        }
        Map<String, String> lines = jobLines();
        Map<String, SlurmNode> machines = slurmSnapshot.byName();
        var foreignJobs = new ArrayList<ForeignJob>();
        for (ListedJob job : foreign.values()) {
            var scontrolLine = new ScontrolLine(lines.getOrDefault(job.number, ""));
            toForeignJob(job, allocation(scontrolLine), machines).ifPresent(foreignJobs::add);
        }
        return List.copyOf(foreignJobs);
    }

    private Map<String, ListedJob> foreign(Set<Long> ownNumbers) throws IOException {
        var foreign = new TreeMap<String, ListedJob>();
        String answer =
                slurmPrograms.outputOf(
                        "squeue",
                        "-h",
                        "-a",
                        "-t",
                        "R,S,CG,CF",
                        "-O",
                        "JobID:|,NodeList:|,EndTime:|");
        for (String line : answer.lines().toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length >= 3
                    && cells[0].matches("[0-9]{1,12}")
                    && !ownNumbers.contains(Long.valueOf(cells[0]))) {
                var until = ScontrolLine.instant(cells[2].strip());
                foreign.put(
                        cells[0],
                        new ListedJob(cells[0], hostList.expand(cells[1].strip()), until));
            }
        }
        return foreign;
    }

    /** The lines by job number. A job's name may contain anything, even text that looks like fields or a new line. */
    private Map<String, String> jobLines() throws IOException {
        Map<String, String> lines = new HashMap<>();
        Optional<String> current = Optional.empty();
        for (String line :
                slurmPrograms.outputOf("scontrol", "show", "job", "-d", "-o").lines().toList()) {
            Matcher begin = BEGIN.matcher(line);
            if (begin.lookingAt()) {
                current = Optional.of(begin.group(1));
            }
            current.ifPresent(number -> lines.merge(number, line, String::concat));
        }
        return lines;
    }

    /** A job without a reported allocation counts as holding whole nodes. */
    private static Optional<ForeignJob> toForeignJob(
            ListedJob job, Allocation allocation, Map<String, SlurmNode> machines) {
        var seats = new ArrayList<NodeAllocation>();
        Node.Machine most = new Node.Machine(0, Bytes.ZERO);
        for (String node : job.nodes) {
            SlurmNode machine = machines.get(node);
            if (machine == null) {
                continue;
            }
            Node.Machine share =
                    allocation.machine.getOrDefault(node, machine.discovered().node().machine());
            most =
                    new Node.Machine(
                            Math.max(most.cpus(), share.cpus()),
                            new Bytes(Math.max(most.memory().count(), share.memory().count())));
            seats.add(
                    new NodeAllocation(node, mask(machine, allocation, share), Node.Devices.WHOLE));
        }
        return seats.isEmpty()
                ? Optional.empty()
                : Optional.of(new ForeignJob(job.number, new Placement(seats), most, job.until));
    }

    private static long mask(SlurmNode machine, Allocation allocation, Node.Machine share) {
        if (machine.gres().count() > 0) {
            var whole = new GpuGres(machine.gres().type(), machine.deviceCount(), 0);
            return mask(machine, allocation.gres.getOrDefault(machine.name(), whole));
        }
        int slots = (share.cpus() + Node.Devices.WHOLE - 1) / Node.Devices.WHOLE;
        return lowestBits(Math.min(machine.deviceCount(), slots));
    }

    /** The device numbers that Slurm reported, else the lowest ones. */
    static long mask(SlurmNode machine, GpuGres gres) {
        long possible = lowestBits(machine.deviceCount());
        return gres.mask() == 0
                ? lowestBits(Math.min(machine.deviceCount(), gres.count()))
                : gres.mask() & possible;
    }

    static long lowestBits(int count) {
        return count >= Long.SIZE ? -1 : (1L << count) - 1;
    }

    /** Parses a line of {@code scontrol show job -d -o}. */
    Allocation allocation(ScontrolLine scontrolLine) throws IOException {
        Map<String, GpuGres> gres = new HashMap<>();
        Map<String, Node.Machine> machine = new HashMap<>();
        Matcher groups = GROUP.matcher(scontrolLine.line());
        while (groups.find()) {
            var share =
                    new Node.Machine(
                            countRanges(groups.group(2)) * Node.Devices.WHOLE,
                            Bytes.mebibytes(Long.parseLong(groups.group(3))));
            for (String node : hostList.expand(groups.group(1))) {
                gres.put(node, GpuGres.parse(groups.group(4)));
                machine.put(node, share);
            }
        }
        return new Allocation(
                hostList.expand(scontrolLine.get("NodeList").orElse("")), gres, machine);
    }

    /** The number of ids in ranges such as {@code 0-3,32}. */
    static int countRanges(String ranges) {
        int count = 0;
        for (String range : ranges.split(",", -1)) {
            if (range.matches("[0-9]{1,5}(-[0-9]{1,5})?")) {
                String[] ends = range.split("-", -1);
                count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
            }
        }
        return count;
    }
}
