package slipway.server;

import java.io.PrintStream;
import java.util.Objects;

/** Where the process begins. */
public final class Main {

    private static final int DONE = 0;
    private static final int INVALID = 2;

    private Main() {}

    public static void main(String[] words) {
        System.exit(run(words, System.out, System.err));
    }

    static int run(String[] words, PrintStream out, PrintStream err) {
        String command = words.length == 0 ? "" : words[0];
        return switch (command) {
            case "--version" -> say(out, "Slipway " + version(), DONE);
            case "--help" -> say(out, usage(), DONE);
            // Hidden: the launcher makes its start-up cache from the classes this run loads.
            case "train" -> say(out, "Slipway " + version(), DONE);
            case "" -> say(err, usage(), INVALID);
            default -> say(err, "There is no command '" + command + "'.\n" + usage(), INVALID);
        };
    }

    private static int say(PrintStream where, String text, int exitCode) {
        where.println(text);
        return exitCode;
    }

    private static String usage() {
        return "Usage: slipway COMMAND\n  --version   which Slipway this is\n  --help      this page";
    }

    /** The build writes it into the jar's manifest; classes that run from a folder have none. */
    private static String version() {
        return Objects.requireNonNullElse(
                Main.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
}
