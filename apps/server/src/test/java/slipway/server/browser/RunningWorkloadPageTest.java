package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages of workloads with real jobs: a growing log, and actions. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class RunningWorkloadPageTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String CHATTY =
            "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo \"step $i/3000\"; sleep 0.1; done";

    @TempDir Path data;
    private DemoServer server;
    private String node;

    @BeforeEach
    void open() {
        server = DemoServer.in(data);
        node =
                server.call("GET", "/api/v1/nodes", "")
                        .path("items")
                        .path(0)
                        .path("node")
                        .asString();
    }

    /** Jobs outlive the server, so they are cancelled first. */
    @AfterEach
    void close() {
        for (JsonNode one : server.call("GET", "/api/v1/workloads", "").path("items")) {
            server.call("POST", "/api/v1/workloads/" + one.path("id").asString() + "/cancel", "");
        }
        Await.until(() -> live() == 0);
        server.close();
    }

    private int live() {
        return server.call("GET", "/api/v1/workloads", "").path("items").size();
    }

    private void submit(String name, String run) {
        var body =
                JSON.createObjectNode()
                        .put("spec", JSON.createObjectNode().put("run", run).toString())
                        .put("name", name);
        server.call("POST", "/api/v1/teams/language/workloads", body.toString());
    }

    private void restore() {
        server.call("POST", "/api/v1/nodes/" + node + "/restore", "");
    }

    private Page page(BrowserUsers users, String path) {
        Page page =
                users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT)
                        .open(path)
                        .page();
        page.evaluate("window.sameSinceOpened = true");
        return page;
    }

    private static void assertNotLoadedAgain(Page page) {
        assertThat(page.evaluate("window.sameSinceOpened")).isEqualTo(true);
    }

    private static int shown(Page page) {
        return page.locator("[data-log-lines] li").count();
    }

    @Test
    void a_log_is_followed_and_searched_until_its_workload_is_cancelled(BrowserUsers users) {
        restore();
        submit("chatty", CHATTY);
        page(users, "/queue").waitForCondition(() -> attempts("chatty") > 0);
        Page page = page(users, "/workloads/chatty");
        assertThat(page.locator("[data-log-state]")).hasText("of attempt 1, following");
        int before = shown(page);
        page.waitForCondition(() -> shown(page) > before + 10);
        List<String> lines = page.locator("[data-log-lines] li").allInnerTexts();
        for (int at = 0; at < lines.size(); at++) {
            assertThat(lines.get(at)).isEqualTo("step " + (at + 1) + "/3000");
        }
        Locator find = page.locator("[data-log-find]");
        find.fill("STEP 3/");
        find.press("Enter");
        assertThat(page.locator("[data-log-found] li")).hasText(new String[] {"step 3/3000"});
        find.press("Escape");
        assertThat(page.locator("[data-log-found]")).isHidden();
        page.locator("#workload-head form button").click();
        page.locator("dialog[open] .btn-danger").click();
        assertThat(page.locator("#workload-head")).containsText("was cancelled at");
        assertThat(page.locator("[data-log-state]")).hasText("of attempt 1, complete");
        assertNotLoadedAgain(page);
    }

    private int attempts(String name) {
        return server.call("GET", "/api/v1/workloads/" + name, "").path("attempts").asInt();
    }

    @Test
    void a_pending_workload_is_moved_up(BrowserUsers users) {
        submit("second", "true");
        submit("third", "true");
        Page page = page(users, "/queue");
        Locator rows = page.locator("tr[data-line]");
        assertThat(rows).hasCount(3);
        assertThat(rows.nth(2)).hasAttribute("data-name", "third");
        page.getByLabel("Move third up").click();
        assertThat(page.locator(".sw-toast")).containsText("third is now number 2 of its line.");
        assertThat(rows.nth(1)).hasAttribute("data-name", "third");
        assertNotLoadedAgain(page);
    }

    @Test
    void a_node_is_drained_with_a_reason(BrowserUsers users) {
        restore();
        Page page = page(users, "/nodes/" + node);
        page.locator("[data-open=drain]").click();
        Locator dialog = page.locator("#drain");
        dialog.locator("[name=because]").fill("A card is replaced.");
        dialog.locator("[type=submit]").click();
        assertThat(dialog).isHidden();
        assertThat(page.locator("#node-head")).containsText("gets no new workloads");
        assertThat(server.call("GET", "/api/v1/nodes", "").path("items").path(0).path("because"))
                .hasToString("\"A card is replaced.\"");
    }
}
