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
import slipway.server.House;
import slipway.surface.api.HttpMethod;
import slipway.surface.api.Route;

/** Every page, as everybody sees it. The pictures are kept in {@code target/pictures}, named as the mocks are. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class PagesTest {

    /** What pages load, and ways through which one only passes. */
    private static final String NO_PAGE =
            "/assets/.*|/login/sso(/back)?|/admin/audit/.*[{].*[}]/proof|/admin/audit/seals/.*"
                    + "|/workloads/[{]workload[}]/open"; // sends the browser on

    @TempDir static Path data;
    private static Company company;
    private static String admin;

    @BeforeAll
    static void open() {
        company = Company.in(data);
        admin = company.adminToken();
    }

    @AfterAll
    static void close() {
        company.close();
    }

    @Test
    void every_page_is_for_everybody_in_light(Visitors visitors) {
        lookAtAll(visitors, Look.LIGHT);
    }

    @Test
    void every_page_is_for_everybody_in_dark(Visitors visitors) {
        lookAtAll(visitors, Look.DARK);
    }

    @Test
    void every_page_is_for_everybody_on_a_phone(Visitors visitors) {
        lookAtAll(visitors, Look.MOBILE);
    }

    @Test
    void every_page_is_for_everybody_on_a_phone_in_the_dark(Visitors visitors) {
        lookAtAll(visitors, Look.MOBILE_DARK);
    }

    @Test
    void every_page_has_room_at_every_width(Visitors visitors) {
        List<String> faults = new ArrayList<>();
        Visitor visitor = visitors.signedIn(company.url(), admin, Look.LIGHT);
        for (Place place : Place.SIGNED_IN) {
            faults.addAll(Layout.faultsAtOtherWidths(visitor.open(place.path())));
        }
        Visitor stranger = visitors.stranger(company.url(), Look.LIGHT);
        for (Place place : Place.OPEN) {
            faults.addAll(Layout.faultsAtOtherWidths(stranger.open(place.path())));
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void the_first_page_on_a_fresh_install_says_what_to_do(Visitors visitors, @TempDir Path fresh) {
        try (House house = House.open(fresh)) {
            String first = house.firstToken();
            for (Look look : Look.values()) {
                Visitor visitor = visitors.signedIn(house.url(), first, look).open("/");
                assertThat(inspect(visitor, "empty")).isEmpty();
            }
            visitors.leave();
        }
    }

    @Test
    void what_is_not_there_is_a_page_too(Visitors visitors) {
        for (Look look : Look.values()) {
            Visitor visitor = visitors.signedIn(company.url(), admin, look);
            visitor.pardon("status of 404");
            assertThat(inspect(visitor.open("/nothing/here"), "errors")).isEmpty();
        }
    }

    /** Whoever adds a page adds it to {@link Place}: then it is looked at in every light. */
    @Test
    void no_page_is_left_out_here(Visitors visitors) {
        var request = visitors.signedIn(company.url(), admin, Look.LIGHT).context().request();
        var asking = RequestOptions.create().setHeader("Accept", "text/html").setMaxRedirects(0);
        List<String> missing =
                company.routes().stream()
                        .filter(route -> route.kind() == Route.Kind.OTHER)
                        .filter(route -> route.verb() == HttpMethod.GET)
                        .map(Route::path)
                        .filter(path -> !isPlace(path) && !path.matches(NO_PAGE))
                        .filter(path -> path.contains("{") || isHtml(request.get(path, asking)))
                        .toList();
        assertThat(missing).isEmpty();
    }

    private static boolean isHtml(APIResponse answer) {
        return answer.headers().getOrDefault("content-type", "").startsWith("text/html");
    }

    private static boolean isPlace(String path) {
        String pattern = path.replaceAll("\\{[a-z]+\\}", "[^/]+");
        return Stream.concat(Place.OPEN.stream(), Place.SIGNED_IN.stream())
                .anyMatch(place -> place.path().replaceFirst("[?].*", "").matches(pattern));
    }

    private static void lookAtAll(Visitors visitors, Look look) {
        List<String> faults = new ArrayList<>();
        Visitor visitor = visitors.signedIn(company.url(), admin, look);
        for (Place place : Place.SIGNED_IN) {
            faults.addAll(inspect(visitor.open(place.path()), place.name()));
        }
        Visitor stranger = visitors.stranger(company.url(), look);
        for (Place place : Place.OPEN) {
            faults.addAll(inspect(stranger.open(place.path()), place.name()));
        }
        assertThat(faults).isEmpty();
    }

    private static List<String> inspect(Visitor visitor, String name) {
        Pictures.keep(visitor, name);
        List<String> faults = new ArrayList<>(Accessibility.violations(visitor.page()));
        if (!visitor.look().dark()) { // where things stand does not depend on their colour
            faults.addAll(Layout.faults(visitor));
        }
        return faults.stream().map(fault -> name + ": " + fault).toList();
    }
}
