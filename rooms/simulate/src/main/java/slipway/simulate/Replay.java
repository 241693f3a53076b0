package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import slipway.base.WorkloadId;
import slipway.schedule.Change;
import slipway.schedule.Decision;
import slipway.schedule.Plan;
import slipway.schedule.Scheduler;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Placement;
import slipway.simulate.Agenda.Event;
import slipway.simulate.trace.Ground;
import slipway.simulate.trace.Job;

/**
 * Plays one scenario through: what is next on the agenda happens, all of one instant together; the scheduler decides;
 * what it decides is done and puts new things on the agenda. Only what has happened is looked at, so an instant costs
 * the same however many jobs there are.
 */
final class Replay {

    private static final long NEVER = Long.MAX_VALUE;

    private final Scenario scenario;
    private final Foresight foresight;
    private final LongConsumer progress;
    private final Agenda agenda = new Agenda();
    private final Floor floor;
    private final Meter meter;
    private final Mishaps mishaps;
    private final List<Course> courses = new ArrayList<>();
    private final Map<WorkloadId, Course> byId = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();

    /** What alone is no reason to decide: that a checkpoint was made. */
    private final List<Change> asides = new ArrayList<>();

    private int arrived;
    private int open;
    private int running;
    private long now;
    private long look = NEVER;

    /**
     * @param origin where its curves begin, so that those of several scenarios can be added up
     */
    Replay(Scenario scenario, Instant origin, LongConsumer progress) {
        this.scenario = scenario;
        this.foresight = new Foresight(scenario.ground().policy());
        this.progress = progress;
        this.floor = new Floor(scenario.ground().nodes());
        scenario.jobs().forEach(this::add);
        this.open = courses.size();
        this.now = millis(scenario.jobs().getFirst().submitted());
        this.meter = new Meter(floor, millis(origin), now);
        this.mishaps = new Mishaps(this, scenario);
    }

    private void add(Job job) {
        int number = courses.size();
        var course = new Course(number, new WorkloadId("job-%08d".formatted(number + 1)), job);
        courses.add(course);
        byId.put(course.id, course);
    }

    Result run() {
        Ground ground = scenario.ground();
        Cluster empty = Cluster.of(ground.nodes(), ground.teams()).under(ground.policy());
        Plan plan = Scheduler.decide(empty, Instant.ofEpochMilli(now));
        mishaps.begin(now);
        while (open > 0 && !isStuck() && next() < NEVER) {
            now = next();
            meter.until(now);
            boolean looks = look <= now;
            happen();
            if (looks || !changes.isEmpty()) {
                plan = decide(plan);
            }
        }
        return Reckoning.of(scenario, courses, floor.capacity(), meter);
    }

    private Plan decide(Plan before) {
        asides.addAll(changes);
        asides.addAll(foresight.news(now));
        Plan plan = Scheduler.next(before, asides, Instant.ofEpochMilli(now));
        asides.clear();
        changes.clear();
        plan.actions().forEach(this::carryOut);
        look = Math.min(millis(plan.nextLook()), millis(foresight.nextLook()));
        return plan;
    }

    private long next() {
        long arrival = arrived < courses.size() ? submitted(arrived) : NEVER;
        long item = agenda.isEmpty() ? NEVER : agenda.time();
        return Math.min(look, Math.min(arrival, item));
    }

    /** Nothing runs, nothing comes and every node is well: who still waits will wait for ever. */
    private boolean isStuck() {
        return running == 0
                && look == NEVER
                && arrived == courses.size()
                && floor.missing() == 0
                && arrived > 0
                && !agendaHasWork();
    }

    /** Whether something on the agenda is due at once; what may fail some day does not count. */
    private boolean agendaHasWork() {
        return !agenda.isEmpty() && agenda.time() <= now;
    }

    private void happen() {
        while (!agenda.isEmpty() && agenda.time() == now) {
            Event event = agenda.event();
            int subject = agenda.subject();
            int attempt = agenda.attempt();
            agenda.remove();
            switch (event) {
                case END, LEAVE, MOVE, SAVE -> {
                    Course course = courses.get(subject);
                    if (course.runs() && course.attempt() == attempt) {
                        happen(event, course);
                    }
                }
                case FAIL, REPAIR, RECLAIM, RETURN -> mishaps.happen(event, floor.spot(subject));
            }
        }
        while (arrived < courses.size() && submitted(arrived) <= now) {
            Course course = courses.get(arrived++);
            meter.waits(course);
            changes.add(new Change.Submitted(foresight.submitted(course)));
        }
    }

    private void happen(Event event, Course course) {
        switch (event) {
            case END -> end(course);
            case LEAVE -> {
                vacate(course);
                course.leave(now);
                left(course);
            }
            case MOVE -> move(course);
            case SAVE -> save(course);
            case FAIL, REPAIR, RECLAIM, RETURN ->
                    throw new IllegalStateException("Happens to nodes: " + event);
        }
    }

    private void end(Course course) {
        vacate(course);
        course.finish(now);
        foresight.finished(course);
        over(course);
    }

    private void over(Course course) {
        open--;
        progress.accept(1);
        changes.add(new Change.Ended(course.id));
    }

    private void move(Course course) {
        Placement to = course.going().orElseThrow();
        vacate(course);
        course.leave(now);
        changes.add(new Change.Moved(course.id, Duration.ofMillis(course.done())));
        foresight.stopped(course, now);
        settle(course, to);
    }

    private void save(Course course) {
        asides.add(new Change.Saved(course.id, Instant.ofEpochMilli(now)));
        agenda.add(now + saves(course), Event.SAVE, course.number, course.attempt());
    }

    /** It waits again. */
    private void left(Course course) {
        meter.waits(course);
        changes.add(new Change.Left(course.id, Duration.ofMillis(course.done())));
        changes.add(foresight.stopped(course, now));
    }

    private void vacate(Course course) {
        course.placement().ifPresent(place -> floor.leave(course, place));
        course.going().ifPresent(place -> floor.expectNoMore(course, place));
        running--;
    }

    /** A node is no more: those on it stop, with what they have saved; those on their way there stop in good order. */
    void hit(Floor.Spot spot, boolean warned) {
        for (Course course : spot.guests()) {
            boolean there =
                    course.placement().orElseThrow().seats().stream()
                            .anyMatch(seat -> seat.node().equals(spot.node().name()));
            vacate(course);
            if (there && !warned) {
                course.lose(now);
            } else {
                course.leave(now);
            }
            if (course.losses() > scenario.ground().troubles().retries()) {
                course.giveUp(now);
                foresight.givenUp(course);
                over(course);
            } else {
                left(course);
            }
        }
    }

    void change(Change change) {
        changes.add(change);
    }

    void plan(long time, Event event, Floor.Spot spot) {
        agenda.add(time, event, spot.number, 0);
    }

    long now() {
        return now;
    }

    Floor floor() {
        return floor;
    }

    Meter meter() {
        return meter;
    }

    private void carryOut(Decision decision) {
        Course course = course(decision);
        if (course.runs() == decision instanceof Decision.Start) {
            throw new IllegalStateException(
                    "%s is %s, so this cannot be: %s"
                            .formatted(course.id, course.state(), decision));
        }
        switch (decision) {
            case Decision.Start(_, var placement, _) -> {
                meter.waitsNoMore(course);
                settle(course, placement);
            }
            case Decision.Preempt(_, _, var by) -> {
                meter.preempted();
                agenda.add(Math.max(now, millis(by)), Event.LEAVE, course.number, course.attempt());
            }
            case Decision.Resize(_, var to, var by) -> {
                meter.resized();
                send(course, to, by);
            }
            case Decision.Migrate(_, var to, _, var by) -> {
                meter.migrated();
                send(course, to, by);
            }
            case Decision.Wait _, Decision.Stay _ -> {}
        }
    }

    private Course course(Decision decision) {
        Course course = byId.get(decision.workload());
        if (course == null) {
            throw new IllegalStateException("Nobody submitted " + decision.workload());
        }
        return course;
    }

    private void settle(Course course, Placement placement) {
        course.begin(now, placement, scenario.rework().toMillis());
        foresight.started(course);
        floor.take(course, placement);
        running++;
        agenda.add(course.end(), Event.END, course.number, course.attempt());
        if (saves(course) > 0) {
            agenda.add(now + saves(course), Event.SAVE, course.number, course.attempt());
        }
    }

    private void send(Course course, Placement to, Instant by) {
        course.goes(to);
        floor.expect(course, to);
        agenda.add(Math.max(now, millis(by)), Event.MOVE, course.number, course.attempt());
    }

    private static long saves(Course course) {
        return course.job.manner().saves().map(Duration::toMillis).orElse(0L);
    }

    private long submitted(int number) {
        return millis(courses.get(number).job.submitted());
    }

    private static long millis(Optional<Instant> instant) {
        return instant.map(Replay::millis).orElse(NEVER);
    }

    private static long millis(Instant instant) {
        return instant.toEpochMilli();
    }
}
