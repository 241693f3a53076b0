package slipway.base;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Makes one problem of all mistakes. */
public final class Mistakes {

    /** All mistakes are in the problem; a person is shown as many as fit a few screens. */
    private static final int SHOWN = 100;

    private static final Comparator<Mistake> BY_PLACE =
            Comparator.<Mistake>comparingInt(mistake -> mistake.place().line())
                    .thenComparingInt(mistake -> mistake.place().column());

    private Mistakes() {}

    /**
     * @param subject what is wrong, as a file name or the beginning of a sentence: {@code job.yaml}
     * @param next what to do, or that nothing was done
     */
    public static Problem problem(
            ProblemCode problemCode, String subject, List<Mistake> mistakes, String next) {
        if (mistakes.isEmpty()) {
            throw new IllegalArgumentException("Without a mistake there is no problem");
        }
        List<Mistake> ordered = inOrder(mistakes);
        String count = ordered.size() == 1 ? "1 problem" : "%,d problems".formatted(ordered.size());
        return new Problem(
                problemCode,
                subject + " has " + count + ":",
                lines(subject, ordered),
                next,
                ordered);
    }

    /** By line within a source; the sources stay in the order in which they come. */
    public static List<Mistake> inOrder(List<Mistake> mistakes) {
        List<String> sources =
                mistakes.stream().map(mistake -> mistake.place().source()).distinct().toList();
        return mistakes.stream()
                .distinct()
                .sorted(
                        Comparator.<Mistake>comparingInt(
                                        mistake -> sources.indexOf(mistake.place().source()))
                                .thenComparing(BY_PLACE))
                .toList();
    }

    /** One line for each, places in a column of their own. */
    public static String lines(String subject, List<Mistake> mistakes) {
        List<Mistake> shown = mistakes.stream().limit(SHOWN).toList();
        int width =
                shown.stream()
                        .mapToInt(mistake -> where(subject, mistake).length())
                        .max()
                        .orElse(0);
        String lines =
                shown.stream()
                        .map(
                                mistake ->
                                        "  %s  %s"
                                                .formatted(
                                                        padded(where(subject, mistake), width),
                                                        mistake.sentence()))
                        .collect(Collectors.joining("\n"));
        int more = mistakes.size() - shown.size();
        return more == 0 ? lines : lines + "\n  and %,d more".formatted(more);
    }

    private static String where(String subject, Mistake mistake) {
        boolean known = mistake.place().hasLine() && mistake.place().source().equals(subject);
        return known ? "line " + mistake.place().line() : mistake.place().toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
