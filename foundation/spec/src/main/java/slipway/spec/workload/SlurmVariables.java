package slipway.spec.workload;

import java.util.Optional;

/**
 * Values of {@code SLURM_*} variables for scripts written for Slurm, beyond the properties of every attempt.
 *
 * @param submitDir working directory of the submitter
 * @param tasksPerNode how many tasks Slurm would have started on each node
 * @param cpusPerTask empty: not in the script
 */
public record SlurmVariables(String submitDir, int tasksPerNode, Optional<Integer> cpusPerTask) {}
