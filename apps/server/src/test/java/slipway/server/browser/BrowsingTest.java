package slipway.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Those who watch the pages see what there is to see. The pages here are made up; no server is asked. */
@ExtendWith(Browsing.class)
@Tag("browser")
class BrowsingTest {

    private static final URI NOWHERE = URI.create("http://nowhere.invalid");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

    /** A visitor who looks at this page. The files it names are not there, but for the script. */
    private static Visitor see(Visitors visitors, Look look, String body, String script) {
        Visitor visitor = visitors.stranger(NOWHERE, look);
        visitor.context()
                .route(
                        "**/*",
                        route -> {
                            switch (URI.create(route.request().url()).getPath()) {
                                case "/" -> answer(route, "text/html", page(body));
                                case "/page.js" -> answer(route, "text/javascript", script);
                                case "/page.css" -> answer(route, "text/css", STYLE);
                                default -> route.abort("connectionrefused");
                            }
                        });
        return visitor.open("/");
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

    private static void answer(Route route, String type, String text) {
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
    void a_quiet_page_has_no_fault(Visitors visitors) {
        Visitor visitor = see(visitors, Look.MOBILE, "<p>Well</p><button>Go</button>", "");
        assertThat(visitor.faults()).isEmpty();
        assertThat(Accessibility.violations(visitor.page())).isEmpty();
        assertThat(Layout.faults(visitor)).isEmpty();
        assertThat(Layout.faultsAtOtherWidths(visitor)).isEmpty();
    }

    @Test
    void every_kind_of_fault_is_noticed(Visitors visitors) {
        assertNoticed(visitors, "", "console.error('it broke')", "console: it broke");
        assertNoticed(visitors, "", "missing.part()", "error in a script: ReferenceError");
        assertNoticed(visitors, "", "fetch('/gone')", "request: net::ERR_CONNECTION_REFUSED");
        assertNoticed(visitors, "<p style='color:red'>x</p>", "", "forbidden by style-src");
        assertNoticed(visitors, "<script>var a</script>", "", "forbidden by script-src");
        assertNoticed(visitors, "", "setTimeout('1')", "forbidden by script-src");
    }

    private static void assertNoticed(
            Visitors visitors, String body, String script, String expected) {
        Visitor visitor = see(visitors, Look.LIGHT, body, script);
        assertThat(visitor.faults()).as(expected).anyMatch(fault -> fault.contains(expected));
        visitor.pardon(NOWHERE.toString());
        assertThat(visitor.faults()).isEmpty();
    }

    @Test
    void a_page_that_not_everybody_can_use_is_told_what_would_help(Visitors visitors) {
        var visitor = see(visitors, Look.LIGHT, "<p class='pale'>Pale</p><input name='x'>", "");
        assertThat(Accessibility.violations(visitor.page()))
                .anyMatch(it -> it.startsWith("color-contrast (serious) at p"))
                .anyMatch(it -> it.startsWith("label (critical) at input"))
                .hasSize(2);
    }

    @Test
    void what_has_no_room_is_named(Visitors visitors) {
        String body =
                """
                <div class="sw-panel"><b class="long">Too long</b></div>
                <span class="clip">This is cut in the middle</span>
                <span class="clip dots">This is cut with a sign</span><button class="small">Tap</button>
                """;
        assertThat(Layout.faults(see(visitors, Look.MOBILE, body, "")))
                .containsExactly(
                        "the page is 400 px wide on a screen of 390 px, because of b.long \"Too long\"",
                        "b.long \"Too long\" sticks out of div.sw-panel \"Too long\"",
                        "span.clip \"This is cut in the middle\" is cut off without a sign",
                        "button.small \"Tap\" is 50 x 20 px, too small for a finger");
    }
}
