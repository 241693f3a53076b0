package slipway.bench.journal;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import slipway.base.InterruptibleTask;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.CurrentServer;
import slipway.bench.kit.Server;

/**
 * A client that writes notes, one after the other, until the run ends. A note without an answer is sent again under
 * the same key to the next server; a client that gives up continues with the next note.
 */
final class NoteClient implements InterruptibleTask<Boolean> {

    private final HttpClient http;
    private final CurrentServer currentServer;
    private final Notes notes;
    private final LongAdder repeated;
    private final int number;
    private Optional<Server> server = Optional.empty();

    NoteClient(
            HttpClient http,
            CurrentServer currentServer,
            Notes notes,
            LongAdder again,
            int number) {
        this.http = http;
        this.currentServer = currentServer;
        this.notes = notes;
        this.repeated = again;
        this.number = number;
    }

    @Override
    public Boolean run() throws InterruptedException {
        for (int note = 1; !currentServer.closed(); note++) {
            String text = "client " + number + " note " + note;
            notes.sending(text);
            boolean answered = send(text);
            while (!answered && nextServer() && !givesUp()) {
                repeated.increment();
                answered = send(text);
            }
        }
        return true;
    }

    private boolean givesUp() {
        return number % 4 == 3;
    }

    private boolean nextServer() throws InterruptedException {
        Optional<Server> next = currentServer.other(server);
        server = next;
        return next.isPresent();
    }

    /** True when it was acknowledged; false when the connection broke, or there is no server yet. */
    private boolean send(String text) throws InterruptedException {
        if (server.isEmpty()) {
            return false;
        }
        HttpRequest request =
                server.get()
                        .request("/api/v1/notes")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", text.replace(' ', '-'))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"" + text + "\"}"))
                        .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 201) {
                throw BenchContext.notMeasured(
                        "The server refused a note.",
                        answer.statusCode() + " " + answer.body(),
                        "A server under load and SIGKILL answers or dies; it does not refuse. Report it.");
            }
            notes.acknowledged(text, Long.parseLong(answer.body().replaceAll("[^0-9]", "")));
            return true;
        } catch (IOException broken) {
            return false;
        }
    }
}
