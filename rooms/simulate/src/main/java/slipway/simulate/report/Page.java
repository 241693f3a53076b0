package slipway.simulate.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import slipway.base.Format;
import slipway.simulate.Packed;
import slipway.simulate.Result;

/** A finding as one page that stands by itself. */
public final class Page {

    private Page() {}

    /**
     * @param version of the program that made it
     */
    public static String of(Finding simulationFinding, String version) {
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
                        Html.safe(simulationFinding.trace()),
                        Style.CSS,
                        Html.safe(simulationFinding.trace()),
                        Html.safe(Sentences.answer(simulationFinding)),
                        facts(simulationFinding).entrySet().stream()
                                .map(Page::fact)
                                .collect(Collectors.joining()),
                        Figures.of(simulationFinding).stream()
                                .map(Figure::html)
                                .collect(Collectors.joining()),
                        Html.safe(foot(simulationFinding, version)));
    }

    private static String fact(Map.Entry<String, String> fact) {
        return "<div><dt>%s</dt><dd>%s</dd></div>\n"
                .formatted(Html.safe(fact.getKey()), Html.safe(fact.getValue()));
    }

    private static Map<String, String> facts(Finding simulationFinding) {
        return switch (simulationFinding) {
            case Finding.Replayed replayed ->
                    facts(replayed.more().map(Finding.More::result).orElse(replayed.result()));
            case Finding.Filled filled -> facts(filled.packed());
        };
    }

    private static Map<String, String> facts(Result simulationResult) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("half", Sentences.parts(simulationResult));
        facts.put("waited", Sentences.mean(simulationResult.waits().mean()) + " on average");
        facts.put("in all", Format.duration(simulationResult.use().makespan()));
        facts.put("used", Sentences.used(simulationResult));
        facts.put("stopped", Sentences.stopped(simulationResult));
        Sentences.deadlines(simulationResult).ifPresent(it -> facts.put("deadlines", it));
        Sentences.trouble(simulationResult).ifPresent(it -> facts.put("trouble", it));
        Sentences.dropped(simulationResult).ifPresent(it -> facts.put("left out", it));
        return facts;
    }

    private static Map<String, String> facts(Packed packingResult) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("nodes", Format.count(packingResult.nodes()));
        facts.put("seeds", Format.count(packingResult.runs().size()));
        facts.put(
                "placed once",
                Format.range(
                        packingResult.least(Packed.Run::still),
                        packingResult.most(Packed.Run::still),
                        Sentences::exact));
        facts.put(
                "moved together",
                Format.range(
                        packingResult.least(Packed.Run::moved),
                        packingResult.most(Packed.Run::moved),
                        Sentences::exact));
        return facts;
    }

    private static String foot(Finding simulationFinding, String version) {
        String how =
                simulationFinding instanceof Finding.Replayed
                        ? " Jobs get on in proportion to their nodes; how long each takes the scheduler learnt only"
                                + " when it had ended."
                        : "";
        return "Slipway %s, simulated in %s.%s"
                .formatted(version, Format.duration(simulationFinding.took()), how);
    }
}
