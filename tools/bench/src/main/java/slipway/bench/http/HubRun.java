package slipway.bench.http;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the same writers without streams, with them, and without them again, on one server. A round before them is not
 * counted: a server that still compiles its code is slower, which would flatter the round with streams. The people,
 * teams and tokens are made through the API; no person has more streams than the server allows without a setting.
 */
final class HubRun {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ServerLauncher serverLauncher;
    private final Path folder;
    private final HubPlan.Size size;
    private final HubPlan.Times times;

    /**
     * @param times of the round with streams; those without take half as long
     */
    HubRun(ServerLauncher serverLauncher, Path folder, HubPlan.Size size, HubPlan.Times times) {
        this.serverLauncher = serverLauncher;
        this.folder = folder;
        this.size = size;
        this.times = times;
    }

    /** The three rounds, and the memory of the server after the second, in megabytes. */
    record Outcome(HubRound before, HubRound with, HubRound after, double megabytes) {

        /** Notes per second without streams. */
        double alone() {
            return (before.notes() + after.notes()) / 2;
        }

        /** The share of them that is left with streams. */
        double ratio() {
            return with.notes() / alone();
        }

        boolean isExact() {
            return with.faults().equals(HubFaults.NONE);
        }
    }

    Outcome run(Consumer<String> say) throws IOException, InterruptedException {
        try (Server server = Server.start(serverLauncher, folder.resolve("data"))) {
            say.accept(
                    BenchContext.format(
                            "Creating %,d people and %,d teams", people(), size.teams() + 1));
            HubPlan plan = populate(server);
            var half = new HubPlan.Times(times.warmUpSeconds(), Math.max(1, times.seconds() / 2));
            Path brief = write("half.json", plan, half);
            Path full = write("full.json", plan, times);
            say.accept("Warming up");
            var _ = round(brief, 0, HubClients.ALONE);
            say.accept("Writing without streams");
            HubRound before = round(brief, 1, HubClients.ALONE);
            say.accept(
                    BenchContext.format("Writing with %,d streams", size.idle() + size.active()));
            HubRound with = round(full, 2, HubClients.STREAMS);
            double megabytes = server.memory().residentMegabytes();
            say.accept("Writing without streams");
            HubRound after = round(brief, 3, HubClients.ALONE);
            server.stop();
            return new Outcome(before, with, after, megabytes);
        }
    }

    private int people() {
        return size.people() + size.teams();
    }

    private HubPlan populate(Server server) throws IOException, InterruptedException {
        var api = new ApiCaller(server);
        addTeam(api, HubPlan.WATCHERS);
        List<String> watchers = new ArrayList<>();
        for (int i = 0; i < size.people(); i++) {
            watchers.add(person(api, HubPlan.watcher(i), HubPlan.WATCHERS));
        }
        List<String> members = new ArrayList<>();
        for (int i = 0; i < size.teams(); i++) {
            addTeam(api, HubPlan.team(i));
            members.add(person(api, HubPlan.member(i), HubPlan.team(i)));
        }
        return new HubPlan(server.port(), size, times, members, watchers);
    }

    private static void addTeam(ApiCaller api, String team)
            throws IOException, InterruptedException {
        var _ = api.post("/api/v1/teams/all/teams", Map.of("team", team));
    }

    /** A member of the team; returns a token. */
    private static String person(ApiCaller api, String name, String team)
            throws IOException, InterruptedException {
        var _ = api.post("/api/v1/users", Map.of("user", name, "shown", name));
        api.put("/api/v1/teams/" + team + "/members/" + name, Map.of("role", "member"));
        Map<String, Object> token = Map.of("label", "bench", "days", 1);
        return api.post("/api/v1/users/" + name + "/tokens", token).path("text").stringValue();
    }

    private Path write(String name, HubPlan plan, HubPlan.Times roundTimes) throws IOException {
        var round =
                new HubPlan(plan.port(), plan.size(), roundTimes, plan.members(), plan.watchers());
        return Files.writeString(folder.resolve(name), JSON.writeValueAsString(round));
    }

    private static HubRound round(Path plan, int number, String streams)
            throws IOException, InterruptedException {
        Process clients =
                ServerLauncher.program(HubClients.class)
                        .with(plan.toString(), Integer.toString(number), streams)
                        .redirectError(Redirect.INHERIT)
                        .start();
        try (var said = clients.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            if (line == null) {
                throw new IOException("The clients ended with code " + clients.waitFor());
            }
            return JSON.readValue(line, HubRound.class);
        } finally {
            clients.destroyForcibly();
        }
    }
}
