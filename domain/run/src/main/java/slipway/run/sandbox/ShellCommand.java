package slipway.run.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import slipway.base.text.ShellQuote;

/** Words of a command line, as a shell reads them back. */
public final class ShellCommand {

    /**
     * @param plain it means itself, whatever is in it; a shell is to make something of others
     */
    private record Word(String text, boolean plain) {}

    private final List<Word> words = new ArrayList<>();

    ShellCommand() {}

    /** Each is taken as it is, whatever is in it. */
    ShellCommand add(String... more) {
        for (String each : more) {
            words.add(new Word(each, true));
        }
        return this;
    }

    /** One that the shell is to make something of. */
    ShellCommand word(String word) {
        words.add(new Word(word, false));
        return this;
    }

    /** The same place inside and outside. */
    ShellCommand bind(String how, Path place) {
        return add(how, place.toString(), place.toString());
    }

    /** For a program that is given them without a shell between. */
    List<String> words() {
        return words.stream().map(Word::text).toList();
    }

    @Override
    public String toString() {
        return words.stream()
                .map(word -> word.plain ? ShellQuote.of(word.text) : word.text)
                .collect(Collectors.joining(" "));
    }
}
