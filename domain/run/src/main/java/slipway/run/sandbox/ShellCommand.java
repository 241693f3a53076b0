package slipway.run.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import slipway.base.text.ShellQuote;

/** Words of a command line, as a shell reads them back. */
public final class ShellCommand {

    /**
     * @param literal it means itself, whatever is in it; a shell is to make something of others
     */
    private record Word(String text, boolean literal) {}

    private final List<Word> arguments = new ArrayList<>();

    ShellCommand() {}

    /** Each is taken as it is, whatever is in it. */
    ShellCommand add(String... more) {
        for (String each : more) {
            arguments.add(new Word(each, true));
        }
        return this;
    }

    /** One that the shell is to make something of. */
    ShellCommand expression(String word) {
        arguments.add(new Word(word, false));
        return this;
    }

    /** The same place inside and outside. */
    ShellCommand bind(String how, Path place) {
        return add(how, place.toString(), place.toString());
    }

    /** For a program that is given them without a shell between. */
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
