package slipway.run;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import slipway.base.WorkloadId;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.spec.workload.JobArray;
import slipway.spec.workload.SlurmVariables;

/** What a script that was written for Slurm reads, by Slurm's names. Every other workload is given none of it. */
final class SlurmNames {

    private SlurmNames() {}

    static Map<String, String> of(Workload workload) {
        Map<String, String> names = new TreeMap<>();
        workload.spec().program().around().slurm().ifPresent(asked -> put(names, workload, asked));
        return names;
    }

    private static void put(Map<String, String> names, Workload workload, SlurmVariables asked) {
        Placement placement = workload.state().place().orElseThrow();
        String nodes = Integer.toString(placement.nodes());
        String tasks =
                Integer.toString(Math.multiplyExact(placement.nodes(), asked.tasksPerNode()));
        String list = placement.seats().stream().map(Seat::node).collect(Collectors.joining(","));
        String job = number(workload.id());
        names.put("SLURM_JOB_ID", job);
        names.put("SLURM_JOBID", job);
        names.put("SLURM_JOB_NAME", workload.name());
        names.put("SLURM_JOB_ACCOUNT", workload.team().value());
        names.put("SLURM_JOB_NODELIST", list);
        names.put("SLURM_NODELIST", list);
        names.put("SLURM_NNODES", nodes);
        names.put("SLURM_JOB_NUM_NODES", nodes);
        names.put("SLURM_NTASKS", tasks);
        names.put("SLURM_NPROCS", tasks);
        names.put("SLURM_NTASKS_PER_NODE", Integer.toString(asked.tasksPerNode()));
        names.put("SLURM_SUBMIT_DIR", asked.submitDir());
        names.put("SLURM_RESTART_COUNT", Integer.toString(workload.attempt().number() - 1));
        asked.cpusPerTask()
                .ifPresent(cpus -> names.put("SLURM_CPUS_PER_TASK", Integer.toString(cpus)));
        int accelerators = placement.seats().getFirst().count();
        if (accelerators > 0) {
            names.put("SLURM_GPUS_ON_NODE", Integer.toString(accelerators));
        }
        array(names, workload);
    }

    private static void array(Map<String, String> names, Workload workload) {
        workload.member()
                .ifPresent(
                        member -> {
                            names.put("SLURM_ARRAY_JOB_ID", number(member.array()));
                            names.put("SLURM_ARRAY_TASK_ID", Integer.toString(member.index()));
                        });
        workload.spec().array().ifPresent(array -> range(names, array));
    }

    private static void range(Map<String, String> names, JobArray array) {
        names.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(array.size()));
        names.put("SLURM_ARRAY_TASK_MIN", Integer.toString(array.indices().getFirst()));
        names.put("SLURM_ARRAY_TASK_MAX", Integer.toString(array.indices().getLast()));
    }

    /** Scripts count with it, for a port or a seed, so it is a number: always the same one for the same workload. */
    static String number(WorkloadId id) {
        var sum = new CRC32();
        sum.update(id.value().getBytes(StandardCharsets.UTF_8));
        return Long.toString(1 + sum.getValue() % 999_999_999);
    }
}
