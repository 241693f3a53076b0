package slipway.simulate.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import slipway.base.text.Format;
import slipway.simulate.PackingResult;
import slipway.simulate.SimulationResult;

/** Writes a finding as one self-contained HTML page. */
public final class HtmlReport {

    private HtmlReport() {}

    /** @param version the version of the program */
    public static String of(SimulationFinding simulationFinding, String version) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <title>Simulation of %s</title>
                <style>
                %s</style>
                </head>
                <body>
                <main>
                <p class="quiet">Simulation of %s</p>
                <h1>%s</h1>
                <dl>
                %s</dl>
                %s<footer>%s</footer>
                </main>
                </body>
                </html>
                """
                .formatted(
                        HtmlEscape.safe(simulationFinding.trace()),
                        ReportStyle.CSS,
                        HtmlEscape.safe(simulationFinding.trace()),
                        HtmlEscape.safe(ResultSentences.answer(simulationFinding)),
                        facts(simulationFinding).entrySet().stream()
                                .map(HtmlReport::fact)
                                .collect(Collectors.joining()),
                        ReportFigures.of(simulationFinding).stream()
                                .map(ReportFigure::html)
                                .collect(Collectors.joining()),
                        HtmlEscape.safe(footer(simulationFinding, version)));
    }

    private static String fact(Map.Entry<String, String> fact) {
        return "<div><dt>%s</dt><dd>%s</dd></div>\n"
                .formatted(HtmlEscape.safe(fact.getKey()), HtmlEscape.safe(fact.getValue()));
    }

    private static Map<String, String> facts(SimulationFinding simulationFinding) {
        return switch (simulationFinding) {
            case SimulationFinding.Replayed replayed ->
                    facts(
                            replayed.expansion()
                                    .map(SimulationFinding.Expansion::result)
                                    .orElse(replayed.result()));
            case SimulationFinding.Packed filled -> facts(filled.result());
        };
    }

    private static Map<String, String> facts(SimulationResult simulationResult) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("half", ResultSentences.quantiles(simulationResult));
        facts.put(
                "waited",
                ResultSentences.meanDuration(simulationResult.waitTimes().mean()) + " on average");
        facts.put("in all", Format.duration(simulationResult.use().makespan()));
        facts.put("used", ResultSentences.acceleratorHours(simulationResult));
        facts.put("stopped", ResultSentences.interruptions(simulationResult));
        ResultSentences.deadlines(simulationResult).ifPresent(it -> facts.put("deadlines", it));
        ResultSentences.failures(simulationResult).ifPresent(it -> facts.put("trouble", it));
        ResultSentences.dropped(simulationResult).ifPresent(it -> facts.put("excluded", it));
        return facts;
    }

    private static Map<String, String> facts(PackingResult packingResult) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("nodes", Format.count(packingResult.nodes()));
        facts.put("seeds", Format.count(packingResult.runs().size()));
        facts.put(
                "placed once",
                Format.range(
                        packingResult.least(PackingResult.Run::inPlace),
                        packingResult.most(PackingResult.Run::inPlace),
                        ResultSentences::precisePercent));
        facts.put(
                "moved together",
                Format.range(
                        packingResult.least(PackingResult.Run::consolidated),
                        packingResult.most(PackingResult.Run::consolidated),
                        ResultSentences::precisePercent));
        return facts;
    }

    private static String footer(SimulationFinding simulationFinding, String version) {
        String how =
                simulationFinding instanceof SimulationFinding.Replayed
                        ? " Jobs get on in proportion to their nodes; how long each takes the scheduler learnt only"
                                + " when it had ended."
                        : "";
        return "Slipway %s, simulated in %s.%s"
                .formatted(version, Format.duration(simulationFinding.elapsed()), how);
    }
}
