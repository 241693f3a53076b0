package slipway.spec.sbatch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;
import slipway.spec.sbatch.DirectiveRemark.Outcome;

/**
 * The options on the {@code #SBATCH} lines of a script, as Slurm finds them: up to the first command, several on a
 * line, quotes and comments allowed, a later one winning over an earlier one.
 */
final class SbatchDirectives {

    private static final String PREFIX = "#SBATCH";
    private static final Pattern BLANK_OR_COMMENT = Pattern.compile("\\s*(#.*)?");

    private final Map<String, Directive> found = new LinkedHashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();
    private final List<DirectiveRemark> notApplied = new ArrayList<>();
    private final StringBuilder script = new StringBuilder();

    /**
     * @param option the long name: {@code --nodes}
     * @param value empty when none was given
     */
    record Directive(SourceLocation location, String option, String value) {}

    private SbatchDirectives() {}

    static SbatchDirectives of(String text, String file) {
        var sbatchDirectives = new SbatchDirectives();
        boolean commandSeen = false;
        int number = 0;
        for (String line : text.lines().toList()) {
            var sourceLocation = new SourceLocation(file, ++number, 1);
            commandSeen |= !BLANK_OR_COMMENT.matcher(line).matches();
            boolean marked = line.startsWith(PREFIX);
            if (marked && commandSeen) {
                sbatchDirectives.notApplied(
                        sourceLocation, line.strip(), "Not read: it is after the first command.");
            } else if (marked) {
                sbatchDirectives.readLine(line.substring(PREFIX.length()), sourceLocation);
            }
            sbatchDirectives.script.append(marked ? "#" : line).append('\n');
        }
        return sbatchDirectives;
    }

    Optional<Directive> find(String option) {
        return Optional.ofNullable(found.get(option));
    }

    List<Directive> all() {
        return List.copyOf(found.values());
    }

    List<Mistake> mistakes() {
        return mistakes;
    }

    /** Remarks on directives that are not applied. */
    List<DirectiveRemark> notApplied() {
        return List.copyOf(notApplied);
    }

    private void notApplied(SourceLocation sourceLocation, String directive, String why) {
        notApplied.add(
                new DirectiveRemark(
                        sourceLocation,
                        UntrustedText.escaped(directive, 60),
                        Outcome.IGNORED,
                        why));
    }

    /** The script to run. */
    String script() {
        return script.toString();
    }

    private void readLine(String text, SourceLocation sourceLocation) {
        List<String> words = splitWords(text, sourceLocation);
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (word.equals("hetjob") || word.equals("packjob")) {
                reject(
                        sourceLocation,
                        word,
                        "begins a job of several kinds. Submit each as its own script.");
                return;
            }
            if (!word.startsWith("-") || word.equals("-")) {
                reject(sourceLocation, "", UntrustedText.quoted(word) + " belongs to no option.");
                continue;
            }
            boolean last = at + 1 >= words.size();
            String option = SlurmOptions.option(word);
            Optional<String> own = SlurmOptions.value(word);
            boolean follows = !last && !words.get(at + 1).startsWith("--");
            if (own.isEmpty() && follows && SlurmOptions.mayTakeValue(option)) {
                own = Optional.of(words.get(++at));
            }
            if (own.orElse("").isEmpty() && SlurmOptions.needsValue(option)) {
                reject(sourceLocation, option, "has no value.");
                continue;
            }
            if (SlurmOptions.find(option).isEmpty()) {
                reject(
                        sourceLocation,
                        UntrustedText.key(option),
                        SlurmOptions.unknownMessage(option));
                continue;
            }
            var directive = new Directive(sourceLocation, option, own.orElse(""));
            Optional.ofNullable(found.put(option, directive))
                    .ifPresent(
                            earlier ->
                                    notApplied(
                                            earlier.location(),
                                            SlurmReport.display(earlier),
                                            "line %d says it again."
                                                    .formatted(sourceLocation.line())));
        }
    }

    private void reject(SourceLocation sourceLocation, String option, String text) {
        mistakes.add(new Mistake(sourceLocation, option, text));
        notApplied.add(
                new DirectiveRemark(
                        sourceLocation, option.isEmpty() ? PREFIX : option, Outcome.REFUSED, text));
    }

    /** Words between blanks; quotes hold blanks together, and a # at the beginning of a word ends the line. */
    private List<String> splitWords(String text, SourceLocation sourceLocation) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        char quote = 0;
        boolean inside = false;
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (quote != 0) {
                if (letter == quote) {
                    quote = 0;
                } else {
                    word.append(letter);
                }
            } else if (letter == '"' || letter == '\'') {
                quote = letter;
                inside = true;
            } else if (Character.isWhitespace(letter)) {
                if (inside) {
                    words.add(word.toString());
                    word.setLength(0);
                    inside = false;
                }
            } else if (letter == '#' && !inside) {
                return words;
            } else {
                word.append(letter);
                inside = true;
            }
        }
        if (quote != 0) {
            reject(sourceLocation, "", "A quote is opened here and never closed.");
        }
        if (inside) {
            words.add(word.toString());
        }
        return words;
    }
}
