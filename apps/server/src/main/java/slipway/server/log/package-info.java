/**
 * The log of the server: configuration of {@code java.util.logging}, and two formats of entries.
 *
 * <p>Entry point: {@link slipway.server.log.LogSetup}, which commands call once after they have read the configuration.
 * SLF4J, which all modules use, writes to the same loggers.
 *
 * <p>Invariant: every entry is written to standard error with its time in UTC; a stack trace follows its entry, or is a
 * member of the same JSON object.
 */
@NullMarked
package slipway.server.log;

import org.jspecify.annotations.NullMarked;
