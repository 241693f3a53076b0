package slipway.tidy;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.tidy.checkout.Source;

/**
 * In foundation and domain, where stored text is made, a padded or fractional number is formatted with a locale:
 * elsewhere digits and the decimal point would be those of the machine's country.
 */
final class NumberFormatRule implements SourceRule {

    private static final Pattern NUMBER = Pattern.compile("\"[^\"]*%(0\\d+|,?\\.\\d+)[dfegx]");
    private static final Pattern END = Pattern.compile("[;{}]\\s*$");
    private static final int LONGEST_STATEMENT = 12;
    private static final String ADVICE =
            "The number depends on the country of the machine; use String.format(Locale.ROOT, ...).";

    @Override
    public String name() {
        return "number-format";
    }

    @Override
    public Stream<Violation> check(Source source) {
        if (!source.file().folder().isPure() || !source.path().contains("/src/main/")) {
            return Stream.empty();
        }
        var lines = source.file().file().lines();
        return IntStream.range(0, lines.size())
                .filter(i -> NUMBER.matcher(lines.get(i)).find())
                .filter(i -> !statement(lines, i).contains("Locale"))
                .mapToObj(i -> Violation.at(name(), source.path(), i + 1, ADVICE));
    }

    private static String statement(List<String> lines, int line) {
        int first = line;
        while (first > 0
                && line - first < LONGEST_STATEMENT
                && !END.matcher(lines.get(first - 1)).find()) {
            first--;
        }
        int last = line;
        while (last < lines.size() - 1
                && last - line < LONGEST_STATEMENT
                && !END.matcher(lines.get(last)).find()) {
            last++;
        }
        return lines.subList(first, last + 1).stream().collect(Collectors.joining("\n"));
    }
}
