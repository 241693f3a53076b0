package slipway.server.local;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.IntConsumer;

/**
 * Which program this is, and what it has from the process around it.
 *
 * @param began when it began
 * @param halt ends the process at once with this code
 */
public record Program(String version, Instant began, InstantSource clock, IntConsumer halt) {}
