package slipway.tidy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;

/** The front door: reads a house and says everything that is untidy in it. */
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
                                    new LineWidthRule(),
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

    /** Every violation that no line of tidy.txt excuses, in the order of the files. Empty when the house is tidy. */
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
