package slipway.spec.workload;

import java.util.List;
import java.util.Optional;
import slipway.spec.Notation;

/**
 * The accelerators of each node of a gang: one of several alternatives, in order of preference. No alternative
 * means no accelerator.
 */
public record AcceleratorRequest(List<Alternative> alternatives) {

    public static final AcceleratorRequest NONE = new AcceleratorRequest(List.of());

    /** Maximum number of accelerators in a node. */
    static final int MAX_PER_NODE = 64;

    private static final int WHOLE = 1_000;

    public AcceleratorRequest {
        alternatives = List.copyOf(alternatives);
    }

    public boolean isNone() {
        return alternatives.isEmpty();
    }

    /** Whether all alternatives ask for the same amount, so that only the type is open. */
    public boolean sameAmount() {
        return alternatives.stream().mapToInt(Alternative::totalThousandths).distinct().count()
                <= 1;
    }

    /**
     * @param type the name in the catalog, as it was written; empty when any will do
     * @param thousandths of each: less than 1,000 only where one is asked for
     */
    public record Alternative(Optional<String> type, int count, int thousandths) {

        public Alternative {
            boolean part = thousandths != WHOLE;
            if (count < 1 || count > MAX_PER_NODE || thousandths < 1 || thousandths > WHOLE) {
                throw new IllegalArgumentException(
                        "Not %d accelerators at %d thousandths".formatted(count, thousandths));
            }
            if (part && count != 1) {
                throw new IllegalArgumentException("Only one accelerator can be asked for in part");
            }
        }

        public static Alternative of(String type, int count) {
            return new Alternative(Optional.of(type), count, WHOLE);
        }

        public boolean isFractional() {
            return thousandths < WHOLE;
        }

        /** Thousandths on one node. */
        public int totalThousandths() {
            return count * thousandths;
        }

        /** As it is written: {@code H100:8}, {@code H100:0.5}, {@code 8}. */
        public String notation() {
            String amount = Notation.thousandths(totalThousandths());
            return type.map(name -> name + ":" + amount).orElse(amount);
        }
    }
}
