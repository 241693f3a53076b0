package slipway.journal.sql;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

        private static final Pattern HOST =
                Pattern.compile("jdbc:postgresql://(\\[[^\\]]*\\]|[^:/?,]*)[^/]*(/.*)?");

        /** Whether the address sets this property of the driver itself. */
        boolean has(String property) {
            return Pattern.compile("[?&]" + Pattern.quote(property) + "=").matcher(url).find();
        }

        /**
         * Whether the connection is encrypted and the server's certificate must bear the host's name. This is the
         * default for every host but this machine; {@code sslmode} in the address overrides it by name.
         */
        public boolean verifiesServer() {
            return !has("sslmode") && !isLoopback();
        }

        /** How the connection is protected, for people. */
        public String protection() {
            if (has("sslmode")) {
                return url.replaceAll(
                        "^.*[?&]sslmode=([^&]*).*$", "sslmode $1, as database.url says");
            }
            return isLoopback()
                    ? "not encrypted: the database is on this machine"
                    : "TLS with a verified server name";
        }

        /** Several hosts count as remote. */
        private boolean isLoopback() {
            Matcher host = HOST.matcher(url);
            return !url.contains(",")
                    && host.matches()
                    && LOOPBACK.matcher(host.group(1)).matches();
        }

        private static final Pattern LOOPBACK =
                Pattern.compile("|localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");

        @Override
        public String toString() {
            return "PostgreSQL at " + url.replaceAll("[?].*", "");
        }
    }
}
