package slipway.cli.help;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.cli.help.Vocabulary.Choice;
import slipway.cli.help.Vocabulary.Place;
import slipway.cli.help.Vocabulary.Value;

/**
 * Completion for three shells from one vocabulary. Each script first finds out how far the commands go that stand
 * before the cursor, then offers what can follow there.
 */
final class Completion {

    private Completion() {}

    static String bash(Vocabulary words) {
        return """
                # Completion of slipway for bash. Made by: slipway completion bash
                _slipway() {
                    local word place= current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                        case "$place $word" in
                %s) place="$place $word" ;;
                        esac
                    done
                    case "$before" in
                        %s) compopt -o default; COMPREPLY=(); return ;;
                        %s) COMPREPLY=(); return ;;
                    esac
                    local words=
                    case "$place" in
                %s    esac
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                    [ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default
                }
                complete -F _slipway slipway ./slipway
                """
                .formatted(
                        known(words),
                        taking(words, Value.FILE),
                        taking(words, Value.OTHER),
                        words.places().stream()
                                .map(
                                        it ->
                                                "        '%s') words='%s' ;;\n"
                                                        .formatted(it.path(), all(it)))
                                .collect(Collectors.joining()));
    }

    static String zsh(Vocabulary words) {
        return """
                #compdef slipway
                # Completion of slipway for zsh. Made by: slipway completion zsh
                _slipway() {
                    local word place=
                    for word in "${(@)words[2,CURRENT-1]}"; do
                        case "$place $word" in
                %s) place="$place $word" ;;
                        esac
                    done
                    case "${words[CURRENT-1]}" in
                        %s) _files; return ;;
                        %s) return ;;
                    esac
                    local -a commands options
                    case "$place" in
                %s    esac
                    if [[ "${words[CURRENT]}" == -* || ${#commands} -eq 0 ]]; then
                        _describe option options || _files
                    else
                        _describe command commands
                    fi
                }
                if [ "$funcstack[1]" = _slipway ]; then _slipway "$@"; else compdef _slipway slipway; fi
                """
                .formatted(
                        known(words),
                        taking(words, Value.FILE),
                        taking(words, Value.OTHER),
                        words.places().stream().map(Completion::zsh).collect(Collectors.joining()));
    }

    private static String zsh(Place place) {
        String commands =
                place.commands().stream()
                        .map(it -> "'" + it.text() + ":" + forZsh(it.about()) + "'")
                        .collect(Collectors.joining(" "));
        String options =
                place.options().stream()
                        .flatMap(
                                it ->
                                        it.names().stream()
                                                .map(
                                                        name ->
                                                                "'"
                                                                        + name
                                                                        + ":"
                                                                        + forZsh(it.about())
                                                                        + "'"))
                        .collect(Collectors.joining(" "));
        return "        '%s') commands=(%s) options=(%s) ;;\n"
                .formatted(place.path(), commands, options);
    }

    private static String forZsh(String about) {
        return about.replace("'", "'\\''").replace(":", "\\:");
    }

    static String fish(Vocabulary words) {
        return """
                # Completion of slipway for fish. Made by: slipway completion fish
                function __slipway_at
                    set -l place
                    for word in (commandline -opc)[2..-1]
                        switch "$place $word"
                            case %s
                                set place "$place $word"
                        end
                    end
                    test "$place" = "$argv[1]"
                end
                complete -c slipway -f
                """
                        .formatted(
                                words.places().stream()
                                        .map(Place::path)
                                        .filter(path -> !path.isEmpty())
                                        .map(path -> "'" + path + "'")
                                        .collect(Collectors.joining(" ")))
                + words.places().stream().map(Completion::fish).collect(Collectors.joining());
    }

    private static String fish(Place place) {
        String begin = "complete -c slipway -n '__slipway_at \"%s\"'".formatted(place.path());
        Stream<String> commands =
                place.commands().stream()
                        .map(it -> " -a %s -d '%s'".formatted(it.text(), forFish(it.about())));
        Stream<String> options = place.options().stream().map(Completion::fish);
        Stream<String> files = place.takesWords() ? Stream.of(" -F") : Stream.empty();
        return Stream.of(commands, options, files)
                .flatMap(it -> it)
                .map(it -> begin + it + "\n")
                .collect(Collectors.joining());
    }

    private static String fish(Choice option) {
        String names =
                option.names().stream()
                        .map(
                                it ->
                                        it.startsWith("--")
                                                ? " -l " + it.substring(2)
                                                : " -s " + it.substring(1))
                        .collect(Collectors.joining());
        String value =
                switch (option.value()) {
                    case NONE -> "";
                    case FILE -> " -r -F";
                    case OTHER -> " -x";
                };
        return names + value + " -d '" + forFish(option.about()) + "'";
    }

    private static String forFish(String about) {
        return about.replace("\\", "\\\\").replace("'", "\\'");
    }

    /** The paths of all commands, as patterns of a case. */
    private static String known(Vocabulary words) {
        return words.places().stream()
                .map(Place::path)
                .filter(path -> !path.isEmpty())
                .map(path -> "            '" + path + "'")
                .collect(Collectors.joining("|\\\n"));
    }

    private static String taking(Vocabulary words, Value value) {
        return words.places().stream()
                .flatMap(place -> place.options().stream())
                .filter(option -> option.value() == value)
                .flatMap(option -> option.names().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining("|"));
    }

    private static String all(Place place) {
        return Stream.concat(
                        place.commands().stream().map(Vocabulary.Word::text),
                        place.options().stream().flatMap(it -> it.names().stream()))
                .collect(Collectors.joining(" "));
    }
}
