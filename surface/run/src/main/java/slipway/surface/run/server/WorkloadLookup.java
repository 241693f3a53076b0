package slipway.surface.run.server;

import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.run.Runner;
import slipway.run.lifecycle.Workload;
import slipway.surface.api.PathParameter;
import slipway.surface.web.http.AuthorizedRequest;

/** Finds what a path names, for whoever may see it. */
record WorkloadLookup(Runner runner) {

    private static final ProblemCode NO_ATTEMPT =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-attempt",
                    "The workload has not been tried that often.");

    /** The one of the path; who may not see it is told the same as if it were not there. */
    Workload found(AuthorizedRequest<?> authorizedRequest, Permission needed) {
        Workload workload =
                runner.get(
                        authorizedRequest.part(PathParameter.WORKLOAD),
                        each ->
                                authorizedRequest
                                        .principal()
                                        .may(Permission.WORKLOADS_READ, each.team()));
        authorizedRequest.principal().require(needed, workload.team());
        return workload;
    }

    static Problem noAttempt(Workload workload, int number) {
        int begun = workload.history().attempts();
        String so = begun == 1 ? "There was 1 so far." : "There were " + begun + " so far.";
        return new Problem(
                NO_ATTEMPT,
                "%s has no attempt %d.".formatted(workload.name(), number),
                begun == 0 ? "None was begun yet." : so,
                "Leave --attempt out for the newest.");
    }
}
