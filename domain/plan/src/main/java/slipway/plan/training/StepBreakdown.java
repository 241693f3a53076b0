package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The seconds of one step, by what they are spent on.
 *
 * @param communication communication that computing does not hide
 * @param bubble the pipeline bubble: time in which stages wait for each other
 * @param stragglers the time that waiting for the slowest rank adds
 */
public record StepBreakdown(
        Compute compute, double communication, double bubble, double optimizer, double stragglers) {

    /**
     * Kernels of the layers and of the output layer.
     *
     * @param matrixProducts matrix products (GEMMs), without those of the output layer
     * @param memoryPasses memory-bound kernels: norms, activations, residuals
     * @param launches the time that kernel launches add
     */
    public record Compute(
            double matrixProducts,
            double attention,
            double memoryPasses,
            double recompute,
            double outputLayer,
            double launches) {

        private Compute times(double factor) {
            return new Compute(
                    matrixProducts * factor,
                    attention * factor,
                    memoryPasses * factor,
                    recompute * factor,
                    outputLayer * factor,
                    launches * factor);
        }
    }

    /** One line of the breakdown. */
    public record Part(String what, double seconds) {}

    public double seconds() {
        return parts().stream().mapToDouble(Part::seconds).sum();
    }

    /** Lines in descending time, without empty ones. */
    public List<Part> parts() {
        return Stream.of(
                        new Part("matrix products", compute.matrixProducts),
                        new Part("attention", compute.attention),
                        new Part("memory-bound", compute.memoryPasses),
                        new Part("recompute", compute.recompute),
                        new Part("output layer", compute.outputLayer),
                        new Part("kernel launches", compute.launches),
                        new Part("communication", communication),
                        new Part("pipeline bubble", bubble),
                        new Part("optimizer", optimizer),
                        new Part("stragglers", stragglers))
                .filter(part -> part.seconds > 0)
                .sorted(Comparator.comparingDouble(Part::seconds).reversed())
                .toList();
    }

    /** Scales all parts to another step time, as when neighbors correct it. */
    StepBreakdown scaledTo(double seconds) {
        double factor = seconds / seconds();
        return new StepBreakdown(
                compute.times(factor),
                communication * factor,
                bubble * factor,
                optimizer * factor,
                stragglers * factor);
    }
}
