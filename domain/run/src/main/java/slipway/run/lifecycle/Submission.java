package slipway.run.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.spec.workload.WorkloadSpec;

/**
 * A workload to submit.
 *
 * @param name its display name; several workloads may share one
 * @param owner the user who submits it
 * @param excluded nodes that it must not get, each with the reason
 */
public record Submission(
        WorkloadSpec spec, String name, TeamId team, String owner, Map<String, String> excluded) {

    public Submission {
        excluded = Map.copyOf(excluded);
    }

    public Submission(WorkloadSpec spec, String name, TeamId team, String owner) {
        this(spec, name, team, owner, Map.of());
    }

    /** The submission with these nodes excluded. */
    public Submission excluded(Map<String, String> nodes) {
        return new Submission(spec, name, team, owner, nodes);
    }

    /** The workload that this submission would create. */
    public Workload draft(WorkloadId id, Instant now) {
        return new Workload(
                id,
                new Workload.Header(name, team, owner, now),
                new Workload.StoredSpec(spec, ""),
                new WorkloadState.Queued(now, Optional.empty(), ""),
                Workload.AttemptHistory.NONE,
                Optional.empty(),
                List.of(),
                excluded);
    }
}
