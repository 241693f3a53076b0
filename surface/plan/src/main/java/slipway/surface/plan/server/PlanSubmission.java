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

/** The job of a plan for this cluster: who may queue it, and when it would start. */
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

    /** The teams in which the user may submit; the selected one first. */
    private static List<String> teams(AuthorizedRequest<NoBody> authorizedRequest) {
        Optional<TeamId> selected =
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
                .sorted(java.util.Comparator.comparing(it -> selected.filter(it::equals).isEmpty()))
                .map(TeamId::value)
                .toList();
    }

    /** The scheduler's forecast of its start, if it were submitted now; empty if there is none. */
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
        } catch (Problem refused) {
            // The plan is valid although the queue would refuse the job; the submission reports
            // why.
            return Optional.empty();
        }
    }
}
