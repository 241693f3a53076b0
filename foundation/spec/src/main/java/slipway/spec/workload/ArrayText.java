package slipway.spec.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.text.UntrustedText;
import slipway.spec.ParseResult;
import slipway.spec.ValueType;

/** How an array is written: {@code 100} for its size, or the indices {@code 0-99}, {@code 1,5,9-20:2%4}. */
final class ArrayText {

    static final String DESCRIPTION =
            "a size such as 100, or indices such as 0-99, 1,5,9 or 0-99%10";

    private static final String NUMBER = "[0-9]{1,7}";
    private static final String RANGE = "%s(-%s(:%s)?)?".formatted(NUMBER, NUMBER, NUMBER);
    private static final Pattern WHOLE =
            Pattern.compile("(?<parts>%s(,%s)*)(%%(?<most>%s))?".formatted(RANGE, RANGE, NUMBER));
    private static final Pattern PART =
            Pattern.compile(
                    "(?<from>%s)(-(?<to>%s)(:(?<step>%s))?)?".formatted(NUMBER, NUMBER, NUMBER));

    static final ValueType<JobArray> TYPE =
            ValueType.numberOrText(
                    DESCRIPTION,
                    "^%s(,%s)*(%%%s)?$".formatted(RANGE, RANGE, NUMBER),
                    ArrayText::read);

    private ArrayText() {}

    /** A number alone is a size. */
    static ParseResult<JobArray> read(String text) {
        return text.matches(NUMBER + "(%" + NUMBER + ")?") ? parseSize(text) : parseIndices(text);
    }

    private static ParseResult<JobArray> parseSize(String text) {
        int size = Integer.parseInt(text.replaceAll("%.*", ""));
        return size < 1 || size > JobArray.MAX_MEMBERS
                ? tooMany(text)
                : parseIndices("0-" + (size - 1) + text.replaceAll("^[0-9]+", ""));
    }

    /** Indices only, as Slurm reads them: a number alone is an index. */
    static ParseResult<JobArray> parseIndices(String text) {
        Matcher whole = WHOLE.matcher(text);
        if (!whole.matches()) {
            return ParseResult.rejected(
                    UntrustedText.quoted(text) + " is not " + DESCRIPTION + ".");
        }
        var indices = new TreeSet<Integer>();
        for (String part : whole.group("parts").split(",", -1)) {
            Optional<List<Integer>> range = range(part);
            if (range.isEmpty()) {
                return ParseResult.rejected(
                        "%s does not go upwards to at most %,d."
                                .formatted(UntrustedText.quoted(part), JobArray.MAX_INDEX));
            }
            indices.addAll(range.get());
            if (indices.size() > JobArray.MAX_MEMBERS) {
                return tooMany(text);
            }
        }
        OptionalInt most =
                Optional.ofNullable(whole.group("most")).stream()
                        .mapToInt(Integer::parseInt)
                        .findFirst();
        return most.isPresent() && most.getAsInt() == 0
                ? ParseResult.rejected(
                        UntrustedText.quoted(text)
                                + " runs no member: the number after % must be at least 1.")
                : ParseResult.parsed(new JobArray(new ArrayList<>(indices), most));
    }

    private static Optional<List<Integer>> range(String part) {
        Matcher parts = PART.matcher(part);
        if (!parts.matches()) {
            throw new IllegalStateException("A part of a whole that fits, fits: " + part);
        }
        int from = Integer.parseInt(parts.group("from"));
        int to = Optional.ofNullable(parts.group("to")).map(Integer::valueOf).orElse(from);
        int step = Optional.ofNullable(parts.group("step")).map(Integer::valueOf).orElse(1);
        if (to < from || to > JobArray.MAX_INDEX || step < 1) {
            return Optional.empty();
        }
        List<Integer> indices = new ArrayList<>();
        for (int at = from; at <= to && indices.size() <= JobArray.MAX_MEMBERS; at += step) {
            indices.add(at);
        }
        return Optional.of(indices);
    }

    private static ParseResult<JobArray> tooMany(String text) {
        return ParseResult.rejected(
                "%s is not an array of 1 to %,d members."
                        .formatted(UntrustedText.quoted(text), JobArray.MAX_MEMBERS));
    }
}
