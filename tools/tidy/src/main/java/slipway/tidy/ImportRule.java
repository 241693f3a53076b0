package slipway.tidy;

import java.util.Set;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.Pom;
import slipway.tidy.checkout.Source;

/** Imports, qualified names and dependencies of POMs follow the import table. */
final class ImportRule implements Rule {

    private static final String ADVICE =
            " Take a function in the constructor and wire it in Main, or hear it from the journal.";

    @Override
    public String name() {
        return "imports";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        return Stream.concat(
                checkout.sources().stream().flatMap(this::imports),
                checkout.modulePoms().stream().flatMap(this::dependencies));
    }

    private Stream<Violation> imports(Source source) {
        String module = source.file().module();
        var allowed = ImportTable.imports(module, source.file().test());
        return source.projectTypeNames()
                .filter(used -> !used.module().equals(module) && !allowed.contains(used.module()))
                .map(
                        used ->
                                Violation.at(
                                        name(),
                                        used.found(),
                                        sentence(module, used.name(), allowed)));
    }

    private Stream<Violation> dependencies(Pom pom) {
        String module = pom.module();
        var starts = ImportTable.of(module).map(ImportTable.Row::starts).orElse(Set.of());
        return pom.ownDependencies().stream()
                .filter(used -> !starts.contains(used.module()))
                .filter(used -> !allowed(module, used).contains(used.module()))
                .map(
                        used ->
                                Violation.at(
                                        name(),
                                        pom.path(),
                                        used.line(),
                                        sentence(
                                                module,
                                                "slipway-" + used.module(),
                                                allowed(module, used))));
    }

    private static Set<String> allowed(String module, Pom.OwnDependency used) {
        return ImportTable.imports(module, used.scope().equals("test"));
    }

    private static String sentence(String module, String used, Set<String> allowed) {
        String may = allowed.isEmpty() ? "nothing of ours" : String.join(", ", allowed);
        return "%s uses %s, but the table lets it import only: %s.".formatted(module, used, may)
                + ADVICE;
    }
}
