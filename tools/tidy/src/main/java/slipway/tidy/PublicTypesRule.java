package slipway.tidy;

import com.sun.source.tree.ClassTree;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.Folder;

/** At most half of a domain module's top-level types are public: its entry point and the terms others need. */
final class PublicTypesRule implements Rule {

    private static final String ADVICE = " Make package-private what no other module uses.";

    @Override
    public String name() {
        return "public-types";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        var modules =
                checkout.mainSources().stream()
                        .filter(source -> source.file().folder() == Folder.DOMAIN)
                        .collect(
                                Collectors.groupingBy(
                                        source -> source.file().module(),
                                        TreeMap::new,
                                        Collectors.flatMapping(
                                                source -> source.topLevelTypes().stream(),
                                                Collectors.toList())));
        return modules.entrySet().stream()
                .flatMap(module -> check(module.getKey(), module.getValue()));
    }

    private Stream<Violation> check(String module, List<ClassTree> types) {
        long open = types.stream().filter(PublicTypesRule::isPublic).count();
        return open * 2 <= types.size()
                ? Stream.empty()
                : Stream.of(
                        Violation.at(
                                name(),
                                "domain/" + module,
                                1,
                                "%d of %d types are public; at most half may be."
                                                .formatted(open, types.size())
                                        + ADVICE));
    }

    private static boolean isPublic(ClassTree type) {
        return type.getModifiers().getFlags().contains(Modifier.PUBLIC);
    }
}
