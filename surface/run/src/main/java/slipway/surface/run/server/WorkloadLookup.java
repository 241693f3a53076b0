package slipway.surface.run.server;

import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.surface.api.PathParameter;
import slipway.surface.web.http.AuthorizedRequest;

/** Finds the workload of a request's path and checks access. */
record WorkloadLookup(Runner runner) {

    private static final ProblemCode NO_ATTEMPT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-attempt",
                    "The workload has no attempt with this number.");

    /** A workload that the caller may not see is not found, like a workload that does not exist. */
    Workload get(AuthorizedRequest<?> authorizedRequest, Permission required) {
        Workload workload =
                runner.get(
                        authorizedRequest.part(PathParameter.WORKLOAD),
                        each ->
                                authorizedRequest
                                        .principal()
                                        .may(Permission.WORKLOADS_READ, each.team()));
        authorizedRequest.principal().require(required, workload.team());
        return workload;
    }

    static Problem noAttempt(Workload workload, int number) {
        int attempts = workload.history().attempts();
        String present = attempts == 1 ? "It has 1 attempt." : "It has " + attempts + " attempts.";
        return new Problem(
                NO_ATTEMPT,
                "%s has no attempt %d.".formatted(workload.name(), number),
                attempts == 0 ? "No attempt has started yet." : present,
                "Omit --attempt for the newest.");
    }
}
