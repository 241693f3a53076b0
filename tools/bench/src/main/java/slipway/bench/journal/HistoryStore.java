package slipway.bench.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import slipway.bench.kit.PostgresProcess;
import slipway.bench.kit.ServerLauncher;
import slipway.journal.sql.DatabaseAddress;

/** The data directory of a server, and the PostgreSQL server that belongs to it, if it has one. */
final class HistoryStore implements AutoCloseable {

    private final Path folder;
    private final Optional<PostgresProcess> postgres;

    private HistoryStore(Path folder, Optional<PostgresProcess> postgres) {
        this.folder = folder;
        this.postgres = postgres;
    }

    /** The two databases. */
    enum Kind {
        SQLITE("SQLite"),
        POSTGRES("PostgreSQL");

        private final String shown;

        Kind(String shown) {
            this.shown = shown;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    /** Opens a folder, which may be new. */
    static HistoryStore open(Path folder, Kind kind) throws IOException {
        Files.createDirectories(folder);
        return new HistoryStore(
                folder,
                kind == Kind.SQLITE
                        ? Optional.empty()
                        : Optional.of(PostgresProcess.open(folder.resolve("postgres"))));
    }

    Path data() {
        return folder.resolve("data");
    }

    DatabaseAddress address() {
        return postgres.<DatabaseAddress>map(
                        process ->
                                new DatabaseAddress.Postgres(
                                        process.url(), PostgresProcess.USER, "", 2))
                .orElseGet(() -> new DatabaseAddress.Sqlite(data()));
    }

    /** A server with this database. */
    ServerLauncher on(ServerLauncher serverLauncher) {
        return postgres.map(
                        process ->
                                serverLauncher.withVariables(
                                        List.of(
                                                "SLIPWAY_DATABASE_URL=" + process.url(),
                                                "SLIPWAY_DATABASE_USER=" + PostgresProcess.USER)))
                .orElse(serverLauncher);
    }

    /** Stops PostgreSQL such that the folder can be copied. */
    void stop() throws IOException, InterruptedException {
        if (postgres.isPresent()) {
            postgres.get().stop();
        }
    }

    @Override
    public void close() throws IOException {
        if (postgres.isPresent()) {
            postgres.get().close();
        }
    }
}
