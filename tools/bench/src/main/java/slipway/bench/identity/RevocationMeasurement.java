package slipway.bench.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import tools.jackson.databind.json.JsonMapper;

/**
 * Disables a user with 1,000 tokens and 100 open streams on a running server of the large organization. Measures from
 * sending the request until the last stream has ended, and until every token is refused. The client is this process,
 * on the same cores.
 */
final class RevocationMeasurement {

    static final int TOKENS = 1_000;
    static final int STREAMS = 100;

    private static final String USER = "/api/v1/users/leaver";
    private static final int AT_ONCE = 16;
    private static final JsonMapper JSON = new JsonMapper();

    private final Server server;
    private final HttpClient client;

    /** Seconds from sending the request. */
    record Outcome(double answered, double streamsEnded, double tokensRefused) {}

    private RevocationMeasurement(Server server, HttpClient client) {
        this.server = server;
        this.client = client;
    }

    /**
     * Runs it once.
     *
     * @param data the data of the organization; no server may run on it
     */
    static Outcome measure(BenchContext place, Path data) throws IOException, InterruptedException {
        ServerLauncher launcher = ServerLauncher.launcher(place.checkout());
        try (Server server = Server.start(launcher, data);
                HttpClient client =
                        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            Outcome outcome = new RevocationMeasurement(server, client).run();
            server.stop();
            return outcome;
        }
    }

    private Outcome run() throws IOException, InterruptedException {
        send("POST", "/api/v1/users", "{\"user\":\"leaver\",\"shown\":\"Lea Leaver\"}");
        send("PUT", "/api/v1/teams/all/members/leaver", "{\"role\":\"member\"}");
        String newToken = "{\"label\":\"bench\",\"days\":1}";
        List<String> tokens = atOnce(TOKENS, _ -> token(send("POST", USER + "/tokens", newToken)));
        List<Socket> streams = new ArrayList<>();
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> ends = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                Socket stream = open(i % 2 == 0 ? "/api/v1/events" : "/live", tokens.get(i));
                streams.add(stream);
                ends.add(readers.submit(() -> endOf(stream)));
            }
            long start = System.nanoTime();
            send("PATCH", USER, "{\"enabled\":false}");
            long answered = System.nanoTime();
            atOnce(TOKENS, i -> requireRefused(tokens.get(i)));
            long refused = System.nanoTime();
            long ended = start;
            for (Future<Long> end : ends) {
                ended = Math.max(ended, end.get());
            }
            return new Outcome(
                    (answered - start) / 1e9, (ended - start) / 1e9, (refused - start) / 1e9);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            for (Socket stream : streams) {
                stream.close();
            }
        }
    }

    /** One of many actions. */
    @FunctionalInterface
    private interface Action<T> {
        T run(int number) throws IOException, InterruptedException;
    }

    private static <T> List<T> atOnce(int count, Action<T> action)
            throws IOException, InterruptedException {
        List<Callable<T>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            tasks.add(() -> action.run(number));
        }
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<T> done = new ArrayList<>();
            for (Future<T> one : threads.invokeAll(tasks)) {
                done.add(one.get());
            }
            return done;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private String send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request =
                server.request(path)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw BenchContext.notMeasured(
                    method + " " + path + " was refused.",
                    answer.statusCode() + " " + answer.body(),
                    "Report it: a benchmark requests only actions of an admin.");
        }
        return answer.body();
    }

    private static String token(String answer) {
        return JSON.readTree(answer).path("text").stringValue();
    }

    private int requireRefused(String token) throws IOException, InterruptedException {
        HttpRequest request =
                server.request("/api/v1/me").setHeader("Authorization", "Bearer " + token).build();
        int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        // After ten failures an address gets no reason any more, only 429.
        if (status != 401 && status != 429) {
            throw new IllegalStateException("A token of a disabled user got the status " + status);
        }
        return status;
    }

    /** Opens a stream and waits for its first bytes. */
    private Socket open(String path, String token) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        String request =
                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n"
                        .formatted(path, server.port(), token);
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        var head = new byte[15];
        int read = socket.getInputStream().readNBytes(head, 0, head.length);
        if (read < head.length || !new String(head, US_ASCII).equals("HTTP/1.1 200 OK")) {
            throw new IllegalStateException("No stream: " + new String(head, 0, read, US_ASCII));
        }
        return socket;
    }

    /** When the server has written the last chunk. */
    private static long endOf(Socket stream) {
        try {
            var in = stream.getInputStream();
            var last = new StringBuilder();
            for (int next = in.read(); next >= 0; next = in.read()) {
                last.append((char) next);
                if (last.length() > 7) {
                    last.deleteCharAt(0);
                }
                if (last.toString().equals("\r\n0\r\n\r\n")) {
                    break;
                }
            }
            return System.nanoTime();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
