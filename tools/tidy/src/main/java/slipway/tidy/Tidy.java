package slipway.tidy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;

/** The entry point: reads a checkout and reports all violations. */
public final class Tidy {

    static final List<Rule> RULES =
            Stream.concat(
                            Stream.of(
                                    new ImportRule(),
                                    new OwnPackageRule(),
                                    new CycleRule(),
                                    new ModulesRule(),
                                    new VersionsRule(),
                                    new PackageInfoRule(),
                                    new FileLinesRule(),
                                    new MethodLinesRule(),
                                    new ParametersRule(),
                                    new ComponentsRule(),
                                    new LineWidthRule(),
                                    new NumberFormatRule(),
                                    new PackageTypesRule(),
                                    new PublicTypesRule(),
                                    new TypeNamesRule(),
                                    new AccessorRule(),
                                    new CatchRule(),
                                    new StarImportRule(),
                                    new LinkRule(),
                                    new ConceptRule(),
                                    new WarningSignsRule(),
                                    LineRule.openEnds(),
                                    LineRule.registryHosts(),
                                    LineRule.machinePaths()),
                            Bans.all().stream())
                    .toList();

    private Tidy() {}

    /** Every violation without an exemption in tidy.txt, in the order of the files. */
    public static List<Violation> check(Path root) {
        return check(Checkout.read(root));
    }

    static List<Violation> check(Checkout checkout) {
        var rules = RULES.stream().map(Rule::name).collect(Collectors.toSet());
        var violations = RULES.stream().flatMap(rule -> check(checkout, rule).stream()).toList();
        return Exemptions.read(checkout, rules).apply(violations);
    }

    static List<Violation> check(Checkout checkout, Rule rule) {
        return rule.check(checkout).distinct().sorted().toList();
    }
}
