package slipway.journal;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import slipway.base.Fact;

/**
 * Facts as text and back. A kind is the record's name in kebab case. When a fact gets a new shape its version goes up
 * here and the old record stays beside it, so that every journal ever written can still be read.
 */
final class Facts {

    private static final Map<String, Class<?>> BY_KIND =
            Arrays.stream(Fact.class.getPermittedSubclasses())
                    .collect(Collectors.toUnmodifiableMap(Facts::kind, Function.identity()));

    private Facts() {}

    static String kind(Fact fact) {
        return kind(fact.getClass());
    }

    /** All facts have their first shape so far. */
    static int version(Fact fact) {
        return 1;
    }

    static String body(Fact fact) {
        return Json.write(fact);
    }

    static Optional<Fact> read(String kind, int version, String body) {
        return Optional.ofNullable(BY_KIND.get(kind))
                .filter(_ -> version == 1)
                .map(type -> (Fact) Json.read(body, type));
    }

    private static String kind(Class<?> type) {
        return type.getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(java.util.Locale.ROOT);
    }
}
