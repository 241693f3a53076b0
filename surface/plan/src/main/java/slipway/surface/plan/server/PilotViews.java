package slipway.surface.plan.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.pilot.FullRunEstimate;
import slipway.plan.pilot.FullRunGoal;
import slipway.plan.pilot.PilotRecord;
import slipway.plan.pilot.PilotResult;
import slipway.plan.pilot.PilotScaling.Sized;
import slipway.plan.reliability.InterruptionRate;
import slipway.run.attempt.JobProgress;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.Workload;
import slipway.surface.plan.api.PilotRoutes.FactView;
import slipway.surface.plan.api.PilotRoutes.MeasuredView;
import slipway.surface.plan.api.PilotRoutes.PartView;
import slipway.surface.plan.api.PilotRoutes.PilotView;
import slipway.surface.plan.api.PilotRoutes.WholeView;

/** The result of a pilot and the full run that follows from it, as the API shows them. */
record PilotViews(Workload workload) {

    PilotView running(AttemptStatus attemptStatus) {
        int steps = workload.spec().pilot().orElseThrow().steps();
        String far =
                attemptStatus
                        .progress()
                        .map(JobProgress::step)
                        .map(step -> ", at step %s".formatted(Format.count(step)))
                        .orElse("");
        return view(
                "running",
                "%s is %s%s; it is ended after %s."
                        .formatted(
                                workload.name(),
                                workload.state().label(),
                                far,
                                Format.count(steps, "step")),
                List.of(),
                List.of(),
                "Ask again: slipway plan pilot --of " + workload.name());
    }

    PilotView insufficient(PilotRecord pilotRecord) {
        return view(
                "nothing",
                "%s has no result. %s".formatted(workload.name(), pilotRecord.because()),
                List.of(),
                List.of(),
                pilotRecord.next());
    }

    /** The view if the number of steps of the full run is unknown. */
    PilotView withoutTotal(PilotResult pilotResult) {
        PilotView view =
                view(
                        "shown",
                        "%s takes %s for each step. The number of steps of the whole run is unknown."
                                .formatted(workload.name(), step(pilotResult)),
                        measured(pilotResult),
                        pilotResult.remarks(),
                        "State the number: slipway plan pilot --of %s --total STEPS"
                                .formatted(workload.name()));
        return with(view, pilotResult, List.of());
    }

    PilotView planned(
            PilotResult pilotResult,
            FullRunGoal fullRunGoal,
            FullRunEstimate fullRunEstimate,
            List<Sized> sizes) {
        List<FactView> facts = new ArrayList<>(measured(pilotResult));
        facts.addAll(parts(pilotResult, fullRunGoal, fullRunEstimate));
        String words =
                Stream.of(
                                Optional.of(time(fullRunEstimate.time())),
                                Optional.of(
                                        acceleratorTime(
                                                fullRunEstimate.gpuTime().value(), fullRunGoal)),
                                fullRunEstimate.cost().map(PilotViews::cost))
                        .flatMap(Optional::stream)
                        .reduce((one, more) -> one + ", " + more)
                        .orElseThrow();
        PilotView view =
                view(
                        "shown",
                        "%s takes %s for %s."
                                .formatted(
                                        workload.name(),
                                        words,
                                        Format.count(fullRunGoal.steps(), "step")),
                        facts,
                        Stream.concat(
                                        pilotResult.remarks().stream(),
                                        fullRunEstimate.remarks().stream())
                                .toList(),
                        "Submit the whole run: slipway submit FILE. Other sizes: --sizes 2x,4x");
        List<WholeView> wholes = new ArrayList<>();
        wholes.add(whole(on(fullRunGoal.place()), Optional.of(fullRunEstimate), words));
        sizes.forEach(size -> wholes.add(sized(size)));
        return with(view, pilotResult, wholes);
    }

    private static WholeView sized(Sized size) {
        String words =
                size.estimate()
                        .map(
                                fullRunEstimate ->
                                        time(fullRunEstimate.time())
                                                + fullRunEstimate
                                                        .cost()
                                                        .map(it -> ", " + cost(it))
                                                        .orElse("")
                                                + ": ")
                        .orElse("");
        return whole(size.label(), size.estimate(), words + size.reason());
    }

    private static WholeView whole(String size, Optional<FullRunEstimate> whole, String words) {
        Optional<FullRunEstimate.Parts> parts = whole.map(FullRunEstimate::parts);
        return new WholeView(
                size,
                whole.map(it -> micros(it.time().value())),
                whole.map(it -> micros(it.time().low())),
                whole.map(it -> micros(it.time().high())),
                parts.map(it -> micros(it.starting())),
                parts.map(it -> micros(it.training())),
                parts.map(it -> micros(it.saving())),
                parts.map(it -> micros(it.evaluating())),
                parts.map(it -> micros(it.failures())),
                whole.flatMap(FullRunEstimate::cost).map(it -> it.value().millionths()),
                words);
    }

    private static List<FactView> measured(PilotResult pilotResult) {
        List<FactView> facts = new ArrayList<>();
        facts.add(
                fact(
                        "measured",
                        "%s; %s"
                                .formatted(
                                        Format.count(pilotResult.steps().count(), "step"),
                                        pilotResult.stepTimes().warmUp().describe())));
        pilotResult
                .stepTimes()
                .dataWaitShare()
                .ifPresentOrElse(
                        share ->
                                facts.add(
                                        fact(
                                                "data",
                                                Format.percent(share) + " of the time waited for")),
                        () ->
                                facts.add(
                                        fact(
                                                "data",
                                                "the job does not report how long it waits for data")));
        memory(pilotResult).ifPresent(text -> facts.add(fact("memory", text)));
        return facts;
    }

    private static Optional<String> memory(PilotResult pilotResult) {
        return Stream.of(
                        pilotResult
                                .peak()
                                .accelerator()
                                .map(it -> Format.bytes(it) + " of an accelerator"),
                        pilotResult.peak().host().map(it -> Format.bytes(it) + " of its machines"))
                .flatMap(Optional::stream)
                .reduce((one, more) -> one + ", " + more);
    }

    private static List<FactView> parts(
            PilotResult pilotResult, FullRunGoal fullRunGoal, FullRunEstimate fullRunEstimate) {
        FullRunEstimate.Parts parts = fullRunEstimate.parts();
        FullRunEstimate.Pauses pauses = fullRunEstimate.pauses();
        List<FactView> facts = new ArrayList<>();
        facts.add(
                fact(
                        "start-up",
                        "%s until step %s"
                                .formatted(
                                        Format.exactDuration(parts.starting()),
                                        Format.count(pilotResult.steps().first()))));
        facts.add(
                fact(
                        "steps",
                        "%s: %s of %s"
                                .formatted(
                                        Format.duration(parts.training()),
                                        Format.count(
                                                Math.max(
                                                        0,
                                                        fullRunGoal.steps()
                                                                - pilotResult.steps().first())),
                                        step(pilotResult))));
        facts.add(fact("saves", repeated(parts.saving(), pauses.saves(), pilotResult.save())));
        facts.add(
                fact(
                        "evaluates",
                        repeated(
                                parts.evaluating(),
                                pauses.evaluations(),
                                pilotResult.evaluation())));
        facts.add(fact("failures", failures(parts.failures(), fullRunEstimate.interruptions())));
        pauses.bestSaveInterval()
                .ifPresent(
                        every ->
                                facts.add(
                                        fact(
                                                "save every",
                                                "%s loses least at these failures"
                                                        .formatted(Format.duration(every)))));
        fullRunEstimate
                .gpuTimePerEpoch()
                .ifPresent(time -> facts.add(fact("epoch", acceleratorTime(time, fullRunGoal))));
        return facts;
    }

    private static String repeated(
            Duration all, long times, Optional<PilotResult.Activity> activity) {
        return activity.map(
                        it ->
                                "%s: %s of %s%s"
                                        .formatted(
                                                Format.duration(all),
                                                Format.count(times),
                                                Format.exactDuration(it.each()),
                                                it.reported() ? "" : ", as its checkpoints show"))
                .orElse("none was observed");
    }

    private static String failures(Duration lost, InterruptionRate rate) {
        return "%s lost: %s a day, hardware %s, software %s, spot %s"
                .formatted(
                        Format.duration(lost),
                        Format.number(rate.total().value()),
                        Format.number(rate.hardware().value()),
                        Format.number(rate.software().value()),
                        Format.number(rate.spot().value()));
    }

    private static String step(PilotResult pilotResult) {
        return Format.estimate(pilotResult.stepTimes().mean(), Format::exactDuration);
    }

    private static String time(Estimate<Duration> time) {
        return Format.estimate(time, Format::duration);
    }

    private static String cost(Estimate<Money> cost) {
        return Format.estimate(cost, Format::cents);
    }

    private static String acceleratorTime(GpuTime time, FullRunGoal fullRunGoal) {
        String words = Format.gpuTime(time);
        return fullRunGoal.place().accelerated() ? words : words.replace("GPU-hour", "CPU-hour");
    }

    private static String on(FullRunGoal.Place place) {
        return place.accelerated()
                ? Format.accelerators(place.accelerators(), place.type())
                : Format.count(place.accelerators(), "processor");
    }

    private static FactView fact(String name, String text) {
        return new FactView(name, text);
    }

    private PilotView view(
            String state, String answer, List<FactView> facts, List<String> remarks, String next) {
        return new PilotView(
                workload.id().value(),
                workload.name(),
                state,
                answer,
                facts,
                remarks,
                next,
                Optional.empty(),
                List.of());
    }

    private static PilotView with(PilotView view, PilotResult pilotResult, List<WholeView> wholes) {
        return new PilotView(
                view.id(),
                view.name(),
                view.state(),
                view.answer(),
                view.facts(),
                view.remarks(),
                view.next(),
                Optional.of(view(pilotResult)),
                wholes);
    }

    private static MeasuredView view(PilotResult pilotResult) {
        return new MeasuredView(
                micros(pilotResult.start()),
                pilotResult.steps().first(),
                pilotResult.steps().count(),
                pilotResult.steps().total(),
                pilotResult.stepTimes().warmUp().dropped(),
                pilotResult.stepTimes().warmUp().settled(),
                pilotResult.stepTimes().warmUp().group(),
                micros(pilotResult.stepTimes().mean().value()),
                micros(pilotResult.stepTimes().mean().low()),
                micros(pilotResult.stepTimes().mean().high()),
                micros(pilotResult.stepTimes().median()),
                pilotResult.save().map(PilotViews::view),
                pilotResult.evaluation().map(PilotViews::view),
                pilotResult.stepTimes().dataWaitShare().map(share -> Math.round(share * 1e6)),
                pilotResult.checkpoint().map(Bytes::count),
                pilotResult.peak().host().map(Bytes::count),
                pilotResult.peak().accelerator().map(Bytes::count),
                pilotResult.remarks());
    }

    private static PartView view(PilotResult.Activity activity) {
        return new PartView(
                activity.count(),
                micros(activity.each()),
                activity.stepsBetween(),
                activity.reported());
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }
}
