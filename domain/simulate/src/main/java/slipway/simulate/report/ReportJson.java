package slipway.simulate.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.TreeMap;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a finding as one JSON object. Member names end in their unit. */
public final class ReportJson {

    private static final double PERCENT = 100;

    private ReportJson() {}

    public static ObjectNode of(SimulationFinding simulationFinding) {
        ObjectNode json =
                switch (simulationFinding) {
                    case SimulationFinding.Replayed replayed -> replayed(replayed);
                    case SimulationFinding.Packed filled -> packed(filled);
                };
        return json.put("seconds_taken", rounded(simulationFinding.elapsed().toMillis() / 1e3));
    }

    /**
     * With added accelerators the figures are those with them, and {@code without} holds those of the original cluster.
     */
    private static ObjectNode replayed(SimulationFinding.Replayed replayed) {
        ObjectNode json = object().put("trace", replayed.trace());
        if (replayed.expansion().isEmpty()) {
            return addFigures(json, replayed.result());
        }
        SimulationFinding.Expansion expansion = replayed.expansion().get();
        json.put("added", expansion.addition().type() + ":" + expansion.addition().count());
        addFigures(json, expansion.result());
        json.set("without", addFigures(object(), replayed.result()));
        return json;
    }

    private static ObjectNode addFigures(ObjectNode json, SimulationResult simulationResult) {
        json.put("jobs", simulationResult.jobs().all())
                .put("mean_jct_seconds", rounded(simulationResult.jct().mean()))
                .put("median_jct_seconds", seconds(simulationResult.jct().quantile(0.5)))
                .put("p90_jct_seconds", seconds(simulationResult.jct().quantile(0.9)))
                .put("p99_jct_seconds", seconds(simulationResult.jct().quantile(0.99)))
                .put("mean_wait_seconds", rounded(simulationResult.waitTimes().mean()))
                .put("makespan_seconds", seconds(simulationResult.use().makespan()))
                .put("utilisation_percent", rounded(PERCENT * simulationResult.use().utilization()))
                .put("accelerators", rounded(simulationResult.use().capacity() / 1e3))
                .put("accelerator_hours", rounded(simulationResult.use().used()))
                .put("lost_accelerator_hours", rounded(simulationResult.use().lost()))
                .put("fairness", rounded(simulationResult.fairness()))
                .put("preemptions", simulationResult.events().preemptions())
                .put("migrations", simulationResult.events().migrations())
                .put("resizes", simulationResult.events().resizes())
                .put("node_failures", simulationResult.events().failures())
                .put("spot_reclaims", simulationResult.events().reclaims())
                .put("finished", simulationResult.jobs().finished())
                .put("given_up", simulationResult.jobs().abandoned())
                .put("unfinished", simulationResult.jobs().unfinished());
        if (simulationResult.jobs().withDeadline() > 0) {
            json.put("deadlines", simulationResult.jobs().withDeadline())
                    .put(
                            "deadlines_met_percent",
                            rounded(
                                    PERCENT
                                            * simulationResult.jobs().deadlinesMet()
                                            / simulationResult.jobs().withDeadline()));
        }
        ObjectNode dropped = json.putObject("dropped");
        new TreeMap<>(simulationResult.dropped()).forEach(dropped::put);
        var teams = json.putArray("teams");
        simulationResult.teams().forEach(team -> teams.add(team(team)));
        return json;
    }

    private static ObjectNode team(SimulationResult.TeamResult team) {
        return object().put("team", team.team())
                .put("jobs", team.jobs())
                .put("accelerator_hours", rounded(team.used()))
                .put("mean_jct_seconds", rounded(team.meanJct()))
                .put("mean_wait_seconds", rounded(team.meanWait()))
                .put("median_slowdown", rounded(team.slowdown()));
    }

    private static ObjectNode packed(SimulationFinding.Packed filled) {
        PackingResult packingResult = filled.result();
        ObjectNode json =
                object().put("trace", filled.trace())
                        .put(
                                "gpu_allocation_percent",
                                rounded(PERCENT * packingResult.mean(PackingResult.Run::inPlace)))
                        .put(
                                "gpu_allocation_percent_consolidated",
                                rounded(
                                        PERCENT
                                                * packingResult.mean(
                                                        PackingResult.Run::consolidated)))
                        .put("nodes", packingResult.nodes())
                        .put("accelerators", rounded(packingResult.capacity() / 1e3))
                        .put("seeds", packingResult.runs().size());
        var runs = json.putArray("runs");
        for (PackingResult.Run run : packingResult.runs()) {
            runs.add(
                    object().put("seed", run.seed())
                            .put(
                                    "gpu_allocation_percent",
                                    rounded(PERCENT * run.inPlace().allocated()))
                            .put("refused", run.inPlace().refused())
                            .put(
                                    "gpu_allocation_percent_consolidated",
                                    rounded(PERCENT * run.consolidated().allocated()))
                            .put("refused_consolidated", run.consolidated().refused())
                            .put("moves", run.consolidated().moves()));
        }
        return json;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static BigDecimal seconds(Duration duration) {
        return rounded(duration.toMillis() / 1e3);
    }

    /** Rounded to thousandths, so that the last digits of a sum do not suggest precision. */
    private static BigDecimal rounded(double number) {
        BigDecimal rounded = BigDecimal.valueOf(number).setScale(3, RoundingMode.HALF_UP);
        BigDecimal plain = rounded.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }
}
