package slipway.run.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Words of a command line, as a shell reads them back. */
public final class Shell {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    private final List<String> words = new ArrayList<>();
    private final List<String> quoted = new ArrayList<>();

    Shell() {}

    /** Each is taken as it is, whatever is in it. */
    Shell add(String... more) {
        for (String each : more) {
            words.add(each);
            quoted.add(quoted(each));
        }
        return this;
    }

    /** One that the shell is to make something of. */
    Shell word(String word) {
        words.add(word);
        quoted.add(word);
        return this;
    }

    /** The same place inside and outside. */
    Shell bind(String how, Path place) {
        return add(how, place.toString(), place.toString());
    }

    /** For a program that is given them without a shell between. */
    List<String> words() {
        return List.copyOf(words);
    }

    @Override
    public String toString() {
        return String.join(" ", quoted);
    }

    public static String quoted(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
