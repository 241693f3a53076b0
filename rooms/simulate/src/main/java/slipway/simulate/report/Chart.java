package slipway.simulate.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Draws lines, stacked areas or steps over one axis as SVG; colours are the page's, so that light and dark both
 * fit.
 */
final class Chart {

    private static final double WIDTH = 760;
    private static final double HEIGHT = 248;
    private static final double LEFT = 56;
    private static final double RIGHT = 744;
    private static final double TOP = 14;
    private static final double BOTTOM = 208;

    private final Axis across;
    private final Axis up;
    private final StringBuilder marks = new StringBuilder();
    private final List<Strand> drawn = new ArrayList<>();

    Chart(Axis across, Axis up) {
        this.across = across;
        this.up = up;
    }

    /** A line through points. */
    Chart line(List<Double> xs, Strand line) {
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

    /** Areas on top of each other, the first at the bottom. */
    Chart stack(List<Double> xs, List<Strand> lines) {
        List<Double> floor = new ArrayList<>(xs.stream().map(_ -> 0.0).toList());
        for (Strand line : lines) {
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
        return Html.length(x(x)) + " " + Html.length(y(y));
    }

    private double x(double value) {
        return LEFT + across.at(value) * (RIGHT - LEFT);
    }

    private double y(double value) {
        return BOTTOM - up.at(value) * (BOTTOM - TOP);
    }

    /**
     * @param sentence what is to be seen, for whoever cannot see it
     */
    String svg(String sentence) {
        return "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">%s%s%s</svg>"
                .formatted(
                        Html.length(WIDTH),
                        Html.length(HEIGHT),
                        Html.safe(sentence),
                        grid(),
                        marks,
                        key());
    }

    private String grid() {
        var grid = new StringBuilder();
        for (double tick : up.ticks()) {
            grid.append(rule(LEFT, y(tick), RIGHT, y(tick)))
                    .append(text(LEFT - 8, y(tick) + 4, "end", up.label().apply(tick)));
        }
        for (double tick : across.ticks()) {
            grid.append(rule(x(tick), BOTTOM, x(tick), BOTTOM + 4))
                    .append(text(x(tick), BOTTOM + 18, "middle", across.label().apply(tick)));
        }
        return grid.toString();
    }

    /** The names of the lines, each after a patch of its colour. */
    private String key() {
        var key = new StringBuilder();
        double at = LEFT;
        for (Strand line : drawn) {
            key.append(
                    "<rect class=\"area %s\" x=\"%s\" y=\"%s\" width=\"10\" height=\"10\" rx=\"2\"/>"
                            .formatted(line.tone(), Html.length(at), Html.length(HEIGHT - 16)));
            key.append(text(at + 14, HEIGHT - 7, "start", line.name()));
            at += 34 + 6.4 * line.name().length();
        }
        return key.toString();
    }

    private static String rule(double x1, double y1, double x2, double y2) {
        return "<path class=\"rule\" d=\"M%s %sL%s %s\"/>"
                .formatted(Html.length(x1), Html.length(y1), Html.length(x2), Html.length(y2));
    }

    static String text(double x, double y, String anchor, String text) {
        return "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>"
                .formatted(Html.length(x), Html.length(y), anchor, Html.safe(text));
    }
}
