package slipway.bench.kit;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A real server in a separate process, on any free port. */
public final class Server implements AutoCloseable {

    private static final String OPEN = "  open ";
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final long STOP_SECONDS = 60;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Process process;
    private final Path data;
    private final Path log;
    private final long began;
    private String url = "";
    private String token = "";

    private Server(Process process, Path data, Path log, long began) {
        this.process = process;
        this.data = data;
        this.log = log;
        this.began = began;
    }

    /** Starts it and does not wait. Its log is kept next to its data. */
    public static Server begin(ServerLauncher serverLauncher, Path data) throws IOException {
        return begin(serverLauncher, data, data);
    }

    /**
     * The same for a server that sees other disks than this process.
     *
     * @param seen the path of its data for this process
     */
    public static Server begin(ServerLauncher serverLauncher, Path data, Path seen)
            throws IOException {
        Path log = data.resolveSibling(data.getFileName() + ".log");
        ProcessBuilder builder =
                serverLauncher
                        .with("up", "--data", data.toString(), "--port", "0")
                        .redirectError(Redirect.appendTo(log.toFile()));
        // The clock is read before the process is created, because a user waits for that, too.
        long began = System.nanoTime();
        return new Server(builder.start(), seen, log, began);
    }

    public static Server start(ServerLauncher serverLauncher, Path data)
            throws IOException, InterruptedException {
        Server server = begin(serverLauncher, data);
        server.awaitReady();
        return server;
    }

    /** Waits until {@code /readyz} says yes. Returns the nanoseconds from the start of the process until then. */
    public long awaitReady() throws IOException, InterruptedException {
        Thread guard = Thread.ofVirtual().start(this::killWhenLate);
        try {
            url = address();
            while (!answersReady()) {
                pause(Duration.ofMillis(5));
            }
        } finally {
            guard.interrupt();
        }
        long took = System.nanoTime() - began;
        token = Files.readString(data.resolve("local.token"), StandardCharsets.UTF_8).strip();
        return took;
    }

    /** Reads the address that the server prints when it listens. */
    private String address() throws IOException, InterruptedException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(OPEN)) {
                return line.substring(OPEN.length()).strip();
            }
        }
        throw ended();
    }

    private boolean answersReady() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/readyz")).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    }

    private void killWhenLate() {
        try {
            if (!process.waitFor(LONGEST_START.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException inTime) {
            Thread.currentThread().interrupt();
        }
    }

    private IOException ended() throws IOException, InterruptedException {
        int code = process.waitFor();
        String last = Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
        String tail = last.substring(Math.max(0, last.length() - 2_000));
        return new IOException("The server ended with code " + code + ". It said:\n" + tail);
    }

    /** Lets it run for a while; fails if the server ends meanwhile. */
    public void pause(Duration time) throws IOException, InterruptedException {
        if (process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw ended();
        }
    }

    /** A request with the token of this machine. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofMinutes(1));
    }

    /** A cheap client that repeats one POST. */
    public RawSocketClient posting(String path, String json) throws IOException {
        return RawSocketClient.posting(port(), token, path, json);
    }

    public String url() {
        return url;
    }

    /** Its address on this machine. */
    public int port() {
        return URI.create(url).getPort();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public ProcessMemory memory() {
        return ProcessMemory.of(process);
    }

    /** SIGKILL: no hook runs, nothing is flushed. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** SIGTERM, and waits for the graceful stop. */
    public void stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("The server did not stop within " + STOP_SECONDS + " s");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
