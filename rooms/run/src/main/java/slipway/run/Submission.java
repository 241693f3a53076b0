package slipway.run;

import slipway.base.TeamId;
import slipway.spec.workload.WorkloadSpec;

/**
 * A workload on its way in.
 *
 * @param name what people call it; several may have the same
 * @param owner who submits it
 */
public record Submission(WorkloadSpec spec, String name, TeamId team, String owner) {}
