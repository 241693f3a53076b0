package slipway.fuzz;

import java.util.List;
import slipway.base.text.SpellingSuggestion;

/** Every parser that reads from outside. */
public final class Targets {

    public static final List<Target> ALL =
            List.of(
                    JsonBodyTarget.requests(),
                    JsonBodyTarget.answers(),
                    new ProblemTarget(),
                    new QueryTarget(),
                    new CursorTarget(),
                    new DocumentTarget(),
                    new EventStreamTarget(),
                    new TokenTarget(),
                    new SealTarget(),
                    new GroupMappingTarget(),
                    new WorkloadTarget(),
                    new ConfigTarget());

    private Targets() {}

    public static Target named(String name) {
        return ALL.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "There is no target %s.%s There are: %s"
                                                .formatted(
                                                        name,
                                                        SpellingSuggestion.didYouMean(
                                                                name, names()),
                                                        String.join(", ", names()))));
    }

    public static List<String> names() {
        return ALL.stream().map(Target::name).toList();
    }
}
