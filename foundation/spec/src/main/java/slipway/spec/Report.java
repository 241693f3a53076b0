package slipway.spec;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.UntrustedText;

/** Collects what is wrong while a document is read, and knows at which key the reading is. */
public final class Report {

    private final String path;
    private final boolean part;
    private final List<Mistake> found;

    private Report(String path, boolean part, List<Mistake> found) {
        this.path = path;
        this.part = part;
        this.found = found;
    }

    public static Report onWhole() {
        return new Report("", false, new ArrayList<>());
    }

    /** For one of several sources that are laid over each other: what is missing here may stand in another. */
    public static Report onPart() {
        return new Report("", true, new ArrayList<>());
    }

    boolean isOnPart() {
        return part;
    }

    Report inside(String key) {
        return new Report(
                path.isEmpty() ? UntrustedText.key(key) : path + "." + UntrustedText.key(key),
                part,
                found);
    }

    /** Counts from 1, as people do. */
    Report item(int number) {
        return new Report(path + "[" + number + "]", part, found);
    }

    void wrong(SourceLocation sourceLocation, String text) {
        found.add(new Mistake(sourceLocation, path, text));
    }

    public List<Mistake> mistakes() {
        return List.copyOf(found);
    }
}
