package slipway.journal.sql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import slipway.testkit.Needs;

/**
 * A real PostgreSQL server, started once for all tests of a run, with a separate schema for each test. Set {@code
 * SLIPWAY_TEST_POSTGRES} to a JDBC address to use one that already runs.
 */
public final class PostgresServer {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static Optional<String> url = Optional.empty();

    private PostgresServer() {}

    /** An empty schema. */
    public static DatabaseAddress.Postgres place() {
        String schema = "t" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        run("create schema " + schema);
        String address = url() + (url().contains("?") ? "&" : "?") + "currentSchema=" + schema;
        return new DatabaseAddress.Postgres(address, "postgres", "postgres", 4);
    }

    /** An empty database that sorts text by the rules of American English. */
    static DatabaseAddress.Postgres dictionary() {
        String name = "d" + ProcessHandle.current().pid() + "_" + SCHEMAS.incrementAndGet();
        run(
                "create database "
                        + name
                        + " template template0 locale_provider icu icu_locale 'en-US'");
        String address = url().replaceFirst("/postgres(\\?|$)", "/" + name + "$1");
        return new DatabaseAddress.Postgres(address, "postgres", "postgres", 4);
    }

    static void run(String sql) {
        try (Connection connection =
                        java.sql.DriverManager.getConnection(url(), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private static synchronized String url() {
        if (url.isEmpty()) {
            url =
                    Optional.of(
                            Optional.ofNullable(System.getenv("SLIPWAY_TEST_POSTGRES"))
                                    .orElseGet(PostgresServer::start));
        }
        return url.get();
    }

    private static String start() {
        boolean packed =
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64");
        Needs.that(
                packed,
                "PostgreSQL for this kind of machine",
                "set SLIPWAY_TEST_POSTGRES to one that runs");
        try {
            // Ends with the JVM that started it.
            return EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .start()
                    .getJdbcUrl("postgres", "postgres");
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL did not start", e);
        }
    }
}
