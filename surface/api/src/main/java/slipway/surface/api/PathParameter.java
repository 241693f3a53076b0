package slipway.surface.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The parameters of paths. A value that does not match its pattern names nothing, so the answer is "not found" rather
 * than "invalid".
 */
public enum PathParameter {
    TEAM("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "A team's name.", "vision"),
    USER("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "The name of a person or service account.", "mira"),
    ACCOUNT("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "A service account's name.", "ci-vision"),
    TOKEN("[A-Za-z0-9]{8}", "The first eight characters of a token after its prefix.", "4tQm1vNc"),
    SECRET("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "A secret's name.", "hub-token"),
    SEAL("[1-9][0-9]{0,17}", "A seal's number.", "12"),
    ENTRY("[1-9][0-9]{0,17}", "The number of an event.", "184221"),
    WORKLOAD("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "A workload's id or name.", "digits"),
    OPERATION("op_[0-9a-z]{26}", "The id of an operation.", "op_01m2qt055r3v8kz6y2bfj6y2bf"),
    READER("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", "A reader of the journal.", "account"),
    NODE("[A-Za-z0-9][A-Za-z0-9._-]{0,251}", "A node's name.", "h100-b1"),
    VISIT(
            "[0-9a-hjkmnp-tv-z]{26}",
            "An exec: a command that runs beside a workload.",
            "01k9x0m6c5q8v2t7r4n1h3j5ya"),
    WEBHOOK("wh_[0-9a-hjkmnp-tv-z]{26}", "A webhook's id.", "wh_01k9x0m6c5q8v2t7r4n1h3j5k8"),
    DELIVERY("dlv_[0-9a-hjkmnp-tv-z]{26}", "A delivery's id.", "dlv_01k9x0m6c5q8v2t7r4n1h3j5k8"),
    ASSET("[a-z0-9][a-z0-9.-]{0,99}", "An asset of the web pages.", "slipway-3d9f07a41c7c.css");

    private final Pattern pattern;
    private final String meaning;
    private final String example;

    PathParameter(String pattern, String meaning, String example) {
        this.pattern = Pattern.compile(pattern);
        this.meaning = meaning;
        this.example = example;
    }

    public static PathParameter named(String name) {
        return Arrays.stream(values())
                .filter(parameter -> parameter.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No such path parameter: " + name));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean fits(String text) {
        return pattern.matcher(text).matches();
    }

    public String pattern() {
        return pattern.pattern();
    }

    public String meaning() {
        return meaning;
    }

    public String example() {
        return example;
    }
}
