package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.schedule.Change;
import slipway.schedule.history.History;
import slipway.schedule.history.Known;
import slipway.schedule.history.Likeness;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Span;
import slipway.schedule.picture.Workload;
import slipway.simulate.trace.Job;

/**
 * What the scheduler is told about how long jobs will take: what history says, else the limit that was asked for, else
 * that nothing is known. How long a job really takes it hears only when it has ended.
 */
final class Foresight {

    private final History history = new History();
    private final Policy policy;

    Foresight(Policy policy) {
        this.policy = policy;
    }

    /** A new job, as the scheduler sees it. */
    Workload submitted(Course course) {
        Job job = course.job;
        long rank = history.submitted(course.id, likeness(job), job.submitted());
        return Workload.of(
                        course.id,
                        job.team(),
                        job.ask(),
                        Workload.Times.of(job.submitted(), span(course)))
                .behaving(job.manner())
                .ranked(rank);
    }

    void started(Course course) {
        history.started(course.id, Instant.ofEpochMilli(course.resumes()));
    }

    /** It waits again, at another rank. */
    Change stopped(Course course, long now) {
        Duration done = Duration.ofMillis(course.done());
        long rank = history.stopped(course.id, done, Instant.ofEpochMilli(now));
        return new Change.Ranked(course.id, rank);
    }

    void finished(Course course) {
        history.ended(course.id, course.job.takes());
    }

    void givenUp(Course course) {
        history.dropped(course.id);
    }

    /** When it will have something to say although nothing happened. */
    Optional<Instant> nextLook() {
        return history.nextLook();
    }

    List<Change> news(long now) {
        return history.news(Instant.ofEpochMilli(now));
    }

    private static Likeness likeness(Job job) {
        String command =
                Stream.of(job.mark().user(), job.mark().name())
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining("/"));
        return new Likeness(
                job.team(), Optional.of(command).filter(it -> !it.isEmpty()), job.whole());
    }

    private Span span(Course course) {
        Known known = Known.NOTHING.learnt(history.span(course.id));
        return course.job
                .truth()
                .limit()
                .map(known::limited)
                .orElse(known)
                .span(course.job.manner().kind(), policy.longest());
    }
}
