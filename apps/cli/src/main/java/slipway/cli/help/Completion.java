package slipway.cli.help;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import slipway.cli.help.CommandTree.Node;
import slipway.cli.help.CommandTree.Option;
import slipway.cli.help.CommandTree.ValueKind;

/**
 * Generates the completion scripts of three shells from one command tree. Each script first finds the command path in
 * front of the cursor, then offers the commands and options that can follow it.
 */
final class Completion {

    private Completion() {}

    static String bash(CommandTree commandTree) {
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
                        paths(commandTree),
                        optionsWith(commandTree, ValueKind.FILE),
                        optionsWith(commandTree, ValueKind.OTHER),
                        commandTree.nodes().stream()
                                .map(
                                        it ->
                                                "        '%s') words='%s' ;;\n"
                                                        .formatted(it.path(), completions(it)))
                                .collect(Collectors.joining()));
    }

    static String zsh(CommandTree commandTree) {
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
                        paths(commandTree),
                        optionsWith(commandTree, ValueKind.FILE),
                        optionsWith(commandTree, ValueKind.OTHER),
                        commandTree.nodes().stream()
                                .map(Completion::zsh)
                                .collect(Collectors.joining()));
    }

    private static String zsh(Node node) {
        String commands =
                node.commands().stream()
                        .map(it -> "'" + it.text() + ":" + forZsh(it.description()) + "'")
                        .collect(Collectors.joining(" "));
        String options =
                node.options().stream()
                        .flatMap(
                                it ->
                                        it.names().stream()
                                                .map(
                                                        name ->
                                                                "'"
                                                                        + name
                                                                        + ":"
                                                                        + forZsh(it.description())
                                                                        + "'"))
                        .collect(Collectors.joining(" "));
        return "        '%s') commands=(%s) options=(%s) ;;\n"
                .formatted(node.path(), commands, options);
    }

    private static String forZsh(String description) {
        return description.replace("'", "'\\''").replace(":", "\\:");
    }

    static String fish(CommandTree commandTree) {
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
                                commandTree.nodes().stream()
                                        .map(Node::path)
                                        .filter(path -> !path.isEmpty())
                                        .map(path -> "'" + path + "'")
                                        .collect(Collectors.joining(" ")))
                + commandTree.nodes().stream().map(Completion::fish).collect(Collectors.joining());
    }

    private static String fish(Node node) {
        String begin = "complete -c slipway -n '__slipway_at \"%s\"'".formatted(node.path());
        Stream<String> commands =
                node.commands().stream()
                        .map(
                                it ->
                                        " -a %s -d '%s'"
                                                .formatted(it.text(), forFish(it.description())));
        Stream<String> options = node.options().stream().map(Completion::fish);
        Stream<String> files = node.takesArguments() ? Stream.of(" -F") : Stream.empty();
        return Stream.of(commands, options, files)
                .flatMap(it -> it)
                .map(it -> begin + it + "\n")
                .collect(Collectors.joining());
    }

    private static String fish(Option option) {
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
        return names + value + " -d '" + forFish(option.description()) + "'";
    }

    private static String forFish(String description) {
        return description.replace("\\", "\\\\").replace("'", "\\'");
    }

    /** The paths of all commands, as patterns of a case. */
    private static String paths(CommandTree commandTree) {
        return commandTree.nodes().stream()
                .map(Node::path)
                .filter(path -> !path.isEmpty())
                .map(path -> "            '" + path + "'")
                .collect(Collectors.joining("|\\\n"));
    }

    private static String optionsWith(CommandTree commandTree, ValueKind value) {
        return commandTree.nodes().stream()
                .flatMap(node -> node.options().stream())
                .filter(option -> option.value() == value)
                .flatMap(option -> option.names().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining("|"));
    }

    private static String completions(Node node) {
        return Stream.concat(
                        node.commands().stream().map(CommandTree.Subcommand::text),
                        node.options().stream().flatMap(it -> it.names().stream()))
                .collect(Collectors.joining(" "));
    }
}
