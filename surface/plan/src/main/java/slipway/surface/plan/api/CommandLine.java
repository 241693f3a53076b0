package slipway.surface.plan.api;

import java.util.List;
import java.util.Optional;
import slipway.base.text.ShellQuote;

/** A command for a shell, with its values quoted. */
final class CommandLine {

    private final StringBuilder text;

    CommandLine(String command) {
        this.text = new StringBuilder(command);
    }

    CommandLine with(String option, String value) {
        if (!value.isBlank()) {
            text.append(' ').append(option).append(' ').append(ShellQuote.of(value.strip()));
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

    @Override
    public String toString() {
        return text.toString();
    }
}
