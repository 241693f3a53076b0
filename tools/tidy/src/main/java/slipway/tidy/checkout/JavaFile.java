package slipway.tidy.checkout;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A Java file and where it stands in the house, before it is parsed.
 *
 * @param module the directory below the folder: {@code journal} in {@code foundation/journal}
 * @param test whether it stands under {@code src/test}
 */
public record JavaFile(TextFile file, Folder folder, String module, boolean test) {

    private static final Pattern PLACE =
            Pattern.compile(
                    "(foundation|rooms|doors|workshop)/([^/]+)/src/(main|test)/java/.+\\.java");

    public static Optional<JavaFile> of(TextFile file) {
        var place = PLACE.matcher(file.path());
        return place.matches()
                ? Optional.of(
                        new JavaFile(
                                file,
                                Folder.named(place.group(1)),
                                place.group(2),
                                place.group(3).equals("test")))
                : Optional.empty();
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
