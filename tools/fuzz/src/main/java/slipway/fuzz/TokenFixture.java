package slipway.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import slipway.identity.AccessControl;
import slipway.identity.Principal;
import slipway.identity.ServerKey;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;

/** A real access control that knows one token. It stays open until the process ends. */
final class TokenFixture {

    private static final Instant NOW = Instant.parse("2026-11-15T09:00:00Z");
    private static final AccessControl ACCESS_CONTROL = open();

    /** The same in every run, so that a finding can be replayed. */
    static final String KNOWN = ACCESS_CONTROL.localToken();

    private TokenFixture() {}

    static Principal authenticate(String text) {
        return ACCESS_CONTROL.authenticate(text, NOW);
    }

    private static AccessControl open() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(1); // before its first use this alone decides what it draws
            var place = new DatabaseAddress.Sqlite(Files.createTempDirectory("slipway-fuzz"));
            Database database =
                    Database.open(place, List.of(ModuleSchema.JOURNAL, AccessControl.SCHEMA));
            var times = new Journal.Times(InstantSource.fixed(NOW), System::nanoTime);
            Journal journal =
                    Journal.open(new SqlJournalStorage(database), LoopExecutor.threads(), times);
            return AccessControl.open(journal, ServerKey.random(random), random);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA1PRNG", e);
        }
    }
}
