package slipway.server.local;

import java.time.InstantSource;

/** Which program this is, and where it takes the time from. */
public record Program(String version, InstantSource clock) {}
