package slipway.surface.audit.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import slipway.audit.InclusionProof;

/**
 * The way from an entry to the signed root, as it is drawn: the entry stands at the left, each step joins it with one
 * more hash, and the root stands at the right. What joins from the left side of the tree is drawn above the way, what
 * joins from the right below it.
 */
public record ProofDiagram(List<Step> all) {

    /**
     * One hash that joins.
     *
     * @param from where the way comes from, where the hash stands, and where they meet: percent of the width
     */
    public record Step(int number, String hash, boolean left, X from, X beside, X to) {

        public String side() {
            return left ? "left" : "right";
        }

        public int height() {
            return left ? ABOVE : BELOW;
        }

        /** The first letters, which is enough to compare with. */
        public String shortened() {
            return hash.substring(0, SHORT) + "…";
        }
    }

    /** A place along the way. */
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
        all = List.copyOf(all);
    }

    static ProofDiagram of(List<InclusionProof.Step> steps) {
        double wide = Math.max(1, steps.size());
        List<Step> all = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            all.add(
                    new Step(
                            i + 1,
                            steps.get(i).sibling().hex(),
                            steps.get(i).left(),
                            new X(i / wide),
                            new X((i + 0.5) / wide),
                            new X((i + 1) / wide)));
        }
        return new ProofDiagram(all);
    }

    /** In two columns, read downwards. */
    public int size() {
        return all.size();
    }
}
