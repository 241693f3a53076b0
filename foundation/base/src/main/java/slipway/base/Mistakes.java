package slipway.base;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Combines all mistakes of a document into one problem. */
public final class Mistakes {

    /** The problem holds all mistakes; its text lists only as many as fit a few screens. */
    private static final int MAX_SHOWN = 100;

    private static final Comparator<Mistake> BY_LOCATION =
            Comparator.<Mistake>comparingInt(mistake -> mistake.location().line())
                    .thenComparingInt(mistake -> mistake.location().column());

    private Mistakes() {}

    /**
     * @param subject the document, as a file name or the beginning of a sentence: {@code job.yaml}
     * @param next the next step, or that nothing was changed
     */
    public static Problem problem(
            ProblemCode code, String subject, List<Mistake> mistakes, String next) {
        if (mistakes.isEmpty()) {
            throw new IllegalArgumentException("Without a mistake there is no problem");
        }
        List<Mistake> ordered = sorted(mistakes);
        String count = ordered.size() == 1 ? "1 problem" : "%,d problems".formatted(ordered.size());
        return new Problem(
                code, subject + " has " + count + ":", format(subject, ordered), next, ordered);
    }

    /** By line within a source; the sources stay in the order in which they come. */
    public static List<Mistake> sorted(List<Mistake> mistakes) {
        List<String> sources =
                mistakes.stream().map(mistake -> mistake.location().source()).distinct().toList();
        return mistakes.stream()
                .distinct()
                .sorted(
                        Comparator.<Mistake>comparingInt(
                                        mistake -> sources.indexOf(mistake.location().source()))
                                .thenComparing(BY_LOCATION))
                .toList();
    }

    /** One line for each, with the locations in a separate column. */
    public static String format(String subject, List<Mistake> mistakes) {
        List<Mistake> shown = mistakes.stream().limit(MAX_SHOWN).toList();
        int width =
                shown.stream()
                        .mapToInt(mistake -> formatLocation(subject, mistake).length())
                        .max()
                        .orElse(0);
        String lines =
                shown.stream()
                        .map(
                                mistake ->
                                        "  %s  %s"
                                                .formatted(
                                                        padded(
                                                                formatLocation(subject, mistake),
                                                                width),
                                                        mistake.sentence()))
                        .collect(Collectors.joining("\n"));
        int more = mistakes.size() - shown.size();
        return more == 0 ? lines : lines + "\n  and %,d more".formatted(more);
    }

    private static String formatLocation(String subject, Mistake mistake) {
        boolean known = mistake.location().hasLine() && mistake.location().source().equals(subject);
        return known ? "line " + mistake.location().line() : mistake.location().toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
