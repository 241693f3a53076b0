package slipway.tidy;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.tidy.checkout.Source;

/**
 * Forbids uses of names in a part of the sources.
 *
 * @param where the sources it applies to
 * @param advice what to do instead
 */
record BanRule(String name, Predicate<Source> where, List<Ban> bans, String advice)
        implements SourceRule {

    @Override
    public Stream<Violation> check(Source source) {
        return where.test(source)
                ? Use.in(source).filter(this::forbids).map(this::violation).distinct()
                : Stream.empty();
    }

    private boolean forbids(Use use) {
        return bans.stream().anyMatch(ban -> ban.forbids(use));
    }

    private Violation violation(Use use) {
        // The package before a type adds nothing here.
        boolean owned = !use.owner().isEmpty() && !use.owner().matches("[a-z]\\w*");
        String named = owned ? use.owner() + "." + use.name() : use.name();
        String written =
                switch (use.manner()) {
                    case CALL -> named + "()";
                    case CONSTRUCT -> "new " + named + "()";
                    case NAME -> named;
                    case ANNOTATION -> "@" + named;
                };
        return Violation.at(name, use.found(), written + " may not be used here. " + advice);
    }
}
