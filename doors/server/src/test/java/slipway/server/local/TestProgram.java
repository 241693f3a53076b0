package slipway.server.local;

import java.time.Instant;
import java.time.InstantSource;

/** The program as tests run it: at one moment, and it does not end the process. */
final class TestProgram {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    static final Program PROGRAM = new Program("0.1", NOW, InstantSource.system(), _ -> {});

    private TestProgram() {}
}
