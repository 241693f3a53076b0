package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The seconds of one step, by what they are spent on.
 *
 * @param matrixProducts matrix products (GEMMs), without those of the output layer
 * @param memoryPasses memory-bound kernels: norms, activations, residuals
 * @param launches the time that kernel launches add
 * @param communication communication that computing does not hide
 * @param bubble the pipeline bubble: time in which stages wait for each other
 * @param stragglers the time that waiting for the slowest rank adds
 */
public record StepBreakdown(
        double matrixProducts,
        double attention,
        double memoryPasses,
        double recompute,
        double outputLayer,
        double launches,
        double communication,
        double bubble,
        double optimizer,
        double stragglers) {

    /** One line of the breakdown. */
    public record Part(String what, double seconds) {}

    public double seconds() {
        return parts().stream().mapToDouble(Part::seconds).sum();
    }

    /** Lines in descending time, without empty ones. */
    public List<Part> parts() {
        return Stream.of(
                        new Part("matrix products", matrixProducts),
                        new Part("attention", attention),
                        new Part("memory-bound", memoryPasses),
                        new Part("recompute", recompute),
                        new Part("output layer", outputLayer),
                        new Part("kernel launches", launches),
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
                matrixProducts * factor,
                attention * factor,
                memoryPasses * factor,
                recompute * factor,
                outputLayer * factor,
                launches * factor,
                communication * factor,
                bubble * factor,
                optimizer * factor,
                stragglers * factor);
    }
}
