package slipway.spec;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

/**
 * Explains syntax errors of YAML. The parser reports tokens and scalars, and often points at the line where it
 * stopped instead of the one to correct.
 */
final class BrokenYaml {

    static final String BAD_ESCAPE =
            "After \\x, \\u or \\U in double quotes the hexadecimal digits of a character must follow.";

    private BrokenYaml() {}

    static Mistake mistake(String name, YamlEngineException broken) {
        if (broken instanceof MarkedYamlEngineException marked && marked.getProblem() != null) {
            return mistakeWithMark(name, marked);
        }
        String why =
                broken instanceof YamlVersionException
                        ? "Only YAML 1.2 is read. Remove the line that begins with %YAML."
                        : "This is not YAML: " + oneLine(String.valueOf(broken.getMessage())) + ".";
        return mistakeAt(new SourceLocation(name, 1, 1), why);
    }

    private static Mistake mistakeWithMark(String name, MarkedYamlEngineException broken) {
        String problem = broken.getProblem();
        SourceLocation end =
                location(name, broken.getProblemMark(), new SourceLocation(name, 1, 1));
        SourceLocation begin = location(name, broken.getContextMark(), end);
        if (problem.contains("\\t(TAB)")) {
            return mistakeAt(end, "A tab cannot indent YAML. Use spaces.");
        } else if (problem.contains("cannot start any token")) {
            return mistakeAt(
                    end, "A value cannot begin with " + character(problem) + ". Put it in quotes.");
        } else if (problem.contains("mapping values are not allowed")) {
            return mistakeAt(
                    end,
                    "There is a colon too many, or the line is indented too far. A text with \": \" needs quotes.");
        } else if (problem.contains("could not find expected ':'")) {
            return mistakeAt(
                    begin, "A key needs a colon and a space after it, as in \"key: value\".");
        } else if (problem.contains("unexpected end of stream")
                || problem.contains("unexpected document separator")) {
            return mistakeAt(begin, "A quote is opened here and never closed.");
        } else if (problem.contains("expected ',' or '")) {
            return mistakeAt(
                    begin,
                    "The [ or { that is opened here is not closed, or a comma is missing in it.");
        } else if (problem.contains("unknown escape character")) {
            return mistakeAt(
                    end,
                    "In double quotes \\ must be written \\\\. Single quotes take it as it is.");
        } else if (problem.contains("expected <block end>")) {
            return mistakeAt(end, "This line is indented unlike the lines of its block above.");
        } else if (problem.contains("<document start>")) {
            return mistakeAt(end, "The document has ended before this line.");
        }
        return mistakeAt(end, "This is not YAML: " + oneLine(problem) + ".");
    }

    private static Mistake mistakeAt(SourceLocation sourceLocation, String text) {
        return new Mistake(sourceLocation, "", text);
    }

    private static SourceLocation location(
            String name, Optional<Mark> mark, SourceLocation otherwise) {
        return mark.map(found -> YamlReader.location(name, found)).orElse(otherwise);
    }

    /** The parser writes: found character '@' that cannot start any token. */
    private static String character(String problem) {
        int quote = problem.indexOf('\'');
        int end = problem.indexOf('\'', quote + 1);
        return quote < 0 || end < 0 ? "this character" : problem.substring(quote + 1, end);
    }

    private static String oneLine(String text) {
        String line = UntrustedText.quoted(text.strip().replaceAll("\\s+", " "));
        return line.substring(1, line.length() - 1);
    }
}
