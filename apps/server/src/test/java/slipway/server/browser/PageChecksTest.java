package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The fault, accessibility and layout checks detect faults on artificial pages, without a server. */
@ExtendWith(BrowserExtension.class)
@Tag("browser")
class PageChecksTest {

    private static final URI NOWHERE = URI.create("http://nowhere.invalid");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

    /** Opens an artificial page; only its script and style exist. */
    private static BrowserUser open(
            BrowserUsers users, DisplayMode mode, String body, String script) {
        BrowserUser user = users.anonymous(NOWHERE, mode);
        user.context()
                .route(
                        "**/*",
                        route -> {
                            switch (URI.create(route.request().url()).getPath()) {
                                case "/" -> fulfill(route, "text/html", page(body));
                                case "/page.js" -> fulfill(route, "text/javascript", script);
                                case "/page.css" -> fulfill(route, "text/css", STYLE);
                                default -> route.abort("connectionrefused");
                            }
                        });
        return user.open("/");
    }

    private static final String STYLE =
            """
            body { margin: 0; color: #222; background: #fff }
            .pale { color: #ccc }
            button { min-height: 36px; min-width: 36px }
            .small { min-height: 0; width: 50px; height: 20px }
            .sw-panel { width: 300px }
            .long { display: block; width: 400px }
            .clip { display: block; width: 60px; overflow: hidden; white-space: nowrap }
            .dots { text-overflow: ellipsis }
            """;

    private static String page(String body) {
        return """
               <!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
               <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
               <link rel="stylesheet" href="/page.css"><script src="/page.js"></script></head>
               <body><main><h1>A page</h1>%s</main></body></html>"""
                .formatted(body);
    }

    private static void fulfill(Route route, String type, String text) {
        route.fulfill(
                new Route.FulfillOptions()
                        .setHeaders(
                                Map.of(
                                        "Content-Type",
                                        type + "; charset=utf-8",
                                        "Content-Security-Policy",
                                        POLICY + "; img-src data:"))
                        .setBody(text));
    }

    @Test
    void a_correct_page_has_no_fault(BrowserUsers users) {
        BrowserUser user = open(users, DisplayMode.MOBILE, "<p>Well</p><button>Go</button>", "");
        assertThat(user.faults()).isEmpty();
        assertThat(AccessibilityCheck.violations(user.page())).isEmpty();
        assertThat(LayoutCheck.faults(user)).isEmpty();
        assertThat(LayoutCheck.faultsAtOtherWidths(user)).isEmpty();
    }

    @Test
    void every_kind_of_fault_is_detected(BrowserUsers users) {
        assertNoticed(users, "", "console.error('it broke')", "console: it broke");
        assertNoticed(users, "", "missing.part()", "error in a script: ReferenceError");
        assertNoticed(users, "", "fetch('/gone')", "request: net::ERR_CONNECTION_REFUSED");
        assertNoticed(users, "<p style='color:red'>x</p>", "", "forbidden by style-src");
        assertNoticed(users, "<script>var a</script>", "", "forbidden by script-src");
        assertNoticed(users, "", "setTimeout('1')", "forbidden by script-src");
    }

    private static void assertNoticed(
            BrowserUsers users, String body, String script, String expected) {
        BrowserUser user = open(users, DisplayMode.LIGHT, body, script);
        assertThat(user.faults()).as(expected).anyMatch(fault -> fault.contains(expected));
        user.ignoreFault(NOWHERE.toString());
        assertThat(user.faults()).isEmpty();
    }

    @Test
    void accessibility_violations_are_reported(BrowserUsers users) {
        var user = open(users, DisplayMode.LIGHT, "<p class='pale'>Pale</p><input name='x'>", "");
        assertThat(AccessibilityCheck.violations(user.page()))
                .anyMatch(it -> it.startsWith("color-contrast (serious) at p"))
                .anyMatch(it -> it.startsWith("label (critical) at input"))
                .hasSize(2);
    }

    @Test
    void layout_faults_are_reported(BrowserUsers users) {
        String body =
                """
                <div class="sw-panel"><b class="long">Too long</b></div>
                <span class="clip">This is cut in the middle</span>
                <span class="clip dots">This is cut with a sign</span><button class="small">Tap</button>
                """;
        assertThat(LayoutCheck.faults(open(users, DisplayMode.MOBILE, body, "")))
                .containsExactly(
                        "the page is 400 px wide on a screen of 390 px, because of b.long \"Too long\"",
                        "b.long \"Too long\" sticks out of div.sw-panel \"Too long\"",
                        "span.clip \"This is cut in the middle\" is cut off without a sign",
                        "button.small \"Tap\" is 50 x 20 px, too small for a finger");
    }
}
