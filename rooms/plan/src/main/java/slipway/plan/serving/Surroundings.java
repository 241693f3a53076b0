package slipway.plan.serving;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import slipway.plan.table.Bundled;
import slipway.plan.table.Tables;

/**
 * The measured situations, as a Gaussian process on the logarithm of measured over computed. Only the {@link #NEAREST}
 * of the same mode are asked: some thousand rows would take seconds to factor, and what is far away adds nothing.
 */
final class Surroundings {

    private static final int NEAREST = 64;

    /** From this share of the greatest likeness on, a row counts as a neighbour. */
    private static final double MUCH = 0.8;

    private static final double LEAST_VARIANCE = 0.5;

    private final List<Likeness> likeness = List.of(new Likeness("first"), new Likeness("rest"));
    private final Map<Mode, List<Measured>> rows = new EnumMap<>(Mode.class);
    private final Map<Mode, double[]> widths = new EnumMap<>(Mode.class);

    /**
     * @param kept which rows it may know
     */
    Surroundings(Bodies bodies, Cards cards, Tables tables, Predicate<Measured> kept) {
        tables.table("serve_rows.tsv").stream()
                .map(line -> Measured.of(line, bodies, cards))
                .filter(kept)
                .forEach(
                        row ->
                                rows.computeIfAbsent(
                                                row.situation().deployment().mode(),
                                                _ -> new ArrayList<>())
                                        .add(row));
        for (Bundled.Line line : tables.table("serve_width.tsv")) {
            double[] width = {line.number("first"), line.number("each"), line.number("whole")};
            widths.put(Mode.named(line.text("mode")).orElseThrow(), width);
        }
    }

    List<Measured> rows() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    /** Whether it was measured at this very place. */
    boolean knows(Situation situation) {
        Spot spot = Spot.of(situation);
        return of(situation.deployment().mode()).stream()
                .anyMatch(
                        row ->
                                row.spot().same(spot)
                                        && row.situation().load().kind()
                                                == situation.load().kind());
    }

    private List<Measured> of(Mode mode) {
        return rows.getOrDefault(mode, List.of());
    }

    /** Of one target: who needs no other saves the time for it. */
    Shift of(Situation situation, Target target) {
        Mode mode = situation.deployment().mode();
        Likeness by = likeness.get(target.kind());
        return of(likes(by, Spot.of(situation), of(mode)), mode, target);
    }

    Shifts of(Situation situation) {
        Spot spot = Spot.of(situation);
        Mode mode = situation.deployment().mode();
        List<double[]> likes = likeness.stream().map(by -> likes(by, spot, of(mode))).toList();
        return new Shifts(
                of(likes.get(Target.FIRST.kind()), mode, Target.FIRST),
                of(likes.get(Target.EACH.kind()), mode, Target.EACH),
                of(likes.get(Target.WHOLE.kind()), mode, Target.WHOLE));
    }

    private static double[] likes(Likeness by, Spot spot, List<Measured> known) {
        return known.stream().mapToDouble(row -> by.of(spot, row.spot())).toArray();
    }

    private Shift of(double[] likes, Mode mode, Target target) {
        List<Measured> known = of(mode);
        double width = Objects.requireNonNull(widths.get(mode))[target.place()];
        Likeness by = likeness.get(target.kind());
        var nearest = new Nearest(NEAREST);
        int neighbours = 0;
        for (int at = 0; at < likes.length; at++) {
            if (!Double.isNaN(known.get(at).residual(target))) {
                nearest.offer(at, likes[at]);
                neighbours += likes[at] >= MUCH * by.whole() ? 1 : 0;
            }
        }
        int[] places = nearest.places();
        double[] like = new double[places.length];
        double[] residual = new double[places.length];
        Spot[] spots = new Spot[places.length];
        for (int at = 0; at < places.length; at++) {
            like[at] = likes[places[at]];
            residual[at] = known.get(places[at]).residual(target);
            spots[at] = known.get(places[at]).spot();
        }
        double[][] factor = factor(by, spots);
        double[] half = solved(factor, like);
        double explained = dot(half, half);
        double variance = Math.max(1 + by.whole() - explained, LEAST_VARIANCE);
        return new Shift(
                dot(half, solved(factor, residual)), width * Math.sqrt(variance), neighbours);
    }

    /** Cholesky's lower triangle of likeness plus noise. */
    private static double[][] factor(Likeness by, Spot[] spots) {
        double[][] lower = new double[spots.length][];
        for (int row = 0; row < spots.length; row++) {
            lower[row] = new double[row + 1];
            for (int column = 0; column <= row; column++) {
                double rest = by.of(spots[row], spots[column]);
                for (int at = 0; at < column; at++) {
                    rest -= lower[row][at] * lower[column][at];
                }
                lower[row][column] =
                        row == column ? Math.sqrt(rest + 1) : rest / lower[column][column];
            }
        }
        return lower;
    }

    /** factor⁻¹ x right. */
    private static double[] solved(double[][] factor, double[] right) {
        double[] half = new double[right.length];
        for (int row = 0; row < half.length; row++) {
            double rest = right[row];
            for (int column = 0; column < row; column++) {
                rest -= factor[row][column] * half[column];
            }
            half[row] = rest / factor[row][row];
        }
        return half;
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int at = 0; at < one.length; at++) {
            sum += one[at] * other[at];
        }
        return sum;
    }
}
