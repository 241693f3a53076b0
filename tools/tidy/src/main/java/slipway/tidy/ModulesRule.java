package slipway.tidy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.Folder;
import slipway.tidy.checkout.Pom;

/** The modules of the root POM, the folders and the import table agree. */
final class ModulesRule implements Rule {

    @Override
    public String name() {
        return "modules";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return checkout.rootPom().stream()
                .flatMap(
                        root ->
                                Stream.concat(
                                        listed(root, checkout),
                                        unlisted(root, checkout.modulePoms())));
    }

    private Stream<Violation> listed(Pom root, Checkout checkout) {
        Set<String> present =
                checkout.modulePoms().stream().map(Pom::directory).collect(Collectors.toSet());
        return root.at("project/modules/module")
                .flatMap(
                        module ->
                                listed(module.text(), present).stream()
                                        .map(
                                                what ->
                                                        Violation.at(
                                                                name(),
                                                                root.path(),
                                                                module.line(),
                                                                what)));
    }

    private static Optional<String> listed(String directory, Set<String> present) {
        String name = directory.replaceFirst(".*/", "");
        String module = Folder.moduleAt(directory).orElse(name);
        var row = ImportTable.of(module);
        if (row.isEmpty()) {
            return Optional.of(
                    "Module %s is not in the import table. Give it a line there (ImportTable.java)."
                            .formatted(module));
        }
        String right = row.get().folder().directory() + "/" + name;
        if (!directory.equals(right)) {
            return Optional.of("Module %s belongs in %s.".formatted(module, right));
        }
        return present.contains(directory)
                ? Optional.empty()
                : Optional.of("There is no %s/pom.xml.".formatted(directory));
    }

    private Stream<Violation> unlisted(Pom root, List<Pom> poms) {
        Set<String> listed =
                root.at("project/modules/module")
                        .map(Pom.Element::text)
                        .collect(Collectors.toSet());
        var forgotten =
                poms.stream()
                        .filter(pom -> !listed.contains(pom.directory()))
                        .map(
                                pom ->
                                        Violation.at(
                                                name(),
                                                pom.path(),
                                                1,
                                                "Nothing builds this module. Add %s to the modules of the root POM."
                                                        .formatted(pom.directory())));
        return Stream.concat(forgotten, poms.stream().flatMap(this::misnamed));
    }

    private Stream<Violation> misnamed(Pom pom) {
        String right = "slipway-" + pom.module();
        return pom.at("project/artifactId")
                .filter(id -> !id.text().equals(right))
                .map(
                        id ->
                                Violation.at(
                                        name(),
                                        pom.path(),
                                        id.line(),
                                        "Its artifactId is %s, not %s."
                                                .formatted(right, id.text())));
    }
}
