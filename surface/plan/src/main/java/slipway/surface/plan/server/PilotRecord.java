package slipway.surface.plan.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.text.Format;
import slipway.plan.pilot.FullRunGoal;
import slipway.plan.pilot.PilotResult;
import slipway.plan.pilot.PilotResult.Activity;
import slipway.plan.pilot.PilotTrace;
import slipway.plan.pilot.WarmUp;
import slipway.surface.api.json.ApiField;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.plan.api.PilotRoutes.MeasuredView;
import slipway.surface.plan.api.PilotRoutes.PartView;

/**
 * A pilot as it is kept: what it showed, where it ran, and why it ended.
 *
 * @param measured empty where it showed nothing; then because and next say why
 */
record PilotRecord(
        @ApiField("What it showed.") Optional<MeasuredView> measured,
        @ApiField(value = "Why it ended, or showed nothing.", longest = 4_000, lines = true)
                String because,
        @ApiField(value = "What to do.", longest = 4_000, lines = true) String next,
        @ApiField("What it ran on.") String type,
        @ApiField("Thousandths of these.") long thousandths,
        @ApiField("On so many machines.") long machines,
        @ApiField("Whether they may be taken away.") boolean spot) {

    private static final JsonCodec<PilotRecord> FORM = JsonCodec.of(PilotRecord.class);

    static PilotRecord read(String body) {
        return FORM.readAnswer(body.getBytes(StandardCharsets.UTF_8));
    }

    String json() {
        return new String(FORM.write(this), StandardCharsets.UTF_8);
    }

    FullRunGoal.Place place() {
        return new FullRunGoal.Place(type, (int) thousandths, (int) machines, spot);
    }

    static MeasuredView view(PilotResult pilotResult) {
        return new MeasuredView(
                micros(pilotResult.start()),
                pilotResult.firstStep(),
                pilotResult.steps(),
                pilotResult.total(),
                pilotResult.warmUp().dropped(),
                pilotResult.warmUp().settled(),
                pilotResult.warmUp().group(),
                micros(pilotResult.step().value()),
                micros(pilotResult.step().low()),
                micros(pilotResult.step().high()),
                micros(pilotResult.median()),
                pilotResult.save().map(PilotRecord::view),
                pilotResult.evaluation().map(PilotRecord::view),
                pilotResult.dataWaitShare().map(share -> Math.round(share * 1e6)),
                pilotResult.checkpoint().map(Bytes::count),
                pilotResult.peak().host().map(Bytes::count),
                pilotResult.peak().accelerator().map(Bytes::count),
                pilotResult.remarks());
    }

    private static PartView view(Activity part) {
        return new PartView(
                part.count(), micros(part.each()), part.stepsBetween(), part.reported());
    }

    static PilotResult piloted(MeasuredView view) {
        return new PilotResult(
                time(view.start()),
                view.first(),
                view.steps(),
                view.total(),
                new WarmUp((int) view.dropped(), view.settled(), (int) view.group()),
                new Estimate<>(
                        time(view.step()), time(view.low()), time(view.high()), grounds(view)),
                time(view.median()),
                view.save().map(PilotRecord::part),
                view.evaluation().map(PilotRecord::part),
                view.waits().map(millionths -> millionths / 1e6),
                view.checkpoint().map(Bytes::new),
                new PilotTrace.Peak(
                        view.host().map(Bytes::new), view.accelerator().map(Bytes::new)),
                view.remarks());
    }

    private static List<Ground> grounds(MeasuredView view) {
        return List.of(
                new Ground(
                        Source.MEASURED,
                        "%s of a pilot"
                                .formatted(Format.count(view.steps() - view.dropped(), "step"))));
    }

    private static Activity part(PartView view) {
        return new Activity(view.times(), time(view.each()), view.apart(), view.told());
    }

    static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }

    static Duration time(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }
}
