package slipway.surface.run.commands.slurmimport;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expands a Slurm host list: {@code gpu[01-04,7],login}. Leading zeros are kept. */
final class HostList {

    private static final int MAX_NAMES = 100_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}");
    private static final Pattern BRACKETS =
            Pattern.compile(
                    "(?<before>[A-Za-z0-9._-]{0,100})\\[(?<ranges>[0-9,-]{1,5000})](?<after>[A-Za-z0-9._-]{0,100})");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9}))?");

    private HostList() {}

    /** All names; empty if the text is not a host list or names too many hosts. */
    static Optional<List<String>> of(String text) {
        List<String> names = new ArrayList<>();
        for (String part : text.split(",(?![^\\[]*])", -1)) {
            Matcher brackets = BRACKETS.matcher(part);
            if (NAME.matcher(part).matches()) {
                names.add(part);
            } else if (!brackets.matches() || !expand(brackets, names)) {
                return Optional.empty();
            }
            if (names.size() > MAX_NAMES) {
                return Optional.empty();
            }
        }
        return Optional.of(names);
    }

    private static boolean expand(Matcher brackets, List<String> names) {
        for (String range : brackets.group("ranges").split(",", -1)) {
            Matcher ends = RANGE.matcher(range);
            if (!ends.matches()) {
                return false;
            }
            String low = ends.group(1);
            String high = Optional.ofNullable(ends.group(2)).orElse(low);
            long last = Long.parseLong(high);
            if (last - Long.parseLong(low) >= MAX_NAMES) {
                return false;
            }
            for (long number = Long.parseLong(low); number <= last; number++) {
                String digits = Long.toString(number);
                names.add(
                        brackets.group("before")
                                + "0".repeat(Math.max(0, low.length() - digits.length()))
                                + digits
                                + brackets.group("after"));
            }
        }
        return true;
    }
}
