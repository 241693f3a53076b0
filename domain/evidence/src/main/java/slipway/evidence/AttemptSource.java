package slipway.evidence;

import java.util.Optional;
import slipway.base.Fact;
import slipway.base.TeamId;

/**
 * What evidence asks about attempts. The modules that know the answers, run and plan, do not know evidence, so the
 * server connects them.
 */
public interface AttemptSource {

    /** A workload that has started, with its estimate. */
    record Started(String owner, TeamId team, RecordedEstimate estimate) {}

    /** A pilot that has ended, with its result as JSON. */
    record Pilot(String owner, TeamId team, String result) {}

    /** Empty if the spec has no plan for a whole run, or no estimate is possible. */
    Optional<Started> started(Fact.WorkloadStarted start);

    Optional<EndedAttempt> ended(Fact.WorkloadEnded end);

    /** Empty if the workload is not a pilot. */
    Optional<Pilot> pilot(Fact.WorkloadEnded end);

    /**
     * Completes the document of a measurement.
     *
     * @param document as it was written when the measurement was requested
     * @return the document with its results; empty if it is complete already
     */
    Optional<String> measurement(String document, Fact.WorkloadEnded end);
}
