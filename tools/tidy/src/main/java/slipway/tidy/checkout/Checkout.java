package slipway.tidy.checkout;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A checkout, read once. Paths are relative to its root and written with slashes; the order is that of the paths.
 *
 * @param texts every file that is text, the Java sources and POMs among them
 */
public record Checkout(List<TextFile> texts, List<Source> sources, List<Pom> poms) {

    public static Checkout read(Path root) {
        return of(Texts.read(root));
    }

    public static Checkout of(List<TextFile> texts) {
        var java = texts.stream().flatMap(text -> JavaFile.of(text).stream()).toList();
        var poms = texts.stream().filter(Checkout::isPom).map(Pom::read).toList();
        return new Checkout(List.copyOf(texts), Sources.parse(java), poms);
    }

    private static boolean isPom(TextFile file) {
        return file.path().matches("((" + Folder.ANY + ")/[^/]+/)?pom\\.xml");
    }

    public Optional<TextFile> text(String path) {
        return texts.stream().filter(file -> file.path().equals(path)).findFirst();
    }

    public Optional<Pom> rootPom() {
        return poms.stream().filter(Pom::isRoot).findFirst();
    }

    public List<Pom> modulePoms() {
        return poms.stream().filter(pom -> !pom.isRoot()).toList();
    }

    /** Without the tests. */
    public List<Source> mainSources() {
        return sources.stream().filter(source -> !source.file().test()).toList();
    }
}
