package slipway.testkit.runner;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which tests a person asked for with {@code --only}: {@code OneServerTest}, {@code OneServerTest#a_story}, several
 * with commas, {@code *} for any letters. An empty text selects everything.
 */
record TestSelection(List<Wanted> wanted) {

    record Wanted(Pattern type, Pattern method) {}

    static TestSelection parse(String text) {
        return new TestSelection(
                Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(word -> !word.isEmpty())
                        .map(TestSelection::wanted)
                        .toList());
    }

    private static Wanted wanted(String word) {
        int hash = word.indexOf('#');
        String type = hash < 0 ? word : word.substring(0, hash);
        String method = hash < 0 ? "*" : word.substring(hash + 1);
        return new Wanted(glob(type), glob(method));
    }

    private static Pattern glob(String text) {
        return Pattern.compile(
                Arrays.stream(text.split("\\*", -1))
                        .map(part -> part.isEmpty() ? "" : Pattern.quote(part))
                        .reduce((left, right) -> left + ".*" + right)
                        .orElse(".*"));
    }

    boolean everything() {
        return wanted.isEmpty();
    }

    /** By the simple or the full name; a nested class counts as its outer one. */
    boolean includes(String className) {
        return everything() || wanted.stream().anyMatch(each -> matches(each, className));
    }

    boolean includes(String className, String method) {
        return everything()
                || wanted.stream()
                        .anyMatch(
                                each ->
                                        matches(each, className)
                                                && each.method().matcher(method).matches());
    }

    private static boolean matches(Wanted each, String className) {
        int dollar = className.indexOf('$');
        String outer = dollar < 0 ? className : className.substring(0, dollar);
        return Arrays.asList(className, outer, simple(className), simple(outer)).stream()
                .anyMatch(name -> each.type().matcher(name).matches());
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
