package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import slipway.base.InterruptibleTask;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.CurrentServer;
import slipway.bench.kit.Server;

/**
 * A client that submits jobs, one after the other. A submission without an answer is repeated under the same key at
 * the next server, unless the client gives up. A job to be cancelled is cancelled right after, as often as needed.
 */
final class CrashTestClient implements InterruptibleTask<Boolean> {

    private static final String WORKLOADS = "/api/v1/teams/all/workloads";
    private static final int CONFLICT = 409;

    private final CurrentServer currentServer;
    private final CrashTestJobs jobs;
    private final Path folder;
    private final LongAdder repeated;
    private Optional<Server> server = Optional.empty();

    CrashTestClient(
            CurrentServer currentServer, CrashTestJobs chores, Path folder, LongAdder again) {
        this.currentServer = currentServer;
        this.jobs = chores;
        this.folder = folder;
        this.repeated = again;
    }

    @Override
    public Boolean run() throws InterruptedException {
        for (Optional<CrashTestJob> next = jobs.next(); next.isPresent(); next = jobs.next()) {
            CrashTestJob chore = next.get();
            Optional<String> id = submit(chore);
            if (id.isPresent() && chore.sort() == CrashTestJob.Sort.CANCELLED) {
                cancel(id.get());
            }
        }
        return true;
    }

    private Optional<String> submit(CrashTestJob chore) throws InterruptedException {
        var body = Map.of("spec", chore.spec(folder));
        server = currentServer.other(Optional.empty());
        Optional<ApiCaller.Answer> answer = post(WORKLOADS, body, chore.key());
        while (answer.isEmpty() && !chore.givesUp() && nextServer()) {
            answer = post(WORKLOADS, body, chore.key());
        }
        Optional<String> id =
                answer.map(it -> requireSuccess(it).json().path("id").stringValue("no id"));
        id.ifPresent(it -> jobs.acknowledged(chore, it));
        return id;
    }

    private void cancel(String id) throws InterruptedException {
        String path = "/api/v1/workloads/" + id + "/cancel";
        Optional<ApiCaller.Answer> answer = post(path, Map.of(), "cancel-" + id);
        while (answer.isEmpty() && nextServer()) {
            answer = post(path, Map.of(), "cancel-" + id);
        }
        // It has ended already: the first cancellation took effect, and only its answer was lost.
        answer.filter(it -> it.status() != CONFLICT).ifPresent(CrashTestClient::requireSuccess);
    }

    private boolean nextServer() throws InterruptedException {
        Optional<Server> next = currentServer.other(server);
        server = next;
        repeated.increment();
        return next.isPresent();
    }

    /** Empty when the connection broke. */
    private Optional<ApiCaller.Answer> post(String path, Object body, String key)
            throws InterruptedException {
        if (server.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ApiCaller(server.get()).post(path, body, key));
        } catch (IOException broken) {
            return Optional.empty();
        }
    }

    private static ApiCaller.Answer requireSuccess(ApiCaller.Answer answer) {
        if (answer.status() / 100 != 2) {
            throw BenchContext.notMeasured(
                    "The server refused a workload.",
                    answer.status() + " " + answer.text(),
                    "A server under load and SIGKILL answers or dies; it does not refuse. Report it.");
        }
        return answer;
    }
}
