package slipway.surface.run.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.server.RawHttp;
import slipway.server.TestServer;
import slipway.server.TwoTeamServer;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LineView;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.run.api.ExecRoutes;
import slipway.surface.run.api.ExecRoutes.NewVisit;
import slipway.surface.run.api.ExecRoutes.SaidView;
import slipway.surface.run.api.ExecRoutes.VisitView;
import slipway.surface.run.api.WorkloadUsageRoutes;

/** Logs, environments and exec of real jobs on a real server. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class LogAndExecTest {

    private static final TeamId TEAM = TwoTeamServer.TEAM;

    @TempDir static Path data;
    private static TestServer server;
    private static ApiClient admin;

    @BeforeAll
    static void open() {
        server = TestServer.open(data);
        admin = server.local();
        call("POST", "/api/v1/teams/all/teams", "{\"team\":\"" + TEAM + "\"}");
        call("POST", "/api/v1/teams/all/teams", "{\"team\":\"next-door\"}");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String call(String method, String path, String body) {
        List<String> headers = List.of("Authorization: Bearer " + server.localToken());
        var response = new RawHttp(server.url().toString()).send(method, path, headers, body);
        assertThat(response.status()).as(method + " " + path + response.body()).isBetween(200, 299);
        return response.body();
    }

    private static ApiClient person(String name, String team, String role) {
        call("POST", "/api/v1/users", "{\"user\":\"%s\",\"shown\":\"%s\"}".formatted(name, name));
        call("PUT", "/api/v1/teams/" + team + "/members/" + name, "{\"role\":\"" + role + "\"}");
        String body = "{\"label\":\"test\",\"days\":30}";
        String made = call("POST", "/api/v1/users/" + name + "/tokens", body);
        return server.as(made.replaceFirst("(?s).*\"text\"\\s*:\\s*\"([^\"]+)\".*", "$1"));
    }

    private static WorkloadView submit(String name, String run) {
        return admin.call(
                ApiCall.to(WorkloadRoutes.SUBMIT)
                        .with(PathParameter.TEAM, TEAM)
                        .sending(new NewWorkload(spec(run), Optional.empty(), Optional.of(name))));
    }

    private static String spec(String run) {
        return "run: |\n" + run.indent(2);
    }

    private static ApiCall<NoBody, LogView> log(String name) {
        return ApiCall.to(LogRoutes.READ)
                .with(PathParameter.WORKLOAD, name)
                .query(LogRoutes.ATTEMPT, 1);
    }

    /** Follows a log until it is complete. */
    private static List<LogView> follow(ApiCall<NoBody, LogView> apiCall) {
        var parts = new ArrayList<LogView>();
        try (EventFeed<LogView> eventFeed = admin.stream(apiCall)) {
            do {
                parts.add(eventFeed.next());
            } while (!parts.getLast().complete());
        }
        return parts;
    }

    private static String text(List<LogView> parts) {
        return String.join("", parts.stream().map(part -> part.text().orElse("")).toList());
    }

    @Test
    void a_log_is_followed_from_any_byte_and_control_characters_are_removed() {
        submit("garbage", "printf 'one\\000\\033[31m two\\n'; sleep 1; printf 'three\\n'");
        assertThat(text(follow(log("garbage")))).isEqualTo("one\ufffd two\nthree\n");
        assertThat(text(follow(log("garbage").query(LogRoutes.FROM, 14L)))).isEqualTo("three\n");
        assertThat(follow(log("garbage")).getLast().nodes()).isEqualTo(1);
    }

    @Test
    void an_inapplicable_plan_is_a_warning_and_the_workload_is_accepted() {
        String spec = "run: 'true'\nplan: {model: llama-3-8b, tokens: 15B}";
        var body = new NewWorkload(spec, Optional.empty(), Optional.of("planned"));
        String warning = "Its plan is for whole accelerators, and it asks for none.";
        ExplanationView would =
                admin.call(
                        ApiCall.to(WorkloadRoutes.REHEARSE)
                                .with(PathParameter.TEAM, TEAM)
                                .sending(body));
        assertThat(would.warnings()).singleElement().asString().startsWith(warning);
        assertThat(would.lines()).anyMatch(line -> line.startsWith("  warning    " + warning));
        WorkloadView taken =
                admin.call(
                        ApiCall.to(WorkloadRoutes.SUBMIT)
                                .with(PathParameter.TEAM, TEAM)
                                .sending(body));
        assertThat(follow(log(taken.id())).getLast().complete()).isTrue();
        String page =
                new RawHttp(server.url().toString())
                        .send(
                                "GET",
                                "/workloads/" + taken.id(),
                                List.of("Authorization: Bearer " + server.localToken()),
                                "")
                        .body();
        assertThat(page).contains("llama-3-8b, 15B tokens");
    }

    @Test
    void following_a_missing_attempt_ends_with_the_workload() {
        submit("once", "true");
        LogView last = follow(log("once").query(LogRoutes.ATTEMPT, 2)).getLast();
        assertThat(last.attempt()).isEqualTo(1);
        assertThat(last.complete()).isTrue();
    }

    @Test
    void installed_packages_are_shown_for_workloads_with_an_environment(@TempDir Path work)
            throws IOException {
        Path python = work.resolve("venv/bin/python");
        Files.createDirectories(python.resolveSibling("."));
        Files.createSymbolicLink(python, Path.of("/bin/true"));
        String spec = "workdir: %s\nenvironment: venv\nrun: python".formatted(work);
        admin.call(
                ApiCall.to(WorkloadRoutes.SUBMIT)
                        .with(PathParameter.TEAM, TEAM)
                        .sending(new NewWorkload(spec, Optional.empty(), Optional.of("within"))));
        follow(log("within"));
        var installed = ApiCall.to(LogRoutes.ENVIRONMENT).with(PathParameter.WORKLOAD, "within");
        assertThat(admin.call(installed).text().orElse(""))
                .startsWith("environment venv venv\nfolder " + work.resolve("venv") + "\n");
        submit("plain", "true");
        follow(log("plain"));
        var plain = ApiCall.to(LogRoutes.ENVIRONMENT).with(PathParameter.WORKLOAD, "plain");
        assertThat(admin.call(plain).text()).isEmpty();
    }

    @Test
    void log_search_is_paged() {
        submit("lines", "for i in 1 2 3; do echo \"loss $i\"; echo other; done");
        follow(log("lines"));
        var search =
                ApiCall.to(LogRoutes.SEARCH)
                        .with(PathParameter.WORKLOAD, "lines")
                        .query(LogRoutes.PATTERN, "^loss [12]$");
        ListPage<LineView> first = admin.call(search.query(CursorPaging.LIMIT, 1));
        assertThat(first.items()).extracting(LineView::text).containsExactly("loss 1");
        assertThat(first.next()).isPresent();
        var all = new ArrayList<String>();
        admin.each(search.query(CursorPaging.LIMIT, 1)).forEach(line -> all.add(line.text()));
        assertThat(all).containsExactly("loss 1", "loss 2");
        var bad = search.query(LogRoutes.PATTERN, "(unclosed");
        assertThat(kind(() -> admin.call(bad))).contains(ProblemKind.INVALID);
    }

    private static Optional<ProblemKind> kind(Runnable action) {
        try {
            action.run();
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem.kind());
        }
    }

    private static VisitView exec(ApiClient who, String workload, String script) {
        return who.call(
                ApiCall.to(ExecRoutes.BEGIN)
                        .with(PathParameter.WORKLOAD, workload)
                        .sending(new NewVisit(List.of("sh", "-c", script), Optional.empty())));
    }

    private static ApiCall<NoBody, SaidView> output(String workload, VisitView session) {
        return ApiCall.to(ExecRoutes.FOLLOW)
                .with(PathParameter.WORKLOAD, workload)
                .with(PathParameter.VISIT, session.visit());
    }

    private static void awaitPrinted(String name) {
        try (EventFeed<LogView> eventFeed = admin.stream(log(name))) {
            while (eventFeed.next().text().isEmpty()) {
                // until it has printed something
            }
        }
    }

    @Test
    void exec_is_limited_to_the_team_and_its_output_to_the_caller() {
        submit("long", "echo on; sleep 600");
        awaitPrinted("long");
        ApiClient member = person("mona", TEAM.value(), "member");
        ApiClient viewer = person("vera", TEAM.value(), "viewer");
        ApiClient otherTeamAdmin = person("nina", "next-door", "admin");
        VisitView session = exec(member, "long", "echo $SLIPWAY_ATTEMPT; exit 3");
        var output = new StringBuilder();
        long exit;
        try (EventFeed<SaidView> eventFeed = member.stream(output("long", session))) {
            SaidView part = eventFeed.next();
            output.append(part.text().orElse(""));
            while (part.exitCode().isEmpty()) {
                part = eventFeed.next();
                output.append(part.text().orElse(""));
            }
            exit = part.exitCode().get();
        }
        assertThat(output.toString()).endsWith(".1\n");
        assertThat(exit).isEqualTo(3);
        assertThat(kind(() -> exec(viewer, "long", "true"))).contains(ProblemKind.DENIED);
        assertThat(kind(() -> exec(otherTeamAdmin, "long", "true")))
                .contains(ProblemKind.NOT_FOUND);
        assertThat(kind(() -> admin.call(output("long", session)))).contains(ProblemKind.NOT_FOUND);
        assertThat(kind(() -> otherTeamAdmin.call(log("long")))).contains(ProblemKind.NOT_FOUND);
        assertThat(kind(() -> otherTeamAdmin.stream(log("long")).close()))
                .contains(ProblemKind.NOT_FOUND);
        assertThat(otherTeamAdmin.call(WorkloadUsageRoutes.LIST).items()).isEmpty();
        assertThat(viewer.call(WorkloadUsageRoutes.LIST).items()).hasSize(1);
        admin.call(ApiCall.to(WorkloadRoutes.CANCEL).with(PathParameter.WORKLOAD, "long"));
        follow(log("long"));
        assertThat(kind(() -> exec(member, "long", "true"))).contains(ProblemKind.CONFLICT);
    }
}
