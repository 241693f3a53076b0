package slipway.simulate;

import java.time.Duration;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Span;
import slipway.schedule.picture.Workload;
import slipway.schedule.picture.Workload.Kind;
import slipway.simulate.trace.Job;

/** What the scheduler is told about how long a job will take: never more than it would know live. */
interface Foresight {

    Span of(Job job);

    /** One has ended, so more is known. */
    void ended(Job job, Duration took);

    /** Knows only what was asked for: a limit, or nothing. */
    static Foresight none(Policy policy) {
        return new Foresight() {
            @Override
            public Span of(Job job) {
                return asked(job, policy);
            }

            @Override
            public void ended(Job job, Duration took) {
                // Nothing is learnt.
            }
        };
    }

    private static Span asked(Job job, Policy policy) {
        if (job.manner().kind() != Kind.JOB) {
            return Span.ENDLESS;
        }
        return job.truth()
                .limit()
                .map(limit -> Span.of(Duration.ZERO, limit.dividedBy(2), limit, Span.Source.LIMIT))
                .orElseGet(() -> Span.unknown(policy.longest()));
    }

    /** As the scheduler sees the job. */
    default Workload workload(Course course) {
        Job job = course.job;
        return Workload.of(
                        course.id,
                        job.team(),
                        job.ask(),
                        Workload.Times.of(job.submitted(), of(job)))
                .behaving(job.manner());
    }
}
