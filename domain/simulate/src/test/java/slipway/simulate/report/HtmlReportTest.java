package slipway.simulate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import slipway.simulate.PackingStudy;
import slipway.simulate.Simulation;
import slipway.simulate.SimulationResult;
import slipway.simulate.Study;
import slipway.simulate.trace.TestFiles;
import slipway.testkit.Golden;

class HtmlReportTest {

    @TempDir private Path folder;

    private Simulation simulation() {
        Path trace =
                TestFiles.file(
                        folder,
                        "jobs.csv",
                        "submit,duration,accelerators,team",
                        "0,7200,8,a",
                        "600,3600,8,b",
                        "900,60,4,b");
        Path cluster = TestFiles.file(folder, "lab.yaml", "nodes: [{type: H100, accelerators: 8}]");
        return Simulation.of(
                new Study.SlipwayTraceStudy(trace, cluster),
                new Study.Parameters(Duration.ofSeconds(62), 1));
    }

    private SimulationFinding replayed(String name) {
        SimulationResult simulationResult = simulation().run(_ -> {});
        return new SimulationFinding.Replayed(
                name, simulationResult, Optional.empty(), Duration.ofMillis(1_500));
    }

    @Test
    void a_page_is_self_contained() {
        String page = HtmlReport.of(replayed("jobs.csv"), "0.1");
        Golden.matches("page.html", words(page));
        assertThat(page)
                .doesNotContain(
                        "http://", "https://", "<script", "<link", "src=", "url(", "@import")
                .contains("prefers-color-scheme: dark");
    }

    /** The text without drawings and table rows, which are many. */
    private static String words(String page) {
        return page.replaceAll("(?s)<style>.*?</style>", "")
                .replaceAll("(?s)<svg [^>]*>.*?</svg>", "")
                .replaceAll("(?s)(<tbody>\n<tr>.*?</tr>).*?</tbody>", "$1</tbody>");
    }

    @Test
    void every_chart_has_a_sentence_and_a_table() throws Exception {
        for (SimulationFinding simulationFinding :
                new SimulationFinding[] {replayed("jobs.csv"), compared(), packed()}) {
            String page = HtmlReport.of(simulationFinding, "0.1");
            int charts = page.split("role=\"img\"", -1).length - 1;
            assertThat(charts)
                    .isEqualTo(simulationFinding instanceof SimulationFinding.Packed ? 1 : 5);
            assertThat(page.split("<table>", -1)).hasSize(charts + 1);
            assertThat(page.split("aria-label=\"[^\"]+\"", -1)).hasSize(charts + 1);
            mustBeWellFormed(page.substring(page.indexOf("<main>"), page.indexOf("</body>")));
        }
    }

    /** Drawings that stretch with the page must not contain text: on a phone it would be too small. */
    @Test
    void labels_of_a_chart_are_text_of_the_page() {
        for (SimulationFinding simulationFinding :
                new SimulationFinding[] {replayed("jobs.csv"), compared(), packed()}) {
            String page = HtmlReport.of(simulationFinding, "0.1");
            assertThat(page).doesNotContain("<text").contains("<span class=\"up\"");
            assertThat(page.split("class=\"plot\"", -1))
                    .hasSameSizeAs(page.split("preserveAspectRatio=\"none\"", -1));
        }
    }

    private static void mustBeWellFormed(String text) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        assertThat(
                        factory.newDocumentBuilder()
                                .parse(new InputSource(new java.io.StringReader(text)))
                                .getDocumentElement()
                                .getTagName())
                .isEqualTo("main");
    }

    @Test
    void text_of_a_trace_is_escaped() {
        String page = HtmlReport.of(replayed("<b>\"&'.csv"), "0.1");
        assertThat(page).doesNotContain("<b>").contains("&lt;b&gt;&quot;&amp;&#39;.csv");
    }

    @Test
    void json_has_all_figures() {
        Golden.matches(
                "replayed.json", ReportJson.of(replayed("jobs.csv")).toPrettyString() + "\n");
        Golden.matches("compared.json", ReportJson.of(compared()).toPrettyString() + "\n");
        Golden.matches("packed.json", ReportJson.of(packed()).toPrettyString() + "\n");
    }

    private SimulationFinding compared() {
        var addition = new Study.Addition("H100", 8);
        SimulationResult then = simulation().plus(addition).run(_ -> {});
        return new SimulationFinding.Replayed(
                "jobs.csv",
                simulation().run(_ -> {}),
                Optional.of(new SimulationFinding.Expansion(addition, then)),
                Duration.ofMillis(1_500));
    }

    private SimulationFinding packed() {
        Path nodes = TestFiles.file(folder, "n.csv", "sn,gpu,model", "a,8,T4", "b,8,T4");
        Path pods =
                TestFiles.file(folder, "p.csv", "num_gpu,gpu_milli", "4,1000", "1,250", "8,1000");
        return new SimulationFinding.Packed(
                "p.csv", PackingStudy.of(nodes, pods).run(1, 2, _ -> {}), Duration.ofSeconds(2));
    }
}
