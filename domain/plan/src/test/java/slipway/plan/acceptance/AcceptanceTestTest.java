package slipway.plan.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.plan.acceptance.FigureFinding.Verdict;

class AcceptanceTestTest {

    private static final Catalog CATALOG = Catalog.bundled();

    private static AcceptanceReport report(String document) {
        return new AcceptanceTest(CATALOG)
                .report(
                        AcceptanceTest.read("h100-a1", document),
                        Optional.empty(),
                        Optional.of("local-nvme"));
    }

    private static double healthy(double share) {
        Measurement any = AcceptanceTest.read("x", Documents.of("x", Documents.products(0, 1)));
        return new DatasheetFigures(CATALOG, DatasheetFigures.KnownContext.NOTHING, any)
                        .of(any.results().figures().getFirst())
                        .orElseThrow()
                        .healthy()
                / 1e12
                * share;
    }

    private static String reads(double gigabytes) {
        return Documents.figure(
                "read",
                "B/s",
                "\"scope\":\"disk\",\"bytes\":1048576,\"parallel\":4",
                gigabytes * 1e9,
                gigabytes * 1e9);
    }

    private static String writes(double gigabytes) {
        return reads(gigabytes).replace("\"read\"", "\"write\"");
    }

    /**
     * As measured on a real H200 that throttles at its power cap, as all of them do under continuous matrix products.
     */
    @Test
    void a_healthy_h200_at_its_power_cap_delivers() {
        String fp8 = "\"scope\":\"accelerator\",\"format\":\"fp8\",\"device\":0";
        String document =
                Documents.of(
                                "h100-a1",
                                Documents.products(0, 661, 663, 649),
                                Documents.figure("matmul", "FLOP/s", fp8, 1_217e12))
                        .replace("NVIDIA H100 80GB HBM3", "NVIDIA H200");
        assertThat(report(document).summary())
                .isEqualTo("h100-a1 delivers what the catalog lets expect: 2 of 2 figures.");
    }

    @Test
    void a_healthy_machine_delivers_and_a_slow_one_stays_below() {
        double good = healthy(1);
        AcceptanceReport fine =
                report(Documents.of("h100-a1", Documents.products(0, good, good, good)));
        assertThat(fine.findings().getFirst().verdict()).isEqualTo(Verdict.DELIVERS);
        assertThat(fine.findings().getFirst().datasheetText()).contains("989 TFLOP/s");
        assertThat(fine.summary())
                .isEqualTo("h100-a1 delivers what the catalog lets expect: 1 of 1 figure.");

        double bad = healthy(0.6);
        AcceptanceReport slow =
                report(Documents.of("h100-a1", Documents.products(0, bad, bad, bad), reads(2)));
        assertThat(slow.findings()).extracting(FigureFinding::verdict).containsOnly(Verdict.BELOW);
        assertThat(slow.summary())
                .isEqualTo("h100-a1 stays below what a healthy one reaches in 2 of 2 figures.");
    }

    @Test
    void the_slowest_accelerator_counts_for_the_node_and_is_named() {
        double good = healthy(1);
        AcceptanceReport acceptanceReport =
                report(
                        Documents.of(
                                "h100-a1",
                                Documents.products(0, good),
                                Documents.products(1, good),
                                Documents.products(2, good * 0.7)));
        assertThat(acceptanceReport.findings()).hasSize(1);
        assertThat(acceptanceReport.findings().getFirst().verdict()).isEqualTo(Verdict.BELOW);
        assertThat(acceptanceReport.findings().getFirst().remark().orElseThrow())
                .startsWith("accelerator 2 is 30")
                .endsWith("behind the others");
    }

    @Test
    void a_falling_figure_is_throttled_and_a_scattered_one_has_other_load() {
        double g = healthy(1);
        AcceptanceReport acceptanceReport =
                report(
                        Documents.of(
                                "h100-a1",
                                Documents.products(
                                        0, g, g, g, g, g * 0.9, g * 0.8, g * 0.8, g * 0.8),
                                Documents.figure(
                                        "read",
                                        "B/s",
                                        "\"scope\":\"disk\"",
                                        6e9,
                                        2e9,
                                        7e9,
                                        3e9,
                                        8e9,
                                        5e9,
                                        2e9)));
        assertThat(acceptanceReport.findings().get(0).remark().orElseThrow())
                .startsWith("falls by 20");
        assertThat(acceptanceReport.findings().get(1).remark().orElseThrow())
                .startsWith("wanders by");
        assertThat(FigureTrend.fall(Documents.rounds(5, 4, 3))).as("too few to say").isZero();
    }

    @Test
    void a_busy_machine_gets_no_verdict_and_changes_no_plan() {
        String[] figures = {Documents.products(0, healthy(0.4)), reads(1), writes(1)};
        String document = Documents.of("h100-a1", "\"others used 80 %\"", figures);
        AcceptanceReport acceptanceReport = report(document);
        assertThat(acceptanceReport.findings())
                .extracting(FigureFinding::verdict)
                .containsOnly(Verdict.BUSY);
        assertThat(acceptanceReport.summary()).contains("was busy");
        assertThat(acceptanceReport.remarks()).contains("Busy: others used 80 %.");
        var measured = measurements(document);
        assertThat(measured.delivered(CATALOG, "own", "H100")).isEmpty();
        assertThat(measured.storage("own")).isEmpty();
    }

    private static Measurements measurements(String... documents) {
        return new Measurements(
                List.of(documents).stream()
                        .map(
                                it ->
                                        new Measurements.Entry(
                                                "own", AcceptanceTest.read("a paper", it)))
                        .toList());
    }

    @Test
    void a_planner_takes_the_newest_of_each_node_and_never_more_than_a_tenth_above_the_model() {
        String old = Documents.of("a", Documents.products(0, healthy(0.5)));
        String renewed =
                Documents.of("a", Documents.products(0, healthy(0.9)), reads(4), writes(2))
                        .replace("2026-11-18", "2026-11-19");
        String other = Documents.of("b", Documents.products(0, healthy(2)), reads(5), writes(3));
        Measurements.Delivered alone =
                measurements(old, renewed).delivered(CATALOG, "own", "H100").orElseThrow();
        assertThat(alone.matmulRatio()).isBetween(0.89, 0.91);
        assertThat(alone.memoryRatio()).as("not measured").isEqualTo(1);
        assertThat(alone.date()).isEqualTo(LocalDate.of(2026, 11, 19));
        assertThat(alone.ground().sentence()).startsWith("1 node measured since 2026-11-19");
        assertThat(
                        measurements(other)
                                .delivered(CATALOG, "own", "H100")
                                .orElseThrow()
                                .matmulRatio())
                .isEqualTo(1.1);
        assertThat(measurements(renewed, other).storage("own").orElseThrow().write())
                .as("what every node keeps")
                .isEqualTo(Bytes.gigabytes(2));
        assertThat(measurements(renewed).delivered(CATALOG, "aws", "H100")).isEmpty();
    }

    @Test
    void all_mistakes_of_a_document_are_one_problem() {
        String document =
                Documents.of(
                                "a",
                                Documents.figure(
                                        "matmul", "GFLOP/s", "\"scope\":\"accelerator\"", 1),
                                Documents.figure("raed", "B/s", "\"scope\":\"disk\"", 1),
                                Documents.figure("read", "B/s", "\"scope\":\"disk\"", -1),
                                Documents.figure("write", "B/s", "\"scope\":\"moon\"", 1))
                        .replace("\"cpus\":128", "\"cpus\":-1")
                        .replace("2026-11-18T06:00:00Z", "yesterday");
        Problem problem =
                assertThrows(Problem.class, () -> AcceptanceTest.read("the document", document));
        assertThat(problem.mistakes())
                .extracting(Mistake::key)
                .contains(
                        "figures[0].unit",
                        "figures[1].name",
                        "figures[2].rounds",
                        "figures[3].scope",
                        "cpus",
                        "at");
        assertThat(problem.why())
                .contains("\"GFLOP/s\" is not the unit of matmul, which is FLOP/s");
        assertThat(problem.why()).contains("Did you mean read?");
    }

    @Test
    void malformed_long_and_newer_documents_are_refused() {
        for (String garbage :
                List.of(
                        "",
                        "[]",
                        "{",
                        "{\"a\":".repeat(50),
                        "\"" + "x".repeat(200_000),
                        Documents.of("a").replace("\"format\":1", "\"format\":2"),
                        Documents.of("a", Documents.figure("read", "B/s", "\"scope\":\"disk\""))
                                .replace("[]}", "[1e999]}"))) {
            assertThrows(Problem.class, () -> AcceptanceTest.read("a paper", garbage));
        }
    }

    @Test
    void a_log_has_its_result_on_one_marked_line() {
        assertThat(AcceptanceTest.document("hello\n" + AcceptanceTest.RESULT_PREFIX + "{}\nbye\n"))
                .contains("{}");
        assertThat(AcceptanceTest.document("hello\n")).isEmpty();
    }

    @Test
    void an_unknown_machine_or_tier_is_refused_with_a_suggestion() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                new AcceptanceTest(CATALOG)
                                        .checkKnown(Optional.of("p5.48xlarg"), Optional.of("nfx")));
        assertThat(problem.why())
                .contains("Did you mean p5.48xlarge?")
                .contains("Did you mean nfs?");
    }
}
