package slipway.tidy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.tidy.checkout.Checkout;
import slipway.tidy.checkout.ProjectTypeName;
import slipway.tidy.checkout.Source;

/** No two packages import each other, not even by a detour. Tests do not count: they are above their subject. */
final class CycleRule implements Rule {

    @Override
    public String name() {
        return "cycle";
    }

    @Override
    public Stream<Violation> check(Checkout checkout) {
        var imports = imports(checkout);
        var told = new HashSet<String>();
        var violations = new ArrayList<Violation>();
        for (String start : imports.keySet()) {
            List<ProjectTypeName> circle =
                    told.contains(start) ? List.of() : circle(start, imports);
            if (!circle.isEmpty()) {
                circle.forEach(step -> told.add(step.packageName()));
                violations.add(
                        Violation.at(name(), circle.getFirst().found(), sentence(start, circle)));
            }
        }
        return violations.stream();
    }

    private static String sentence(String start, List<ProjectTypeName> circle) {
        return circle.stream()
                .map(ProjectTypeName::packageName)
                .collect(
                        Collectors.joining(
                                " -> ",
                                "Packages import each other: " + start + " -> ",
                                ". Move what both need below them, or pass a function in."));
    }

    /** For each package the packages it imports, each by one name that it uses of it. */
    private static Map<String, Map<String, ProjectTypeName>> imports(Checkout checkout) {
        var imports = new TreeMap<String, Map<String, ProjectTypeName>>();
        for (Source source : checkout.mainSources()) {
            var used = imports.computeIfAbsent(source.packageName(), _ -> new TreeMap<>());
            source.projectTypeNames()
                    .filter(name -> !name.packageName().equals(source.packageName()))
                    .forEach(name -> used.putIfAbsent(name.packageName(), name));
        }
        return imports;
    }

    /** The shortest way from a package back to itself, found breadth first; empty when there is none. */
    private static List<ProjectTypeName> circle(
            String start, Map<String, Map<String, ProjectTypeName>> imports) {
        var ways = new ArrayDeque<List<ProjectTypeName>>();
        var seen = new HashSet<String>();
        ways.add(List.of());
        while (!ways.isEmpty()) {
            List<ProjectTypeName> way = ways.remove();
            String here = way.isEmpty() ? start : way.getLast().packageName();
            for (ProjectTypeName step : imports.getOrDefault(here, Map.of()).values()) {
                var longer = Stream.concat(way.stream(), Stream.of(step)).toList();
                if (step.packageName().equals(start)) {
                    return longer;
                }
                if (seen.add(step.packageName())) {
                    ways.add(longer);
                }
            }
        }
        return List.of();
    }
}
