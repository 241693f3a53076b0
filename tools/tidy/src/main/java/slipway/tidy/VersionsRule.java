package slipway.tidy;

import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.Pom;

/** Every version is in the root POM; a module may at most refer to a property of it. */
final class VersionsRule implements Rule {

    @Override
    public String name() {
        return "versions";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return checkout.modulePoms().stream().flatMap(this::check);
    }

    private Stream<Violation> check(Pom pom) {
        return pom.elements().stream()
                .filter(element -> isVersion(element.path()))
                .filter(element -> !element.text().startsWith("${"))
                .map(
                        element ->
                                Violation.at(
                                        name(),
                                        pom.path(),
                                        element.line(),
                                        "Version %s is outside the root POM. Manage it there and omit it here."
                                                .formatted(element.text())));
    }

    private static boolean isVersion(String path) {
        return !path.equals("project/parent/version")
                && (path.endsWith("/version") || path.matches("project/properties/.*\\.version"));
    }
}
