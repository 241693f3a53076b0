package slipway.spec.workload;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A dataset with an optional version.
 *
 * @param version empty: the newest one at submission
 */
public record DatasetReference(String dataset, OptionalInt version) {

    static final String DESCRIPTION = "a dataset with its version such as corpus@3";
    static final String PATTERN = "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(@[1-9][0-9]{0,8})?$";

    private static final Pattern PARTS = Pattern.compile("([a-z0-9-]+)(?:@([0-9]+))?");

    static Optional<DatasetReference> parse(String text) {
        Matcher parts = PARTS.matcher(text);
        if (!text.matches(PATTERN) || !parts.matches()) {
            return Optional.empty();
        }
        String version = parts.group(2);
        return Optional.of(
                new DatasetReference(
                        parts.group(1),
                        version == null
                                ? OptionalInt.empty()
                                : OptionalInt.of(Integer.parseInt(version))));
    }

    /** As it is written: {@code corpus@3}. */
    public String notation() {
        return version.isPresent() ? dataset + "@" + version.getAsInt() : dataset;
    }
}
