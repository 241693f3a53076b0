package slipway.server.log;

import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import slipway.server.config.LogFormat;
import slipway.server.config.LogLevel;

/** Configures the log: one line per entry on standard error, for terminals and for systemd. */
public final class LogSetup {

    private LogSetup() {}

    public static void configure(LogLevel level, LogFormat format) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        Handler handler = new ConsoleHandler();
        handler.setFormatter(format == LogFormat.JSON ? new JsonLines() : new PlainLines());
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
        // Libraries log warnings only; the configured level applies to our own loggers.
        root.setLevel(Level.WARNING);
        // Malformed requests are answered with a problem and are not worth a log entry.
        MALFORMED_REQUESTS.forEach(logger -> logger.setLevel(Level.SEVERE));
        OURS.setLevel(of(level));
    }

    /** Strong references, because the log manager drops unreferenced loggers with their levels. */
    private static final Logger OURS = Logger.getLogger("slipway");

    private static final List<Logger> MALFORMED_REQUESTS =
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
