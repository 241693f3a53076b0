package slipway.base.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the known word closest to a misspelled one, by Damerau-Levenshtein distance (optimal string alignment):
 * insertions, deletions, substitutions and swaps of neighboring letters. One edit per three letters is accepted;
 * case, hyphens and underscores are ignored. Without such a word, the only known word that shares a prefix is
 * suggested.
 */
public final class SpellingSuggestion {

    private SpellingSuggestion() {}

    public static Optional<String> nearest(String written, Collection<String> known) {
        String word = normalize(written);
        return known.stream()
                .filter(candidate -> isNear(word, normalize(candidate)))
                .min(
                        Comparator.<String>comparingInt(
                                        candidate -> editDistance(word, normalize(candidate)))
                                .thenComparing(Comparator.naturalOrder()))
                .or(() -> uniquePrefixMatch(word, known));
    }

    private static Optional<String> uniquePrefixMatch(String word, Collection<String> known) {
        List<String> found =
                known.stream()
                        .filter(candidate -> sharePrefix(word, normalize(candidate)))
                        .limit(2)
                        .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static boolean sharePrefix(String one, String other) {
        return Math.min(one.length(), other.length()) >= 4
                && (one.startsWith(other) || other.startsWith(one));
    }

    /** A sentence to append, with its leading space: " Did you mean port?", or nothing. */
    public static String didYouMean(String written, Collection<String> known) {
        return nearest(written, known).map(word -> " Did you mean " + word + "?").orElse("");
    }

    private static boolean isNear(String word, String candidate) {
        int allowed = Math.max(1, candidate.length() / 3);
        // The length is compared first, so that a text of a megabyte is never compared with a short
        // word.
        return Math.abs(word.length() - candidate.length()) <= allowed
                && editDistance(word, candidate) <= allowed;
    }

    private static String normalize(String word) {
        return word.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    static int editDistance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] reused = beforeLast;
            beforeLast = last;
            last = row;
            row = reused;
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int wrong = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + wrong);
                if (i > 1 && j > 1 && swapped(from, i, to, j)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
        }
        return row[to.length()];
    }

    private static boolean swapped(String from, int i, String to, int j) {
        return from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
