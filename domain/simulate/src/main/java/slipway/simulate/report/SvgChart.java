package slipway.simulate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Draws lines, or stacked areas, over one axis. The lines are SVG that stretches to any width; labels are HTML text of
 * the page, which keeps its size on a phone. Colors are those of the page, for light and dark mode.
 */
final class SvgChart {

    /** The drawing's own units. The page stretches it, so they only set the resolution. */
    private static final double WIDTH = 1_000;

    private static final double HEIGHT = 250;

    /** From here on a label that is centered below its tick would reach over the edge. */
    private static final double NEAR_THE_END = 0.96;

    /** This many labels below the axis fit any screen. */
    private static final int ALWAYS_FIT = 5;

    private final Axis across;
    private final Axis up;
    private final StringBuilder marks = new StringBuilder();
    private final List<ChartLine> drawn = new ArrayList<>();

    SvgChart(Axis across, Axis up) {
        this.across = across;
        this.up = up;
    }

    /** A line through points. */
    SvgChart line(List<Double> xs, ChartLine line) {
        var path = new StringBuilder();
        for (int at = 0; at < xs.size(); at++) {
            path.append(at == 0 ? 'M' : 'L').append(point(xs.get(at), line.values().get(at)));
        }
        marks.append("<path class=\"line ")
                .append(line.tone())
                .append("\" d=\"")
                .append(path)
                .append("\"/>");
        drawn.add(line);
        return this;
    }

    /** Stacked areas, the first at the bottom. */
    SvgChart stack(List<Double> xs, List<ChartLine> lines) {
        List<Double> floor = new ArrayList<>(xs.stream().map(_ -> 0.0).toList());
        for (ChartLine line : lines) {
            List<Double> roof = new ArrayList<>();
            for (int at = 0; at < xs.size(); at++) {
                roof.add(floor.get(at) + line.values().get(at));
            }
            area(xs, floor, roof, line.tone());
            floor = roof;
            drawn.add(line);
        }
        return this;
    }

    private void area(List<Double> xs, List<Double> floor, List<Double> roof, String tone) {
        var path = new StringBuilder();
        for (int at = 0; at < xs.size(); at++) {
            path.append(at == 0 ? 'M' : 'L').append(point(xs.get(at), roof.get(at)));
        }
        for (int at = xs.size() - 1; at >= 0; at--) {
            path.append('L').append(point(xs.get(at), floor.get(at)));
        }
        marks.append("<path class=\"area ")
                .append(tone)
                .append("\" d=\"")
                .append(path)
                .append("Z\"/>");
    }

    private String point(double x, double y) {
        return HtmlEscape.length(across.at(x) * WIDTH) + " " + HtmlEscape.length(y(y));
    }

    private double y(double value) {
        return HEIGHT - up.at(value) * HEIGHT;
    }

    /** @param sentence the message of the chart, for screen readers */
    String html(String sentence) {
        return """
                <div class="chart" role="img" aria-label="%s">
                <div class="plot" style="--labels: %dch"><svg viewBox="0 0 %s %s" preserveAspectRatio="none">%s%s</svg>
                %s</div>
                %s</div>"""
                .formatted(
                        HtmlEscape.safe(sentence),
                        widest(),
                        HtmlEscape.length(WIDTH),
                        HtmlEscape.length(HEIGHT),
                        rules(),
                        marks,
                        labels(),
                        legend(drawn));
    }

    private int widest() {
        return up.ticks().stream().mapToInt(tick -> up.format(tick).length()).max().orElse(0);
    }

    private String rules() {
        return up.ticks().stream()
                .map(this::y)
                .map(HtmlEscape::length)
                .map(
                        y ->
                                "<path class=\"rule\" d=\"M0 %sH%s\"/>"
                                        .formatted(y, HtmlEscape.length(WIDTH)))
                .collect(Collectors.joining());
    }

    private String labels() {
        var labels = new StringBuilder();
        for (double tick : up.ticks()) {
            labels.append(label("up", "bottom", up, tick));
        }
        for (int each = 0; each < across.ticks().size(); each++) {
            double tick = across.ticks().get(each);
            String last = across.at(tick) > NEAR_THE_END ? " last" : "";
            String optional = isOptional(each) ? " spare" : "";
            labels.append(label("across" + last + optional, "left", across, tick));
        }
        return labels.toString();
    }

    /** Whether a narrow screen may hide the label. */
    private boolean isOptional(int tick) {
        return across.ticks().size() > ALWAYS_FIT && tick % 2 == 1;
    }

    private static String label(String kind, String from, Axis axis, double tick) {
        return "<span class=\"%s\" style=\"%s: %s%%\">%s</span>\n"
                .formatted(
                        kind,
                        from,
                        HtmlEscape.length(axis.at(tick) * 100),
                        HtmlEscape.safe(axis.format(tick)));
    }

    /** The legend: the names of the lines, each after a swatch of its color. */
    private static String legend(List<ChartLine> lines) {
        return lines.stream()
                .map(line -> swatch(line.tone()) + HtmlEscape.safe(line.name()))
                .map("<span>%s</span>\n"::formatted)
                .collect(Collectors.joining("", "<p class=\"key\">\n", "</p>\n"));
    }

    private static String swatch(String tone) {
        return "<svg viewBox=\"0 0 10 10\"><rect class=\"area %s\" width=\"10\" height=\"10\" rx=\"2\"/></svg>"
                .formatted(tone);
    }
}
