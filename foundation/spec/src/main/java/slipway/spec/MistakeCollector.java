package slipway.spec;

import java.util.ArrayList;
import java.util.List;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

/** Collects what is wrong while a document is read, and knows at which key the reading is. */
public final class MistakeCollector {

    private final String path;
    private final boolean partial;
    private final List<Mistake> found;

    private MistakeCollector(String path, boolean part, List<Mistake> found) {
        this.path = path;
        this.partial = part;
        this.found = found;
    }

    public static MistakeCollector forWhole() {
        return new MistakeCollector("", false, new ArrayList<>());
    }

    /** For one of several sources that are laid over each other: what is missing here may stand in another. */
    public static MistakeCollector forPart() {
        return new MistakeCollector("", true, new ArrayList<>());
    }

    boolean isPartial() {
        return partial;
    }

    MistakeCollector atKey(String key) {
        return new MistakeCollector(
                path.isEmpty() ? UntrustedText.key(key) : path + "." + UntrustedText.key(key),
                partial,
                found);
    }

    /** Counts from 1, as people do. */
    MistakeCollector atItem(int number) {
        return new MistakeCollector(path + "[" + number + "]", partial, found);
    }

    void add(SourceLocation sourceLocation, String text) {
        found.add(new Mistake(sourceLocation, path, text));
    }

    public List<Mistake> mistakes() {
        return List.copyOf(found);
    }
}
