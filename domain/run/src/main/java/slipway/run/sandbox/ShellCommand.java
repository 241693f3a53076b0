package slipway.run.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import slipway.base.text.ShellQuote;

/** Builds the arguments of a command, as shell text or as a list. */
final class ShellCommand {

    /**
     * @param literal whether to quote it; a shell expands other words
     */
    private record Word(String text, boolean literal) {}

    private final List<Word> arguments = new ArrayList<>();

    ShellCommand() {}

    /** Adds literal words. */
    ShellCommand add(String... more) {
        for (String each : more) {
            arguments.add(new Word(each, true));
        }
        return this;
    }

    /** Adds a word that the shell expands. */
    ShellCommand expression(String word) {
        arguments.add(new Word(word, false));
        return this;
    }

    /** Adds a mount with the same path inside and outside. */
    ShellCommand bind(String how, Path place) {
        return add(how, place.toString(), place.toString());
    }

    /** The words for a program that is started without a shell. */
    List<String> arguments() {
        return arguments.stream().map(Word::text).toList();
    }

    @Override
    public String toString() {
        return arguments.stream()
                .map(word -> word.literal ? ShellQuote.of(word.text) : word.text)
                .collect(Collectors.joining(" "));
    }
}
