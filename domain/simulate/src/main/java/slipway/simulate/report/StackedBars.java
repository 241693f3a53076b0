package slipway.simulate.report;

import java.util.List;
import java.util.stream.Collectors;

/** Horizontal stacked bars, one for each name. The name is left of its bar, or above it on a phone. */
final class StackedBars {

    private StackedBars() {}

    /**
     * @param parts the length of each part, in the order of the tones
     * @param label the text after the bar
     */
    record Bar(String name, List<Double> parts, String label) {

        Bar {
            parts = List.copyOf(parts);
        }

        double total() {
            return parts.stream().mapToDouble(it -> it).sum();
        }
    }

    static String html(List<Bar> bars, List<String> tones, String sentence) {
        double most = Math.max(1e-9, bars.stream().mapToDouble(Bar::total).max().orElse(1));
        return bars.stream()
                .map(bar -> row(bar, tones, most))
                .collect(
                        Collectors.joining(
                                "",
                                "<div class=\"bars\" role=\"img\" aria-label=\"%s\">\n"
                                        .formatted(HtmlEscape.safe(sentence)),
                                "</div>"));
    }

    private static String row(Bar bar, List<String> tones, double most) {
        var parts = new StringBuilder();
        for (int part = 0; part < bar.parts().size(); part++) {
            parts.append(
                    "<i class=\"%s\" style=\"width: %s%%\"></i>"
                            .formatted(
                                    tones.get(part),
                                    HtmlEscape.length(bar.parts().get(part) / most * 100)));
        }
        return "<span class=\"name\">%s</span><span class=\"bar\">%s</span><span>%s</span>\n"
                .formatted(HtmlEscape.safe(bar.name()), parts, HtmlEscape.safe(bar.label()));
    }
}
