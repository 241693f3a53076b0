package slipway.surface.plan.server;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Bytes;
import slipway.plan.pilot.FullRunGoal;
import slipway.plan.pilot.PilotPhase;
import slipway.plan.pilot.PilotResult;
import slipway.plan.pilot.PilotTrace;
import slipway.plan.pilot.PilotTrace.Peak;
import slipway.plan.pilot.PilotTrace.Point;
import slipway.run.Runner;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.JobProgress.Doing;
import slipway.run.attempt.LogText;
import slipway.run.attempt.StepRecord;
import slipway.run.checkpoint.SavedCheckpoint;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload;
import slipway.spec.workload.AcceleratorRequest.Alternative;
import slipway.spec.workload.ResourceSpec;
import slipway.spec.workload.WorkloadSpec;

/** Reads what a pilot left in its attempt. */
final class PilotWatch {

    private static final Pattern HOST = Pattern.compile("\"memory\":(\\d{1,18})");
    private static final Pattern CARDS = Pattern.compile("\"accelerators\":\\[(.*)]");
    private static final Pattern ERROR = Pattern.compile("^[\\w.]*(Error|Exception)\\b");
    private static final int MOST_USAGE = 4 << 20;
    private static final int MOST_SAVES = 200;
    private static final int END_OF_LOG = 16_384;
    private static final int LAST_LINES = 5;

    private final Runner runner;

    PilotWatch(Runner runner) {
        this.runner = runner;
    }

    /**
     * @param attempt its number; 0 if none was begun
     * @param because how it ended
     */
    PilotRecord read(Workload workload, int attempt, String outcome, String because) {
        FullRunGoal.Place place = place(workload);
        if (attempt == 0) {
            return nothing(place, because(outcome, because), "Submit it again.");
        }
        AttemptDirectory directory = runner.directory(new AttemptId(workload.id(), attempt));
        PilotResult.Outcome found = PilotResult.of(watched(workload, directory));
        return switch (found) {
            case PilotResult.Measured(var pilotResult) ->
                    new PilotRecord(
                            Optional.of(PilotRecord.view(pilotResult)),
                            because,
                            "",
                            place.type(),
                            place.thousandths(),
                            place.machines(),
                            place.spot());
            case PilotResult.Insufficient(var why, var next) ->
                    outcome.equals("succeeded")
                            ? nothing(place, why, next)
                            : nothing(
                                    place,
                                    because(outcome, because) + lastLines(directory),
                                    "Correct that, then pilot it again. All of what it printed: slipway logs "
                                            + workload.id());
        };
    }

    private static String because(String outcome, String because) {
        String how = outcome.equals("cancelled") ? "It was cancelled." : "It " + outcome + ".";
        return because.isBlank() ? how : because;
    }

    private static PilotRecord nothing(FullRunGoal.Place place, String because, String next) {
        return new PilotRecord(
                Optional.empty(),
                because,
                next,
                place.type(),
                place.thousandths(),
                place.machines(),
                place.spot());
    }

    private static String lastLines(AttemptDirectory directory) {
        AttemptLogReader log = directory.log(0);
        AttemptLogReader.Part end = log.read(Math.max(0, log.end() - END_OF_LOG), END_OF_LOG);
        List<String> lines =
                LogText.of(end.bytes(), true).text().lines().filter(it -> !it.isBlank()).toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        Optional<String> error =
                lines.stream()
                        .filter(line -> ERROR.matcher(line).find())
                        .reduce((_, later) -> later)
                        .filter(line -> !last.contains(line));
        return lines.isEmpty()
                ? " It printed nothing."
                : " The last it printed:\n"
                        + Stream.concat(error.stream(), last.stream())
                                .collect(Collectors.joining("\n"));
    }

    private PilotTrace watched(Workload workload, AttemptDirectory directory) {
        List<StepRecord> marks = directory.stepHistory().records();
        Instant began =
                directory
                        .claimedAt()
                        .or(() -> marks.stream().map(StepRecord::at).findFirst())
                        .orElse(Instant.EPOCH);
        List<SavedCheckpoint> saved =
                runner.savedCheckpoints(workload, MOST_SAVES).stream()
                        .filter(it -> it.attempt() == directory.id().number())
                        .toList();
        return new PilotTrace(
                marks.stream()
                        .map(
                                stepRecord ->
                                        new Point(
                                                since(began, stepRecord.at()),
                                                stepRecord.step(),
                                                stepRecord.total(),
                                                stepRecord
                                                        .doing()
                                                        .map(PilotWatch::phase)
                                                        .orElse(PilotPhase.UNTOLD),
                                                stepRecord.waited()))
                        .toList(),
                saved.stream().map(it -> since(began, it.made())).toList(),
                saved.stream().map(SavedCheckpoint::bytes).max(Bytes::compareTo),
                peak(directory));
    }

    private static Duration since(Instant began, Instant at) {
        Duration time = Duration.between(began, at);
        return time.isNegative() ? Duration.ZERO : time;
    }

    private static PilotPhase phase(Doing doing) {
        return switch (doing) {
            case START -> PilotPhase.START;
            case TRAIN -> PilotPhase.TRAIN;
            case SAVE -> PilotPhase.SAVE;
            case EVALUATE -> PilotPhase.EVALUATE;
        };
    }

    /** As the samples have it; nodes are added up. */
    private static Peak peak(AttemptDirectory directory) {
        long host = 0;
        long card = 0;
        for (int rank : directory.claimed()) {
            List<String> lines =
                    directory.newestUsage(rank, MOST_USAGE).stream()
                            .flatMap(String::lines)
                            .toList();
            host += most(lines.stream());
            card =
                    Math.max(
                            card,
                            most(
                                    lines.stream()
                                            .map(CARDS::matcher)
                                            .filter(Matcher::find)
                                            .flatMap(it -> Stream.of(it.group(1).split("}")))));
        }
        return new Peak(
                Optional.of(new Bytes(host)).filter(it -> it.count() > 0),
                Optional.of(new Bytes(card)).filter(it -> it.count() > 0));
    }

    private static long most(Stream<String> texts) {
        return texts.map(HOST::matcher)
                .filter(Matcher::find)
                .mapToLong(it -> Long.parseLong(it.group(1)))
                .max()
                .orElse(0);
    }

    /** By what it was given, as far as that is in the books; else by what it asks for. */
    private static FullRunGoal.Place place(Workload workload) {
        WorkloadSpec spec = workload.spec();
        int nodes = spec.gang().nodes();
        Optional<Alternative> asked =
                spec.resources().accelerators().alternatives().stream().findFirst();
        if (asked.isEmpty()) {
            int cpus = spec.resources().cpus().map(ResourceSpec.Cpus::thousandths).orElse(1_000);
            return new FullRunGoal.Place(
                    FullRunGoal.Place.CPU, cpus * nodes, nodes, spec.gang().spot());
        }
        String type =
                workload.history().held().perType().keySet().stream()
                        .findFirst()
                        .or(() -> asked.get().type())
                        .orElse("GPU");
        int each = asked.get().count() * asked.get().thousandths();
        return new FullRunGoal.Place(type, each * nodes, nodes, spec.gang().spot());
    }
}
