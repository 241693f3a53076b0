package slipway.plan.training;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one step spends its time on, in seconds.
 *
 * @param products of matrices, without those of the output layer
 * @param passes over memory that no product hides
 * @param launches what starting kernels adds
 * @param communication that computing does not hide
 * @param bubble in which stages of a pipeline wait for each other
 * @param stragglers what waiting for the slowest adds
 */
public record StepBreakdown(
        double products,
        double attention,
        double passes,
        double recompute,
        double head,
        double launches,
        double communication,
        double bubble,
        double optimizer,
        double stragglers) {

    /** One line of it. */
    public record Part(String what, double seconds) {}

    public double seconds() {
        return parts().stream().mapToDouble(Part::seconds).sum();
    }

    /** The longest first. */
    public List<Part> parts() {
        return Stream.of(
                        new Part("matrix products", products),
                        new Part("attention", attention),
                        new Part("memory-bound", passes),
                        new Part("recompute", recompute),
                        new Part("output layer", head),
                        new Part("kernel launches", launches),
                        new Part("communication", communication),
                        new Part("pipeline bubble", bubble),
                        new Part("optimizer", optimizer),
                        new Part("stragglers", stragglers))
                .filter(part -> part.seconds > 0)
                .sorted(Comparator.comparingDouble(Part::seconds).reversed())
                .toList();
    }

    /** The same shares of another time, as when neighbours say that it takes longer. */
    StepBreakdown lasting(double seconds) {
        double factor = seconds / seconds();
        return new StepBreakdown(
                products * factor,
                attention * factor,
                passes * factor,
                recompute * factor,
                head * factor,
                launches * factor,
                communication * factor,
                bubble * factor,
                optimizer * factor,
                stragglers * factor);
    }
}
