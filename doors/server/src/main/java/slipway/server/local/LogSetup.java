package slipway.server.local;

import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import slipway.server.config.LogFormat;
import slipway.server.config.LogLevel;

/** The log: one line for each entry, on the error output, where systemd and a terminal both find it. */
final class LogSetup {

    private static final String FORMAT = "%1$tFT%1$tT.%1$tLZ %4$-7s %3$s  %5$s%6$s%n";

    private LogSetup() {}

    static void as(LogLevel level, LogFormat format) {
        System.setProperty("java.util.logging.SimpleFormatter.format", FORMAT);
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        Handler handler = new ConsoleHandler();
        handler.setFormatter(format == LogFormat.JSON ? new JsonLines() : new SimpleFormatter());
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
        // Libraries are heard when something is wrong; what we say ourselves is set.
        root.setLevel(Level.WARNING);
        // Whoever sends nonsense is answered; what it sent is no news, and not for the log.
        NONSENSE.forEach(logger -> logger.setLevel(Level.SEVERE));
        OURS.setLevel(of(level));
    }

    /** Held here, because the log manager forgets loggers that nobody holds. */
    private static final Logger OURS = Logger.getLogger("slipway");

    private static final List<Logger> NONSENSE =
            List.of(
                    Logger.getLogger("org.eclipse.jetty.http"),
                    Logger.getLogger("org.eclipse.jetty.util.HostPort"));

    private static Level of(LogLevel level) {
        return switch (level) {
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
            case TRACE -> Level.FINEST;
        };
    }
}
