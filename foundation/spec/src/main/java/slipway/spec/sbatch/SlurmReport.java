package slipway.spec.sbatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.base.Mistake;
import slipway.base.text.UntrustedText;
import slipway.spec.DocumentNode;
import slipway.spec.sbatch.DirectiveRemark.Outcome;
import slipway.spec.sbatch.SbatchDirectives.Directive;
import slipway.spec.sbatch.SlurmOptions.SlurmOption;

/** Collects the outcome of each directive during the translation. */
final class SlurmReport {

    private static final int MAX_SHOWN_LENGTH = 60;

    private final Map<Directive, List<Entry>> mapped = new LinkedHashMap<>();
    private final Map<Directive, List<String>> notes = new LinkedHashMap<>();
    private final Map<Directive, String> ignored = new LinkedHashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();

    private record Entry(String key, String value) {}

    /** It became this key. */
    void mapped(Directive directive, String key, String value) {
        mapped.computeIfAbsent(directive, _ -> new ArrayList<>()).add(new Entry(key, value));
    }

    /** It is wrong or not supported here. */
    void reject(Directive directive, String why) {
        mistakes.add(new Mistake(directive.location(), directive.option(), why));
    }

    /** Its value has no meaning here. */
    void ignored(Directive directive, String why) {
        ignored.put(directive, why);
    }

    /** Worth knowing beside the rest. */
    void note(Directive directive, String text) {
        notes.computeIfAbsent(directive, _ -> new ArrayList<>()).add(text);
    }

    List<Mistake> mistakes() {
        return List.copyOf(mistakes);
    }

    /**
     * One remark for each directive, in the order of the lines.
     *
     * @param wrong all mistakes, including those of the spec reader
     */
    List<DirectiveRemark> remarks(SbatchDirectives sbatchDirectives, List<Mistake> wrong) {
        Stream<DirectiveRemark> read = sbatchDirectives.all().stream().map(it -> remark(it, wrong));
        return Stream.concat(read, sbatchDirectives.notApplied().stream())
                .sorted(
                        Comparator.comparingInt(
                                directiveRemark -> directiveRemark.location().line()))
                .toList();
    }

    private DirectiveRemark remark(Directive directive, List<Mistake> wrong) {
        String mistakes =
                wrong.stream()
                        .filter(mistake -> mistake.location().line() == directive.location().line())
                        .filter(mistake -> concerns(mistake, directive))
                        .map(Mistake::text)
                        .collect(Collectors.joining(" "));
        if (!mistakes.isEmpty()) {
            return remark(directive, Outcome.REFUSED, mistakes);
        }
        Optional<SlurmOption> option = SlurmOptions.find(directive.option());
        Outcome outcome = ignored.containsKey(directive) ? Outcome.IGNORED : Outcome.MAPPED;
        return option.filter(it -> it.outcome() != Outcome.MAPPED)
                .map(it -> remark(directive, it.outcome(), it.why()))
                .orElseGet(() -> remark(directive, outcome, describe(directive)));
    }

    private boolean concerns(Mistake mistake, Directive directive) {
        return mistake.key().equals(directive.option())
                || mapped.getOrDefault(directive, List.of()).stream()
                        .anyMatch(entry -> entry.key().equals(mistake.key()));
    }

    private String describe(Directive directive) {
        String keys =
                mapped.getOrDefault(directive, List.of()).stream()
                        .map(entry -> entry.key() + ": " + shortened(entry.value()))
                        .collect(Collectors.joining(", "));
        Stream<String> all =
                Stream.of(
                                Stream.of(keys.isEmpty() ? "" : keys + "."),
                                Stream.ofNullable(ignored.get(directive)),
                                notes.getOrDefault(directive, List.of()).stream())
                        .flatMap(texts -> texts)
                        .filter(text -> !text.isEmpty());
        String text = all.distinct().collect(Collectors.joining(" "));
        return text.isEmpty() ? "counted into what each node must give." : text;
    }

    private static DirectiveRemark remark(Directive directive, Outcome outcome, String text) {
        return new DirectiveRemark(directive.location(), display(directive), outcome, text);
    }

    /** As it would be written at its full length. */
    static String display(Directive directive) {
        return directive.option()
                + (directive.value().isEmpty() ? "" : "=" + shortened(directive.value()));
    }

    private static String shortened(String value) {
        return UntrustedText.shortened(UntrustedText.withoutAsciiControls(value), MAX_SHOWN_LENGTH);
    }

    /** A value for a key, recorded as mapped. */
    DocumentNode.Block entry(Directive directive, String key, String value, boolean quoted) {
        mapped(directive, key, value);
        return DocumentNode.ofPath(
                key, new DocumentNode.Value(directive.location(), value, quoted));
    }
}
