package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import slipway.base.InterruptibleTask;
import slipway.bench.kit.Caller;
import slipway.bench.kit.CurrentServer;
import slipway.bench.kit.Server;
import slipway.bench.kit.Workplace;

/**
 * A client that submits chores, one after the other. One whose answer did not come is submitted again under the same
 * key to the next server, unless it is careless. What is to be cancelled is cancelled right after, as often as it
 * takes.
 */
final class ChoreClient implements InterruptibleTask<Boolean> {

    private static final String WORKLOADS = "/api/v1/teams/all/workloads";
    private static final int CONFLICT = 409;

    private final CurrentServer currentServer;
    private final Chores chores;
    private final Path folder;
    private final LongAdder again;
    private Optional<Server> server = Optional.empty();

    ChoreClient(CurrentServer currentServer, Chores chores, Path folder, LongAdder again) {
        this.currentServer = currentServer;
        this.chores = chores;
        this.folder = folder;
        this.again = again;
    }

    @Override
    public Boolean run() throws InterruptedException {
        for (var next = chores.next(); next.isPresent(); next = chores.next()) {
            Chore chore = next.get();
            Optional<String> id = submit(chore);
            if (id.isPresent() && chore.sort() == Chore.Sort.CANCELLED) {
                cancel(id.get());
            }
        }
        return true;
    }

    private Optional<String> submit(Chore chore) throws InterruptedException {
        var body = Map.of("spec", chore.spec(folder));
        server = currentServer.other(Optional.empty());
        Optional<Caller.Answer> answer = post(WORKLOADS, body, chore.key());
        while (answer.isEmpty() && !chore.careless() && nextServer()) {
            answer = post(WORKLOADS, body, chore.key());
        }
        Optional<String> id = answer.map(it -> granted(it).json().path("id").stringValue("no id"));
        id.ifPresent(it -> chores.acknowledged(chore, it));
        return id;
    }

    private void cancel(String id) throws InterruptedException {
        String path = "/api/v1/workloads/" + id + "/cancel";
        Optional<Caller.Answer> answer = post(path, Map.of(), "cancel-" + id);
        while (answer.isEmpty() && nextServer()) {
            answer = post(path, Map.of(), "cancel-" + id);
        }
        // Told again that it has ended: the answer to the first time was lost, its effect was not.
        answer.filter(it -> it.status() != CONFLICT).ifPresent(ChoreClient::granted);
    }

    private boolean nextServer() throws InterruptedException {
        Optional<Server> next = currentServer.other(server);
        server = next;
        again.increment();
        return next.isPresent();
    }

    /** Nothing when the connection broke. */
    private Optional<Caller.Answer> post(String path, Object body, String key)
            throws InterruptedException {
        if (server.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Caller(server.get()).post(path, body, key));
        } catch (IOException broken) {
            return Optional.empty();
        }
    }

    private static Caller.Answer granted(Caller.Answer answer) {
        if (answer.status() / 100 != 2) {
            throw Workplace.notMeasured(
                    "The server refused a workload.",
                    answer.status() + " " + answer.text(),
                    "A server under load and SIGKILL answers or dies; it does not refuse. Report it.");
        }
        return answer;
    }
}
