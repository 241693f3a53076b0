package slipway.cli.help;

import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway completion}: what makes a shell complete the words of the command line. */
@Command(
        name = "completion",
        description = "Prints what makes your shell complete commands and options.",
        footer = {
            "",
            "Examples",
            "  slipway completion bash > ~/.local/share/bash-completion/completions/slipway",
            "  slipway completion zsh > ~/.zfunc/_slipway     with ~/.zfunc in $fpath before compinit",
            "  slipway completion fish > ~/.config/fish/completions/slipway.fish",
            "",
            "For this session only: source <(slipway completion bash)"
        })
public final class CompletionCommand implements Runnable {

    /** Those we can speak to. */
    enum For {
        BASH,
        ZSH,
        FISH
    }

    private final CommandEnvironment commandEnvironment;
    private final Supplier<CommandLine> whole;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private For which = For.BASH;

    /**
     * @param whole the root with every command
     */
    public CompletionCommand(CommandEnvironment commandEnvironment, Supplier<CommandLine> whole) {
        this.commandEnvironment = commandEnvironment;
        this.whole = whole;
    }

    @Override
    public void run() {
        Vocabulary words = Vocabulary.of(whole.get());
        String script =
                switch (which) {
                    case BASH -> Completion.bash(words);
                    case ZSH -> Completion.zsh(words);
                    case FISH -> Completion.fish(words);
                };
        commandEnvironment.terminal().out().print(script);
        commandEnvironment.terminal().out().flush();
    }
}
