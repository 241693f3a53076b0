package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.TeamId;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.testkit.Await;

/** Open streams of every kind, and commands in workloads, end when their user loses access. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class RevocationTest {

    private static final TeamId TEAM = TwoTeamServer.TEAM;

    /** Shorter than the keep-alive interval of any stream of events or logs, and longer than a busy machine pauses. */
    private static final int PATIENCE_MILLIS = 12_000;

    @TempDir Path data;
    private TestServer server;
    private RawHttp http;
    private String token;

    @BeforeEach
    void open() {
        server = TestServer.open(data);
        http = new RawHttp(server.url().toString());
        call("POST", "/api/v1/teams/all/teams", "{\"team\":\"" + TEAM + "\"}");
        call("POST", "/api/v1/users", "{\"user\":\"mona\",\"shown\":\"Mona\"}");
        role("member");
        String made = call("POST", "/api/v1/users/mona/tokens", "{\"label\":\"x\",\"days\":30}");
        token = made.replaceFirst("(?s).*\"text\"\\s*:\\s*\"([^\"]+)\".*", "$1");
        submit();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String call(String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + server.localToken());
        RawHttp.Response response = http.send(method, path, headers, body);
        assertThat(response.status()).as(method + " " + path + response.body()).isBetween(200, 299);
        return response.body();
    }

    private void role(String role) {
        call("PUT", "/api/v1/teams/" + TEAM + "/members/mona", "{\"role\":\"" + role + "\"}");
    }

    private void submit() {
        var workload =
                new NewWorkload(
                        "run: |\n  echo begun; sleep 600\n", Optional.empty(), Optional.of("long"));
        server.local()
                .call(
                        ApiCall.to(WorkloadRoutes.SUBMIT)
                                .with(PathParameter.TEAM, TEAM)
                                .sending(workload));
    }

    /** Runs a command in the workload, as mona, as soon as it runs. Returns the path of the output. */
    private String exec() {
        String path = "/api/v1/workloads/long/visits";
        String body = "{\"command\":[\"sh\",\"-c\",\"echo entered; sleep 600\"]}";
        List<String> headers = List.of("Authorization: Bearer " + token);
        var answers = new ArrayDeque<RawHttp.Response>();
        Await.until(
                () -> {
                    answers.addLast(http.send("POST", path, headers, body));
                    return answers.getLast().status() != 409; // it does not run yet
                });
        RawHttp.Response begun = answers.getLast();
        assertThat(begun.status()).as(begun.body()).isBetween(200, 299);
        return path
                + "/"
                + begun.body().replaceFirst("(?s).*\"visit\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    }

    /** Opens a stream, and waits until it has begun. */
    private Socket stream(String path, String beginning) throws IOException {
        Socket socket = http.open();
        String request =
                "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n"
                        .formatted(path, http.port(), token);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        until(socket, beginning);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static void until(Socket socket, String wanted) throws IOException {
        var reader =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 1);
        var read = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            read.append(line).append('\n');
            if (line.contains(wanted)) {
                return;
            }
        }
        throw new AssertionError("The stream ended without '" + wanted + "': " + read);
    }

    @Test
    void disabling_a_user_ends_its_streams_of_every_kind_and_its_commands() throws IOException {
        String begun = "begun";
        Await.until(() -> call("GET", "/api/v1/workloads/long/log", "").contains(begun));
        String output = exec();
        try (Socket events = stream("/api/v1/events", "event-stream");
                Socket live = stream("/live", "welcome");
                Socket log = stream("/api/v1/workloads/long/log", begun);
                Socket command = stream(output, "entered")) {
            call("PATCH", "/api/v1/users/mona", "{\"enabled\":false}");
            for (Socket stream : List.of(command, log, live, events)) {
                until(stream, "{\"reason\":\"revoked\"}");
            }
        }
        call("PATCH", "/api/v1/users/mona", "{\"enabled\":true}");
        Await.until(() -> hasEnded(output));
    }

    private boolean hasEnded(String output) {
        RawHttp.Response response =
                http.send("GET", output, List.of("Authorization: Bearer " + token), "");
        return response.status() == 404 || response.body().contains("exit_code");
    }

    @Test
    void a_lesser_role_ends_a_command_and_leaves_the_log_open() throws IOException {
        Await.until(() -> call("GET", "/api/v1/workloads/long/log", "").contains("begun"));
        String output = exec();
        try (Socket log = stream("/api/v1/workloads/long/log", "begun");
                Socket command = stream(output, "entered")) {
            role("viewer");
            until(command, "{\"reason\":\"revoked\"}");
            call("POST", "/api/v1/workloads/long/cancel", "");
            until(log, "\"complete\":true");
        }
    }
}
