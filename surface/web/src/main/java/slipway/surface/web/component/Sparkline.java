package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import slipway.base.text.Format;

/**
 * A sparkline: a share over time, in the size of a word.
 *
 * @param title its name: {@code Utilization over the last hour}
 * @param shares from the oldest to the newest; NaN if nothing was measured
 */
public record Sparkline(String title, Mood mood, List<Double> shares) {

    /** Its color. */
    public enum Mood {
        USED,
        LOW,
        IDLE
    }

    private static final double WIDTH = 64;
    private static final double FLOOR = 19;
    private static final double HEIGHT = 18;
    private static final int MAX_POINTS = 500;

    public Sparkline {
        if (shares.size() > MAX_POINTS) {
            throw new IllegalArgumentException("Too many points for a sparkline: " + shares.size());
        }
        shares = List.copyOf(shares);
    }

    /** Utilization below this share is shown as low. */
    private static final double LOW_UTILIZATION = 0.4;

    /** A sparkline of utilization, which is amber if it is low or zero. */
    public static Sparkline utilization(List<Double> lastHour) {
        List<Double> known = lastHour.stream().filter(Double::isFinite).toList();
        double most = known.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        double last = known.isEmpty() ? 1 : known.getLast();
        Mood mood = most == 0 ? Mood.IDLE : last < LOW_UTILIZATION ? Mood.LOW : Mood.USED;
        return new Sparkline("Utilization over the last hour", mood, lastHour);
    }

    /** The text alternative. */
    public String words() {
        return shares.stream()
                .filter(Double::isFinite)
                .reduce((_, last) -> last)
                .map(last -> title + ", now " + Format.percent(last))
                .orElse(title + ": not measured");
    }

    /** Its name in the style sheet. */
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

    /** The runs without a gap, as indices. A single point is drawn as a short line. */
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
        return SvgLengths.point(FLOOR - HEIGHT * Math.clamp(shares.get(at), 0, 1));
    }
}
