package slipway.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.options.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Everybody who looks at pages in one test. */
final class Visitors {

    private final Browser browser;
    private final List<Visitor> here = new ArrayList<>();

    Visitors(Browser browser) {
        this.browser = browser;
    }

    /** Somebody who is not signed in. */
    Visitor stranger(URI server, Look look) {
        BrowserContext context = browser.newContext(look.context().setBaseURL(server.toString()));
        var visitor = new Visitor(context, look);
        here.add(visitor);
        return visitor;
    }

    /** Somebody who came in with a token. */
    Visitor signedIn(URI server, String token, Look look) {
        Visitor visitor = stranger(server, look);
        var answer =
                visitor.context()
                        .request()
                        .post(
                                "/api/v1/sessions",
                                RequestOptions.create().setData(Map.of("token", token)));
        if (!answer.ok()) {
            throw new AssertionError("Nobody gets in: " + answer.status() + " " + answer.text());
        }
        return visitor;
    }

    /** What they see when a test fails, in {@code target/pictures/failed}. */
    void photograph(String test) {
        for (Visitor visitor : here) {
            Pictures.keepFailed(visitor.page(), test + "-" + here.indexOf(visitor));
        }
    }

    /** All go home; what their pages did wrong is told. */
    void leave() {
        List<String> faults = new ArrayList<>();
        for (Visitor visitor : here) {
            faults.addAll(visitor.faults());
            visitor.context().close();
        }
        here.clear();
        if (!faults.isEmpty()) {
            throw new AssertionError("The pages had faults:\n  " + String.join("\n  ", faults));
        }
    }
}
