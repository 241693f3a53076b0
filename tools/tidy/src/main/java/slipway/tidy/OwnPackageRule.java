package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Source;

/** A source's package begins with its module's name, and its directory spells its package. */
final class OwnPackageRule implements SourceRule {

    @Override
    public String name() {
        return "own-package";
    }

    @Override
    public Stream<Violation> check(Source source) {
        String own = "slipway." + source.file().module();
        String declared = source.packageName();
        boolean belongs = declared.equals(own) || declared.startsWith(own + ".");
        boolean spelled = source.file().directory().endsWith("/java/" + declared.replace('.', '/'));
        if (belongs && spelled) {
            return Stream.empty();
        }
        String what =
                belongs
                        ? "Package %s stands in another directory. Move the file to %s."
                                .formatted(declared, declared.replace('.', '/'))
                        : "Package %s does not belong to module %s. Name it %s or %s.<adapter>."
                                .formatted(declared, source.file().module(), own, own);
        return Stream.of(Violation.at(name(), source.path(), 1, what));
    }
}
