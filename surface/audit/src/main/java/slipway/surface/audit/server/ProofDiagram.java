package slipway.surface.audit.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import slipway.audit.InclusionProof;

/**
 * The layout of an inclusion proof: the entry is at the left, each step combines it with one sibling hash, and the
 * signed root is at the right. A left sibling is drawn above the path, a right sibling below it.
 */
public record ProofDiagram(List<Step> steps) {

    /**
     * One step of the path.
     *
     * @param from the position where the step begins
     * @param sibling the position of the sibling hash
     * @param to the
     *     position where the two are combined
     */
    public record Step(int number, String hash, boolean left, X from, X sibling, X to) {

        public String side() {
            return left ? "left" : "right";
        }

        public int y() {
            return left ? ABOVE : BELOW;
        }

        /** The beginning of the hash, enough to compare by eye. */
        public String shortened() {
            return hash.substring(0, SHORT) + "…";
        }
    }

    /** A horizontal position. */
    public record X(double share) {

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.2f%%", share * 100);
        }
    }

    private static final int ABOVE = 14;
    private static final int BELOW = 62;
    private static final int SHORT = 12;

    public ProofDiagram {
        steps = List.copyOf(steps);
    }

    static ProofDiagram of(List<InclusionProof.Step> path) {
        double count = Math.max(1, path.size());
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            steps.add(
                    new Step(
                            i + 1,
                            path.get(i).sibling().hex(),
                            path.get(i).left(),
                            new X(i / count),
                            new X((i + 0.5) / count),
                            new X((i + 1) / count)));
        }
        return new ProofDiagram(steps);
    }

    /** The number of steps. */
    public int size() {
        return steps.size();
    }
}
