package slipway.surface.plan.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.identity.Team;
import slipway.plan.TrainingPlan;
import slipway.plan.request.TrainingRequest;
import slipway.run.Runner;
import slipway.run.lifecycle.Submission;
import slipway.schedule.decision.Forecast;
import slipway.spec.sbatch.WorkloadFile;
import slipway.spec.workload.SpecOverrides;
import slipway.surface.api.json.NoBody;
import slipway.surface.plan.api.JobSpec;
import slipway.surface.web.http.AuthorizedRequest;
import slipway.surface.web.page.ViewerPreferences;

/** What comes of a plan that is for this cluster: the job, who may queue it, and when it would start. */
final class PlanSubmission {

    private final Runner runner;

    PlanSubmission(Runner runner) {
        this.runner = runner;
    }

    PlanPage.Job job(
            TrainingRequest trainingRequest,
            TrainingPlan plan,
            AuthorizedRequest<NoBody> authorizedRequest) {
        return new PlanPage.Job(
                JobSpec.name(trainingRequest),
                JobSpec.of(trainingRequest, plan),
                JobSpec.COMMAND,
                TrainingReply.isOwn(plan.chosen()) ? teams(authorizedRequest) : List.of());
    }

    /** Those in which the visitor may submit; the one they look at first. */
    private static List<String> teams(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<TeamId> looked =
                ViewerPreferences.of(
                                authorizedRequest.principal(),
                                authorizedRequest.details().cookies())
                        .team();
        return authorizedRequest
                .principal()
                .directory()
                .inTreeOrder()
                .map(Team::id)
                .filter(it -> authorizedRequest.principal().may(Permission.WORKLOADS_WRITE, it))
                .sorted(java.util.Comparator.comparing(it -> looked.filter(it::equals).isEmpty()))
                .map(TeamId::value)
                .toList();
    }

    /** By the scheduler's own forecast, if it were submitted now; empty where that cannot be said. */
    Optional<Instant> starts(PlanPage.Job job, AuthorizedRequest<NoBody> authorizedRequest) {
        if (job.teams().isEmpty()) {
            return Optional.empty();
        }
        try {
            var spec = WorkloadFile.of(job.spec(), "the plan", SpecOverrides.NONE).spec();
            var submission =
                    new Submission(
                            spec,
                            job.name(),
                            new TeamId(job.teams().getFirst()),
                            authorizedRequest.principal().id().value());
            return runner.dryRun(submission).start().map(Forecast.Window::at);
        } catch (Problem notHere) {
            // The plan stands although the queue would not take it as it is; whoever queues it is
            // told why.
            return Optional.empty();
        }
    }
}
