package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.options.RequestOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.TestServer;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;

/** Inspects every page in every display mode. Screenshots are saved in {@code target/screenshots}. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class PagesTest {

    /** Assets, downloads and redirects. */
    private static final String NO_PAGE =
            "/assets/.*|/login/sso(/back)?|/admin/audit/.*[{].*[}]/proof|/admin/audit/seals/.*"
                    + "|/workloads/[{]workload[}]/open"; // of a workspace, in WorkspacePageTest

    @TempDir static Path data;
    private static DemoServer server;
    private static String admin;

    @BeforeAll
    static void open() {
        server = DemoServer.in(data);
        admin = server.adminToken();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void every_page_is_accessible_in_light(BrowserUsers users) {
        inspectAll(users, DisplayMode.LIGHT);
    }

    @Test
    void every_page_is_accessible_in_dark(BrowserUsers users) {
        inspectAll(users, DisplayMode.DARK);
    }

    @Test
    void every_page_is_accessible_on_a_phone(BrowserUsers users) {
        inspectAll(users, DisplayMode.MOBILE);
    }

    @Test
    void every_page_is_accessible_on_a_phone_in_dark(BrowserUsers users) {
        inspectAll(users, DisplayMode.MOBILE_DARK);
    }

    @Test
    void every_page_fits_every_width(BrowserUsers users) {
        List<String> faults = new ArrayList<>();
        BrowserUser user = users.signedIn(server.url(), admin, DisplayMode.LIGHT);
        for (TestedPage place : TestedPage.SIGNED_IN) {
            faults.addAll(LayoutCheck.faultsAtOtherWidths(user.open(place.path())));
        }
        BrowserUser anonymous = users.anonymous(server.url(), DisplayMode.LIGHT);
        for (TestedPage place : TestedPage.OPEN) {
            faults.addAll(LayoutCheck.faultsAtOtherWidths(anonymous.open(place.path())));
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void the_home_page_of_a_fresh_install_passes_all_checks(
            BrowserUsers users, @TempDir Path fresh) {
        try (TestServer server = TestServer.open(fresh)) {
            String first = server.firstToken();
            for (DisplayMode mode : DisplayMode.values()) {
                BrowserUser user = users.signedIn(server.url(), first, mode).open("/");
                assertThat(inspect(user, "empty")).isEmpty();
            }
            users.close();
        }
    }

    @Test
    void a_missing_page_passes_all_checks(BrowserUsers users) {
        for (DisplayMode mode : DisplayMode.values()) {
            BrowserUser user = users.signedIn(server.url(), admin, mode);
            user.ignoreFault("status of 404");
            assertThat(inspect(user.open("/nothing/here"), "errors")).isEmpty();
        }
    }

    /** A new page must be added to {@link TestedPage}, so that every display mode is inspected. */
    @Test
    void every_html_route_is_covered_here(BrowserUsers users) {
        var request = users.signedIn(server.url(), admin, DisplayMode.LIGHT).context().request();
        var asking = RequestOptions.create().setHeader("Accept", "text/html").setMaxRedirects(0);
        List<String> missing =
                server.routes().stream()
                        .filter(route -> route.kind() == Route.Kind.OTHER)
                        .filter(route -> route.verb() == HttpMethod.GET)
                        .map(Route::path)
                        .filter(path -> !isPlace(path) && !path.matches(NO_PAGE))
                        .filter(path -> path.contains("{") || isHtml(request.get(path, asking)))
                        .toList();
        assertThat(missing).isEmpty();
    }

    private static boolean isHtml(APIResponse response) {
        return response.headers().getOrDefault("content-type", "").startsWith("text/html");
    }

    private static boolean isPlace(String path) {
        String pattern = path.replaceAll("\\{[a-z]+\\}", "[^/]+");
        return Stream.concat(TestedPage.OPEN.stream(), TestedPage.SIGNED_IN.stream())
                .anyMatch(place -> place.path().replaceFirst("[?].*", "").matches(pattern));
    }

    private static void inspectAll(BrowserUsers users, DisplayMode mode) {
        List<String> faults = new ArrayList<>();
        BrowserUser user = users.signedIn(server.url(), admin, mode);
        for (TestedPage place : TestedPage.SIGNED_IN) {
            faults.addAll(inspect(user.open(place.path()), place.name()));
        }
        BrowserUser anonymous = users.anonymous(server.url(), mode);
        for (TestedPage place : TestedPage.OPEN) {
            faults.addAll(inspect(anonymous.open(place.path()), place.name()));
        }
        assertThat(faults).isEmpty();
    }

    private static List<String> inspect(BrowserUser user, String name) {
        Screenshots.save(user, name);
        List<String> faults = new ArrayList<>(AccessibilityCheck.violations(user.page()));
        if (!user.mode().dark()) { // the layout does not depend on colors
            faults.addAll(LayoutCheck.faults(user));
        }
        return faults.stream().map(fault -> name + ": " + fault).toList();
    }
}
