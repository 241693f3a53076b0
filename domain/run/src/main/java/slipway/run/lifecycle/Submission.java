package slipway.run.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.spec.workload.WorkloadSpec;

/**
 * A workload on its way in.
 *
 * @param name what people call it; several may have the same
 * @param owner who submits it
 * @param excluded nodes that it must not get, each with why
 */
public record Submission(
        WorkloadSpec spec, String name, TeamId team, String owner, Map<String, String> excluded) {

    public Submission {
        excluded = Map.copyOf(excluded);
    }

    public Submission(WorkloadSpec spec, String name, TeamId team, String owner) {
        this(spec, name, team, owner, Map.of());
    }

    /** Kept away from these nodes. */
    public Submission excluded(Map<String, String> nodes) {
        return new Submission(spec, name, team, owner, nodes);
    }

    /** As it would be if it were submitted. */
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
