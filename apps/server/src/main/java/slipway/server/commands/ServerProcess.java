package slipway.server.commands;

import java.time.Instant;
import java.util.function.IntConsumer;

/**
 * The process of a server.
 *
 * @param began its start time
 * @param halt ends the process at once with an exit code
 */
public record ServerProcess(Instant began, IntConsumer halt) {}
