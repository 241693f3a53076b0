package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Folder;
import slipway.tidy.checkout.Source;

/** A source's package is its module's or one below it, and its directory spells it. */
final class OwnPackageRule implements SourceRule {

    @Override
    public String name() {
        return "own-package";
    }

    @Override
    public Stream<Violation> check(Source source) {
        String own = "slipway." + source.file().module().replace('-', '.');
        String declared = source.packageName();
        boolean belongs =
                declared.equals(own) || declared.startsWith(own + ".") || isAboveItsSubject(source);
        boolean spelled = source.file().directory().endsWith("/java/" + declared.replace('.', '/'));
        if (belongs && spelled) {
            return Stream.empty();
        }
        String what =
                belongs
                        ? "Package %s is in another directory. Move the file to %s."
                                .formatted(declared, declared.replace('.', '/'))
                        : "Package %s does not belong to module %s. Name it %s or %s.<adapter>."
                                .formatted(declared, source.file().module(), own, own);
        return Stream.of(Violation.at(name(), source.path(), 1, what));
    }

    /** A test that needs the whole program sits in apps and keeps the package of what it tests. */
    private static boolean isAboveItsSubject(Source source) {
        return source.file().test()
                && source.file().folder() == Folder.APPS
                && source.packageName().startsWith("slipway.surface.");
    }
}
