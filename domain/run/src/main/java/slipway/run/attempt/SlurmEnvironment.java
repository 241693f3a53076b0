package slipway.run.attempt;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.JobArray;
import slipway.spec.workload.SlurmVariables;

/** The Slurm variables of an attempt, for a script that was written for sbatch. */
public record SlurmEnvironment(
        AttemptId id, String name, TeamId team, Placement placement, SlurmVariables asked) {

    /** The variables that are the same on every node. */
    public Map<String, String> variables() {
        String nodes = Integer.toString(placement.nodes());
        String tasks =
                Integer.toString(Math.multiplyExact(placement.nodes(), asked.tasksPerNode()));
        String list =
                placement.seats().stream()
                        .map(NodeAllocation::node)
                        .collect(Collectors.joining(","));
        Map<String, String> names = new TreeMap<>();
        names.put("SLURM_JOB_ID", number(id.workload()));
        names.put("SLURM_JOBID", number(id.workload()));
        names.put("SLURM_JOB_NAME", name);
        names.put("SLURM_JOB_ACCOUNT", team.value());
        names.put("SLURM_JOB_NODELIST", list);
        names.put("SLURM_NODELIST", list);
        names.put("SLURM_NNODES", nodes);
        names.put("SLURM_JOB_NUM_NODES", nodes);
        names.put("SLURM_NTASKS", tasks);
        names.put("SLURM_NPROCS", tasks);
        names.put("SLURM_NTASKS_PER_NODE", Integer.toString(asked.tasksPerNode()));
        names.put("SLURM_SUBMIT_DIR", asked.submitDir());
        names.put("SLURM_RESTART_COUNT", Integer.toString(id.number() - 1));
        asked.cpusPerTask()
                .ifPresent(cpus -> names.put("SLURM_CPUS_PER_TASK", Integer.toString(cpus)));
        int accelerators = placement.seats().getFirst().count();
        if (accelerators > 0) {
            names.put("SLURM_GPUS_ON_NODE", Integer.toString(accelerators));
        }
        return names;
    }

    /** The variables of a member of a job array. */
    public Map<String, String> variables(WorkloadId array, int index, JobArray members) {
        Map<String, String> names = variables();
        names.put("SLURM_ARRAY_JOB_ID", number(array));
        names.put("SLURM_ARRAY_TASK_ID", Integer.toString(index));
        names.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(members.size()));
        names.put("SLURM_ARRAY_TASK_MIN", Integer.toString(members.indices().getFirst()));
        names.put("SLURM_ARRAY_TASK_MAX", Integer.toString(members.indices().getLast()));
        return names;
    }

    /**
     * A job id. Scripts compute ports and seeds from it, so it is a number, the same for every attempt of a workload.
     */
    static String number(WorkloadId id) {
        var sum = new CRC32();
        sum.update(id.value().getBytes(StandardCharsets.UTF_8));
        return Long.toString(1 + sum.getValue() % 999_999_999);
    }
}
