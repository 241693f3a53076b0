package slipway.server.log;

import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import slipway.server.config.LogFormat;
import slipway.server.config.LogLevel;

/** The log: one line for each entry, on the error output, where systemd and a terminal both find it. */
public final class LogSetup {

    private LogSetup() {}

    public static void as(LogLevel level, LogFormat format) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        Handler handler = new ConsoleHandler();
        handler.setFormatter(format == LogFormat.JSON ? new JsonLines() : new PlainLines());
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
