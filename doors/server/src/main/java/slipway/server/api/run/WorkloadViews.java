package slipway.server.api.run;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import slipway.base.Say;
import slipway.base.Times;
import slipway.run.Runner;
import slipway.run.State;
import slipway.run.Workload;
import slipway.schedule.Explanation;
import slipway.schedule.Forecast;
import slipway.schedule.picture.Placement.Seat;
import slipway.spec.workload.Accelerators;
import slipway.spec.workload.WorkloadSpec;
import slipway.wire.run.WorkloadRoutes.ExplanationView;
import slipway.wire.run.WorkloadRoutes.HelpView;
import slipway.wire.run.WorkloadView;

/** Workloads as the API tells them. */
final class WorkloadViews {

    private WorkloadViews() {}

    static WorkloadView of(Workload workload, Runner runner) {
        State state = workload.state();
        return new WorkloadView(
                workload.id().value(),
                workload.name(),
                workload.team(),
                workload.title().owner(),
                state.word(),
                state.since(),
                workload.title().submitted(),
                asks(workload.spec()),
                because(state),
                state.place().stream()
                        .flatMap(place -> place.seats().stream())
                        .map(Seat::node)
                        .toList(),
                workload.trail().attempts(),
                workload.trail().preempted(),
                exitCode(state),
                workload.member().map(member -> member.array().value()),
                workload.member().map(member -> (long) member.index()),
                progress(workload, runner));
    }

    /** As in "8 H100 on 2 nodes". */
    static String asks(WorkloadSpec spec) {
        Accelerators accelerators = spec.resources().accelerators();
        String each =
                accelerators.isNone()
                        ? "no accelerator"
                        : Say.list(
                                accelerators.alternatives().stream()
                                        .map(Accelerators.Alternative::written)
                                        .toList(),
                                "or");
        int nodes = spec.gang().nodes();
        return nodes == 1 ? each : nodes + " x " + each;
    }

    private static Optional<String> because(State state) {
        String words =
                switch (state) {
                    case State.Queued(_, _, var because) -> because;
                    case State.Stopping(_, _, var stop) -> stop.because();
                    case State.Ended(_, _, var because, _) -> because;
                    case State.Submitted _ -> "It waits for others that it needs.";
                    case State.Starting _, State.Running _ -> "";
                };
        return Optional.of(words).filter(text -> !text.isEmpty());
    }

    private static Optional<Long> exitCode(State state) {
        return state instanceof State.Ended(_, var code, _, _)
                ? code.map(Integer::longValue)
                : Optional.empty();
    }

    private static Optional<String> progress(Workload workload, Runner runner) {
        return workload.state() instanceof State.Running
                ? runner.directory(workload.attempt()).progress().map(WorkloadViews::lastLine)
                : Optional.empty();
    }

    private static String lastLine(String text) {
        List<String> lines = text.lines().toList();
        return lines.isEmpty() ? "" : lines.getLast();
    }

    static ExplanationView of(String name, Explanation explanation, Instant now) {
        var times = new Times(now, ZoneOffset.UTC);
        Optional<Forecast.Window> start = explanation.start();
        return new ExplanationView(
                name,
                explanation.lines(times),
                start.map(Forecast.Window::at),
                start.map(Forecast.Window::earliest),
                start.flatMap(Forecast.Window::latest),
                explanation.helps().stream()
                        .map(help -> new HelpView(help.option(), help.start().at()))
                        .toList());
    }
}
