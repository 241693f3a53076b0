package slipway.journal.sql;

import java.nio.file.Path;

/** The address of a database. */
public sealed interface DatabaseAddress {

    /** A file in the data directory. */
    record Sqlite(Path directory) implements DatabaseAddress {
        static final String FILE = "slipway.db";

        public Path file() {
            return directory.resolve(FILE);
        }
    }

    /**
     * A PostgreSQL server.
     *
     * @param url {@code jdbc:postgresql://host/database}, with {@code ?currentSchema=} if it shares the database
     * @param connections for reading; the writer has one more
     */
    record Postgres(String url, String user, String password, int connections)
            implements DatabaseAddress {
        @Override
        public String toString() {
            return "PostgreSQL at " + url.replaceAll("[?].*", "");
        }
    }
}
