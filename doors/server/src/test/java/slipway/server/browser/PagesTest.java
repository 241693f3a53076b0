package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.House;

/** Every page, as everybody sees it. The pictures are kept in {@code target/pictures}, named as the mocks are. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
class PagesTest {

    /** What a picture is named after, and where the page is. */
    private record Place(String name, String path) {}

    private static final List<Place> OPEN =
            List.of(new Place("login", "/login"), new Place("status", "/status"));

    private static final List<Place> SIGNED_IN =
            List.of(
                    new Place("home", "/"),
                    new Place("people", "/admin/people"),
                    new Place("tokens", "/admin/people/tokens"),
                    new Place("secrets", "/admin/people/secrets"),
                    new Place("audit", "/admin/audit/9"),
                    new Place("audit-log", "/admin/audit"),
                    new Place("events", "/admin/events"),
                    new Place("event", "/admin/events/9"),
                    new Place("settings", "/admin/settings"),
                    new Place("errors", "/nothing/here"));

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
        visitor.pardon("404");
        for (Place place : SIGNED_IN) {
            visitor.open(place.path());
            faults.addAll(Layout.faultsAtOtherWidths(visitor));
        }
        Visitor stranger = visitors.stranger(company.url(), Look.LIGHT);
        for (Place place : OPEN) {
            stranger.open(place.path());
            faults.addAll(Layout.faultsAtOtherWidths(stranger));
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void the_first_page_on_a_fresh_install_says_what_to_do(Visitors visitors, @TempDir Path fresh) {
        try (House house = House.open(fresh)) {
            String first = house.firstToken();
            for (Look look : Look.values()) {
                Visitor visitor = visitors.signedIn(house.url(), first, look);
                visitor.open("/");
                assertThat(inspect(visitor, "empty")).isEmpty();
            }
        }
    }

    private static void lookAtAll(Visitors visitors, Look look) {
        List<String> faults = new ArrayList<>();
        Visitor visitor = visitors.signedIn(company.url(), admin, look);
        visitor.pardon("404"); // one of the places is nothing
        for (Place place : SIGNED_IN) {
            faults.addAll(inspect(visitor.open(place.path()), place.name()));
        }
        Visitor stranger = visitors.stranger(company.url(), look);
        for (Place place : OPEN) {
            faults.addAll(inspect(stranger.open(place.path()), place.name()));
        }
        assertThat(faults).isEmpty();
    }

    private static List<String> inspect(Visitor visitor, String name) {
        Pictures.keep(visitor, name);
        List<String> faults = new ArrayList<>(Accessibility.violations(visitor.page()));
        faults.addAll(Layout.faults(visitor));
        return faults.stream().map(fault -> name + ": " + fault).toList();
    }
}
