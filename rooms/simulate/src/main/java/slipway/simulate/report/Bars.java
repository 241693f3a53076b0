package slipway.simulate.report;

import java.util.List;

/** Bars that lie, one for each name, in parts that add up. */
final class Bars {

    private static final double WIDTH = 760;
    private static final double LEFT = 150;
    private static final double RIGHT = 640;
    private static final double ROW = 22;

    private Bars() {}

    /**
     * @param parts how long each part is, in the order of the tones
     * @param label what stands behind the bar
     */
    record Bar(String name, List<Double> parts, String label) {

        Bar {
            parts = List.copyOf(parts);
        }

        double whole() {
            return parts.stream().mapToDouble(it -> it).sum();
        }
    }

    static String svg(List<Bar> bars, List<String> tones, String sentence) {
        double most = Math.max(1e-9, bars.stream().mapToDouble(Bar::whole).max().orElse(1));
        var marks = new StringBuilder();
        double top = 4;
        for (Bar bar : bars) {
            marks.append(Chart.text(LEFT - 8, top + 14, "end", shortened(bar.name())));
            double at = LEFT;
            for (int part = 0; part < bar.parts().size(); part++) {
                double width = bar.parts().get(part) / most * (RIGHT - LEFT);
                marks.append(
                        "<rect class=\"area %s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"14\"/>"
                                .formatted(
                                        tones.get(part),
                                        Html.length(at),
                                        Html.length(top + 3),
                                        Html.length(width)));
                at += width;
            }
            marks.append(Chart.text(at + 8, top + 14, "start", bar.label()));
            top += ROW;
        }
        return "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\">%s</svg>"
                .formatted(Html.length(WIDTH), Html.length(top + 4), Html.safe(sentence), marks);
    }

    private static String shortened(String name) {
        return name.length() <= 20 ? name : name.substring(0, 19) + "…";
    }
}
