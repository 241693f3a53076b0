package slipway.spec.workload;

import java.util.Optional;

/**
 * What a script that was written for Slurm finds in its {@code SLURM_*} variables beside what every attempt knows.
 *
 * @param submitDir where whoever submitted it stood
 * @param tasksPerNode how many tasks Slurm would have started on each node
 * @param cpusPerTask left out, the script did not say
 */
public record SlurmVariables(String submitDir, int tasksPerNode, Optional<Integer> cpusPerTask) {}
