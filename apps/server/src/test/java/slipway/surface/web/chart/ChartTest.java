package slipway.surface.web.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import slipway.surface.web.chart.ChartSeries.Role;
import slipway.surface.web.chart.GanttChart.Is;
import slipway.surface.web.chart.GanttChart.Place;

class ChartTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final ChartUnit DOLLARS = ChartUnit.money(Currency.getInstance("USD"));

    @Test
    void a_chart_has_a_text_description_and_its_numbers() {
        String figure =
                render(
                        Chart.of("spend", "Spend", "It \"rises\".", 180, bars("vision"))
                                .note("by day"));
        assertThat(figure)
                .contains("<figure class=\"sw-chart\" id=\"spend\" data-chart>")
                .contains("<h2>Spend</h2> <span>by day</span>")
                .contains(
                        "<div class=\"sw-plot sw-h180\" role=\"img\" aria-label=\"It &#34;rises&#34;.\"></div>")
                .contains("data-chart-table aria-pressed=\"false\">Table</button>")
                .contains(
                        "<script type=\"application/json\">{\"kind\":\"bars\",\"unit\":\"money\"");
    }

    @Test
    void names_cannot_close_the_script_element() {
        String figure =
                render(Chart.of("x", "<b>", "<i>", 180, bars("</script><!--<script>\u2028\"")));
        assertThat(figure.split("</script", -1)).hasSize(2);
        assertThat(figure).doesNotContain("<!--").doesNotContain("\u2028").doesNotContain("<b>");
        assertThat(figure).contains("\\u003c/script>\\u003c!--\\u003cscript>\\u2028\\\"");
    }

    @Test
    void a_chart_with_invalid_id_description_or_height_is_refused() {
        assertThatThrownBy(() -> Chart.of("Not an id", "T", "W.", 180, bars("a")))
                .hasMessageContaining("id of a figure");
        assertThatThrownBy(() -> Chart.of("x", "T", " ", 180, bars("a")))
                .hasMessageContaining("needs a description");
        assertThatThrownBy(() -> Chart.of("x", "T", "W.", 181, bars("a")))
                .hasMessageContaining("181");
    }

    @Test
    void a_line_has_its_interval_its_limits_and_its_gaps() {
        LineChart lineChart =
                LineChart.of(
                                ChartUnit.PERCENT,
                                new LineChart.X.Time(NOW, NOW.plusSeconds(60)),
                                LineChart.Y.of(0, 1, 0.5),
                                List.of(
                                        ChartSeries.of(
                                                        "Mean",
                                                        Role.USED,
                                                        List.of(
                                                                ChartPoint.at(NOW, 0.5),
                                                                ChartPoint.gap(
                                                                        NOW.plusSeconds(60))))
                                                .between(
                                                        List.of(ChartPoint.at(NOW, 0.4)),
                                                        List.of(ChartPoint.at(NOW, 0.6)))
                                                .labelled("now")))
                        .limits(List.of(new LineChart.Limit(0.4, "Low")))
                        .marks(List.of(LineChart.Mark.at(NOW, "Here")))
                        .smoothed(0.6);
        assertThat(json(lineChart))
                .isEqualTo(
                        "{'kind':'line','unit':'percent','smooth':0.6,'x':{'min':1789654800000,'max':1789654860000},"
                                + "'y':{'min':0,'max':1,'step':0.5},'right':41,'series':[{'name':'Mean','role':'used',"
                                + "'points':[[1789654800000,0.5],[1789654860000,null]],'low':[[1789654800000,0.4]],"
                                + "'high':[[1789654800000,0.6]],'label':'now'}],'limits':[{'value':0.4,'name':'Low'}],"
                                + "'marks':[{'at':1.7896548E12,'name':'Here'}]}");
        assertThatThrownBy(() -> lineChart.smoothed(1)).hasMessageContaining("Smoothing");
        assertThatThrownBy(() -> LineChart.Y.of(1, 0, 1)).hasMessageContaining("Not a range");
        assertThatThrownBy(() -> ChartPoint.step(1, Double.NaN))
                .hasMessageContaining("finite coordinates");
    }

    @Test
    void steps_and_days_have_their_own_axes_and_loss_need_not_start_at_zero() {
        assertThat(
                        json(
                                LineChart.of(
                                        ChartUnit.DECIMAL,
                                        new LineChart.X.Steps("Epoch", 0, 240),
                                        LineChart.Y.FROM_DATA,
                                        List.of())))
                .contains(
                        "'x':{'kind':'steps','name':'Epoch','min':0,'max':240},'y':{'free':true}");
        assertThat(
                        json(
                                LineChart.of(
                                        DOLLARS,
                                        new LineChart.X.Days(NOW, NOW),
                                        LineChart.Y.FROM_ZERO,
                                        List.of())))
                .contains("'currency':{'symbol':'$','places':2}")
                .contains("'days':true")
                .contains("'y':{'min':0}");
    }

    @Test
    void layers_of_a_stacked_chart_share_their_times() {
        StackedChart.Layer used =
                new StackedChart.Layer("Used", "u3", List.of(ChartPoint.at(NOW, 36)));
        StackedChart.Layer idle =
                new StackedChart.Layer(
                        "Held idle", "idle", List.of(ChartPoint.at(NOW.plusSeconds(1), 2)));
        assertThat(json(new StackedChart(ChartUnit.NUMBER, 44, List.of(used))))
                .contains("'max':44,'step':11,'series':[{'name':'Used','colour':'u3'");
        assertThatThrownBy(() -> new StackedChart(ChartUnit.NUMBER, 44, List.of(used, idle)))
                .hasMessageContaining("different times");
    }

    @Test
    void every_category_has_an_amount_in_every_row() {
        assertThatThrownBy(
                        () ->
                                new BarChart(
                                        DOLLARS,
                                        List.of("1", "2"),
                                        "",
                                        List.of(new BarChart.Row("a", List.of(1.0)))))
                .hasMessageContaining("a has 1 amounts for 2 categories");
        assertThatThrownBy(() -> new BarChart.Row("a", List.of(Double.NaN)))
                .hasMessageContaining("not a number");
    }

    @Test
    void a_heatmap_distinguishes_unknown_from_zero() {
        Heatmap heatmap =
                new Heatmap(
                        ChartUnit.PERCENT,
                        "Utilisation",
                        List.of("00", "01"),
                        List.of("Mon"),
                        List.of(Heatmap.Cell.of(0, 0, 0), Heatmap.Cell.unknown(1, 0)),
                        OptionalDouble.of(1));
        assertThat(json(heatmap)).contains("'max':1").endsWith("'cells':[[0,0,0],[1,0,null]]}");
        assertThatThrownBy(
                        () ->
                                new Heatmap(
                                        ChartUnit.PERCENT,
                                        "U",
                                        List.of("00"),
                                        List.of("Mon"),
                                        List.of(Heatmap.Cell.of(1, 0, 0)),
                                        OptionalDouble.empty()))
                .hasMessageContaining("Outside the map");
    }

    @Test
    void a_gantt_bar_outside_the_existing_accelerators_is_refused() {
        GanttChart.Bar fits = bar(new Place(0, 4, 4));
        assertThat(json(gantt(fits)))
                .contains("'narrow':{")
                .contains("'rows':[{'name':'n1','note':'8 H100','slots':8,'high':72}]")
                .contains("'slot':4,'slots':4,'start':1789654800000,'name':'w','is':'running'}");
        assertThatThrownBy(() -> gantt(bar(new Place(0, 5, 4))))
                .hasMessageContaining("no place for w");
        assertThatThrownBy(() -> gantt(bar(new Place(1, 0, 1))))
                .hasMessageContaining("no place for w");
        assertThatThrownBy(() -> new GanttChart(NOW, NOW, NOW, List.of(), List.of()))
                .hasMessageContaining("range is empty");
    }

    @Test
    void the_pareto_front_holds_undominated_options() {
        var cheap = ParetoChart.Option.of("cheap", 10, 1);
        var fast = ParetoChart.Option.of("fast", 1, 10);
        var beaten = ParetoChart.Option.of("beaten", 10, 2);
        var same = ParetoChart.Option.of("same as fast", 1, 10);
        ParetoChart.Axis axis =
                new ParetoChart.Axis(
                        "Cost", DOLLARS, 20, 5, Optional.of(new ParetoChart.Limit(15, "Budget")));
        ParetoChart paretoChart = new ParetoChart(axis, axis, List.of(cheap, fast, beaten, same));
        assertThat(paretoChart.front()).containsExactly(cheap, fast, same);
        assertThat(json(paretoChart))
                .contains("'limit':15,'limitName':'Budget'")
                .contains("'name':'beaten'}");
        var chosen = new ParetoChart.Option("c", 1, 1, "c", true, Optional.empty());
        assertThatThrownBy(() -> new ParetoChart(axis, axis, List.of(chosen, chosen)))
                .hasMessageContaining("More than one option");
    }

    @Test
    void a_run_of_a_sweep_has_a_value_on_every_axis() {
        List<ParallelCoordinates.Axis> axes =
                List.of(
                        new ParallelCoordinates.Axis.Measured(
                                "Rate", ChartUnit.NUMBER, 0.001, 0.1, true),
                        new ParallelCoordinates.Axis.Chosen("Size", List.of("640", "896")));
        var run = new ParallelCoordinates.Run("r", List.of(0.01, "640"), Optional.of("c1"), true);
        assertThat(json(new ParallelCoordinates(axes, List.of(run))))
                .contains("'values':[0.01,'640'],'colour':'c1','best':true");
        assertThatThrownBy(
                        () ->
                                new ParallelCoordinates(
                                        axes,
                                        List.of(
                                                new ParallelCoordinates.Run(
                                                        "r", List.of(1), Optional.empty(), false))))
                .hasMessageContaining("r has 1 values for 2");
    }

    private static GanttChart gantt(GanttChart.Bar bar) {
        return new GanttChart(
                NOW,
                NOW,
                NOW.plus(Duration.ofHours(12)),
                List.of(new GanttChart.Row("n1", "8 H100", 8)),
                List.of(bar));
    }

    private static GanttChart.Bar bar(Place place) {
        return new GanttChart.Bar("w", Is.RUNNING, place, NOW, Optional.empty(), "");
    }

    private static BarChart bars(String name) {
        return new BarChart(
                DOLLARS, List.of("1"), " September", List.of(new BarChart.Row(name, List.of(3.0))));
    }

    private static String json(Chart.Spec spec) {
        return Chart.of("x", "T", "W.", 180, spec).json().replace('"', '\'');
    }

    private static String render(Chart chart) {
        var output = new StringOutput();
        TemplateEngine.createPrecompiled(ContentType.Html)
                .render("part/chart.jte", Map.of("chart", chart), output);
        return output.toString();
    }
}
