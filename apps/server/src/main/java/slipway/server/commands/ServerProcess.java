package slipway.server.commands;

import java.time.Instant;
import java.util.function.IntConsumer;

/**
 * What a server needs to know of its process.
 *
 * @param began when it began
 * @param halt ends the process at once with this code
 */
public record ServerProcess(Instant began, IntConsumer halt) {}
