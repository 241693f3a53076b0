package slipway.run.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import slipway.run.slurm.SlurmSnapshot.SlurmNode;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Finds out where a job actually runs. Slurm orders the nodes of a job by its own rules, even if Slipway chose them,
 * and only Slurm knows the numbers of the allocated accelerators.
 */
final class ActualPlacement {

    private final SlurmPrograms slurmPrograms;
    private final ForeignJobs foreignJobs;
    private final Supplier<SlurmSnapshot> snapshot;

    ActualPlacement(
            SlurmPrograms slurmPrograms,
            ForeignJobs foreignJobs,
            Supplier<SlurmSnapshot> snapshot) {
        this.slurmPrograms = slurmPrograms;
        this.foreignJobs = foreignJobs;
        this.snapshot = snapshot;
    }

    /**
     * The placement in the order of the ranks; empty as long as Slurm does not report it.
     *
     * @param nodes a host list of Slurm
     */
    Optional<Placement> find(SlurmJob slurmJob, String nodes) {
        Optional<Placement> known =
                withoutGpus(nodes, slurmJob.requested().seats().getFirst().count());
        return known.isPresent() ? known : fromScontrol(slurmJob);
    }

    /**
     * Whether one of these nodes is drained or down at this moment.
     *
     * @param nodes a host list of Slurm
     */
    boolean isUnfit(String nodes) throws IOException {
        return slurmPrograms
                .outputOf("sinfo", "-h", "-a", "-N", "-n", nodes, "-o", "%T")
                .lines()
                .map(state -> SlurmNodeDiscovery.condition(state.strip().toUpperCase(Locale.ROOT)))
                .anyMatch(condition -> condition != Node.Condition.READY);
    }

    /** A single node without accelerators needs no query of Slurm. */
    private Optional<Placement> withoutGpus(String nodes, int count) {
        return snapshot.get()
                .node(nodes)
                .filter(machine -> count == 0 || machine.gres().count() == 0)
                .map(
                        _ ->
                                new NodeAllocation(
                                        nodes, ForeignJobs.lowestBits(count), Node.Devices.WHOLE))
                .map(seat -> new Placement(List.of(seat)));
    }

    private Optional<Placement> fromScontrol(SlurmJob slurmJob) {
        try {
            String number = Long.toString(slurmJob.number().orElseThrow());
            var scontrolLine =
                    new ScontrolLine(
                            slurmPrograms
                                    .outputOf("scontrol", "show", "job", "-d", "-o", number)
                                    .strip());
            return seats(
                    foreignJobs.allocation(scontrolLine),
                    slurmJob.requested().seats().getFirst().count());
        } catch (IOException e) {
            LoggerFactory.getLogger(ActualPlacement.class)
                    .info("Slurm did not report the nodes of {}", slurmJob.id(), e);
            return Optional.empty();
        }
    }

    private Optional<Placement> seats(ForeignJobs.Allocation allocation, int count) {
        Map<String, SlurmNode> machines = snapshot.get().byName();
        List<NodeAllocation> seats = new ArrayList<>();
        for (String node : allocation.nodes()) {
            GpuGres gres = allocation.gres().getOrDefault(node, GpuGres.NONE);
            long mask =
                    Optional.ofNullable(machines.get(node))
                            .filter(machine -> machine.gres().count() > 0 && gres.count() > 0)
                            .map(machine -> ForeignJobs.mask(machine, gres))
                            .orElse(ForeignJobs.lowestBits(count));
            seats.add(new NodeAllocation(node, mask, Node.Devices.WHOLE));
        }
        return seats.isEmpty() ? Optional.empty() : Optional.of(new Placement(seats));
    }
}
