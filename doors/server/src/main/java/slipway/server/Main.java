package slipway.server;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Objects;
import picocli.CommandLine;
import slipway.server.config.Surroundings;
import slipway.server.local.Commands;
import slipway.server.local.Program;

/** Where the process begins. */
public final class Main {

    private Main() {}

    public static void main(String[] words) {
        System.exit(run(words, System.out, System.err, Surroundings.ofThisProcess()));
    }

    static int run(String[] words, PrintStream out, PrintStream err, Surroundings surroundings) {
        CommandLine line = Commands.line(program(), surroundings);
        return line.setOut(writer(out)).setErr(writer(err)).execute(words);
    }

    private static Program program() {
        InstantSource clock = InstantSource.system();
        return new Program(version(), clock.instant(), clock, Runtime.getRuntime()::halt);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** The build writes it into the jar's manifest; classes that run from a folder have none. */
    private static String version() {
        return Objects.requireNonNullElse(
                Main.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
}
