package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A command as somebody would type it; what a shell would take apart is quoted. */
final class CommandLine {

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private final StringBuilder text;

    CommandLine(String command) {
        this.text = new StringBuilder(command);
    }

    CommandLine with(String option, String value) {
        if (!value.isBlank()) {
            text.append(' ').append(option).append(' ').append(word(value.strip()));
        }
        return this;
    }

    CommandLine with(String option, Optional<String> value) {
        return with(option, value.orElse(""));
    }

    CommandLine with(String option, List<String> values) {
        return with(option, String.join(",", values));
    }

    CommandLine flag(String option, boolean set) {
        if (set) {
            text.append(' ').append(option);
        }
        return this;
    }

    private static String word(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
