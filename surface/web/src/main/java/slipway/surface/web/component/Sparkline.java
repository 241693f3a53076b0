package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import slipway.base.text.Format;

/**
 * How a share went over a while, as small as a word.
 *
 * @param title what is drawn: {@code Utilisation over the last hour}
 * @param shares from the oldest to the newest, 1 is everything; not a number where nothing was measured
 */
public record Sparkline(String title, Mood mood, List<Double> shares) {

    /** What it tells. */
    public enum Mood {
        USED,
        LOW,
        IDLE
    }

    private static final double WIDTH = 64;
    private static final double FLOOR = 19;
    private static final double ROOM = 18;
    private static final int MOST = 500;

    public Sparkline {
        if (shares.size() > MOST) {
            throw new IllegalArgumentException(
                    "A spark of " + shares.size() + " points is a chart");
        }
        shares = List.copyOf(shares);
    }

    /** Below this share an accelerator is used badly enough to say so. */
    private static final double LITTLE = 0.4;

    /** Utilisation, which is amber when it is low and when nothing happens at all. */
    public static Sparkline utilisation(List<Double> lastHour) {
        List<Double> known = lastHour.stream().filter(Double::isFinite).toList();
        double most = known.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double last = known.isEmpty() ? 1 : known.getLast();
        Mood mood = most == 0 ? Mood.IDLE : last < LITTLE ? Mood.LOW : Mood.USED;
        return new Sparkline("Utilisation over the last hour", mood, lastHour);
    }

    /** For whoever does not see it. */
    public String words() {
        return shares.stream()
                .filter(Double::isFinite)
                .reduce((_, last) -> last)
                .map(last -> title + ", now " + Format.percent(last))
                .orElse(title + ": nothing was measured");
    }

    /** What the style sheet knows its mood by; none while all is well. */
    public String mark() {
        return mood.name().toLowerCase(Locale.ROOT);
    }

    public String line() {
        return runs().stream().map(this::path).collect(Collectors.joining());
    }

    public String area() {
        return runs().stream()
                .map(
                        run ->
                                path(run)
                                        + "L%s 20L%s 20Z"
                                                .formatted(x(run.getLast()), x(run.getFirst())))
                .collect(Collectors.joining());
    }

    /** The stretches without a gap, as places in the list. A lone point is as long as its place. */
    private List<List<Integer>> runs() {
        List<List<Integer>> runs = new ArrayList<>();
        boolean open = false;
        for (int i = 0; i < shares.size(); i++) {
            boolean known = Double.isFinite(shares.get(i));
            if (known && !open) {
                runs.add(new ArrayList<>());
            }
            if (known) {
                runs.getLast().add(i);
            }
            open = known;
        }
        return runs;
    }

    private String path(List<Integer> run) {
        if (run.size() == 1) {
            return "M%s %sh3".formatted(x(run.getFirst()), y(run.getFirst()));
        }
        return "M" + run.stream().map(at -> x(at) + " " + y(at)).collect(Collectors.joining("L"));
    }

    private String x(int at) {
        return SvgLengths.point(shares.size() < 2 ? 0 : WIDTH * at / (shares.size() - 1));
    }

    private String y(int at) {
        return SvgLengths.point(FLOOR - ROOM * Math.clamp(shares.get(at), 0, 1));
    }
}
