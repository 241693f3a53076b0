package slipway.simulate.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import slipway.base.Say;
import slipway.simulate.Packed;
import slipway.simulate.Result;

/** A finding as one page that stands by itself. */
public final class Page {

    private Page() {}

    /**
     * @param version of the program that made it
     */
    public static String of(Finding finding, String version) {
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
                        Html.safe(finding.trace()),
                        Style.CSS,
                        Html.safe(finding.trace()),
                        Html.safe(Sentences.answer(finding)),
                        facts(finding).entrySet().stream()
                                .map(Page::fact)
                                .collect(Collectors.joining()),
                        Figures.of(finding).stream()
                                .map(Figure::html)
                                .collect(Collectors.joining()),
                        Html.safe(foot(finding, version)));
    }

    private static String fact(Map.Entry<String, String> fact) {
        return "<div><dt>%s</dt><dd>%s</dd></div>\n"
                .formatted(Html.safe(fact.getKey()), Html.safe(fact.getValue()));
    }

    private static Map<String, String> facts(Finding finding) {
        return switch (finding) {
            case Finding.Replayed replayed ->
                    facts(replayed.more().map(Finding.More::result).orElse(replayed.result()));
            case Finding.Filled filled -> facts(filled.packed());
        };
    }

    private static Map<String, String> facts(Result result) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("half", Sentences.parts(result));
        facts.put("waited", Sentences.mean(result.waits().mean()) + " on average");
        facts.put("in all", Say.duration(result.use().makespan()));
        facts.put("used", Sentences.used(result));
        facts.put("stopped", Sentences.stopped(result));
        Sentences.deadlines(result).ifPresent(it -> facts.put("deadlines", it));
        Sentences.trouble(result).ifPresent(it -> facts.put("trouble", it));
        Sentences.dropped(result).ifPresent(it -> facts.put("left out", it));
        return facts;
    }

    private static Map<String, String> facts(Packed packed) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("nodes", Say.count(packed.nodes()));
        facts.put("seeds", Say.count(packed.runs().size()));
        facts.put(
                "placed once",
                Say.range(
                        packed.least(Packed.Run::still),
                        packed.most(Packed.Run::still),
                        Sentences::exact));
        facts.put(
                "moved together",
                Say.range(
                        packed.least(Packed.Run::moved),
                        packed.most(Packed.Run::moved),
                        Sentences::exact));
        return facts;
    }

    private static String foot(Finding finding, String version) {
        String how =
                finding instanceof Finding.Replayed
                        ? " Jobs get on in proportion to their nodes; how long each takes the scheduler learnt only"
                                + " when it had ended."
                        : "";
        return "Slipway %s, simulated in %s.%s"
                .formatted(version, Say.duration(finding.took()), how);
    }
}
