package slipway.bench.kit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A PostgreSQL server for a measurement, on any free port. Its settings are the defaults of PostgreSQL: what it
 * acknowledges is on the disk.
 */
public final class PostgresProcess implements AutoCloseable {

    public static final String USER = "postgres";

    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final EmbeddedPostgres postgres;
    private final Path folder;

    private PostgresProcess(EmbeddedPostgres postgres, Path folder) {
        this.postgres = postgres;
        this.folder = folder;
    }

    /** Starts it on its folder, which may be new. */
    public static PostgresProcess open(Path folder) throws IOException {
        requireKnownMachine();
        EmbeddedPostgres postgres =
                EmbeddedPostgres.builder()
                        .setDataDirectory(folder)
                        .setCleanDataDirectory(false)
                        // The library is made for tests, and starts it without fsync.
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setPGStartupWait(LONGEST_START)
                        .start();
        var opened = new PostgresProcess(postgres, folder);
        if (!opened.ask("show fsync").equals("on")) {
            opened.close();
            throw new IOException("PostgreSQL runs without fsync");
        }
        return opened;
    }

    /** Whether there is one for this machine. */
    public static boolean isAvailable() {
        return machine().equals("Linux amd64");
    }

    private static String machine() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    private static void requireKnownMachine() {
        if (!isAvailable()) {
            throw BenchContext.notMeasured(
                    "There is no PostgreSQL for this machine.",
                    "The one that a bench brings is for Linux amd64, and this is "
                            + machine()
                            + ".",
                    "Run it on such a machine.");
        }
    }

    public String url() {
        return "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
    }

    private String ask(String sql) throws IOException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "";
        } catch (SQLException e) {
            throw new IOException(sql, e);
        }
    }

    /** Does now what PostgreSQL would do in the background of a measurement. */
    private void settle() throws IOException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("vacuum analyze");
            statement.execute("checkpoint");
        } catch (SQLException e) {
            throw new IOException("PostgreSQL could not be stopped", e);
        }
    }

    /** Stops it such that its folder can be copied. */
    public void stop() throws IOException, InterruptedException {
        settle();
        Optional<ProcessHandle> process = ProcessHandle.of(pid());
        postgres.close();
        if (process.isPresent()) {
            awaitExit(process.get());
        }
    }

    /** Its number is the first line of a file in its folder. */
    private long pid() throws IOException {
        return Long.parseLong(
                Files.readAllLines(folder.resolve("postmaster.pid")).getFirst().strip());
    }

    /** The library waits for five seconds, and then leaves it to itself. */
    private static void awaitExit(ProcessHandle process) throws IOException, InterruptedException {
        try {
            var _ = process.onExit().get(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("PostgreSQL did not stop within " + LONGEST_STOP, e);
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
