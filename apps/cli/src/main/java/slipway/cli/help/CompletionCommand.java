package slipway.cli.help;

import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway completion}. */
@Command(
        name = "completion",
        description = "Print the completion script of your shell.",
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

    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    private final CommandEnvironment commandEnvironment;
    private final Supplier<CommandLine> root;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    /**
     * @param root the root with every command
     */
    public CompletionCommand(CommandEnvironment commandEnvironment, Supplier<CommandLine> root) {
        this.commandEnvironment = commandEnvironment;
        this.root = root;
    }

    @Override
    public void run() {
        CommandTree commandTree = CommandTree.of(root.get());
        String script =
                switch (shell) {
                    case BASH -> Completion.bash(commandTree);
                    case ZSH -> Completion.zsh(commandTree);
                    case FISH -> Completion.fish(commandTree);
                };
        commandEnvironment.terminal().out().print(script);
        commandEnvironment.terminal().out().flush();
    }
}
