package slipway.tidy.checkout;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A Java file and its place in the checkout, before it is parsed.
 *
 * @param module as the import table has it: {@code journal}, {@code surface-run}
 * @param test whether it is under {@code src/test}
 */
public record JavaFile(TextFile file, Folder folder, String module, boolean test) {

    private static final Pattern PLACE =
            Pattern.compile("(" + Folder.ANY + ")/([^/]+)/src/(main|test)/java/.+\\.java");

    public static Optional<JavaFile> of(TextFile file) {
        var place = PLACE.matcher(file.path());
        if (!place.matches()) {
            return Optional.empty();
        }
        var folder = Folder.named(place.group(1));
        boolean test = place.group(3).equals("test");
        return Optional.of(new JavaFile(file, folder, folder.module(place.group(2)), test));
    }

    public String path() {
        return file.path();
    }

    public String text() {
        return file.text();
    }

    /** The directory that should spell the package. */
    public String directory() {
        return path().substring(0, path().lastIndexOf('/'));
    }

    /** {@code Main.java} */
    public String name() {
        return path().substring(path().lastIndexOf('/') + 1);
    }
}
