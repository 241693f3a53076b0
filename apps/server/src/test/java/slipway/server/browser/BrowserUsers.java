package slipway.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.options.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The browser users of one test. */
final class BrowserUsers {

    private final Browser browser;
    private final List<BrowserUser> open = new ArrayList<>();

    BrowserUsers(Browser browser) {
        this.browser = browser;
    }

    /** A user who is not signed in. */
    BrowserUser anonymous(URI server, DisplayMode mode) {
        BrowserContext context = browser.newContext(mode.context().setBaseURL(server.toString()));
        var user = new BrowserUser(context, mode);
        open.add(user);
        return user;
    }

    /** A user signed in with a token. */
    BrowserUser signedIn(URI server, String token, DisplayMode mode) {
        BrowserUser user = anonymous(server, mode);
        var response =
                user.context()
                        .request()
                        .post(
                                "/api/v1/sessions",
                                RequestOptions.create().setData(Map.of("token", token)));
        if (!response.ok()) {
            throw new AssertionError(
                    "Sign-in failed: " + response.status() + " " + response.text());
        }
        return user;
    }

    /** Saves the page of each user in {@code target/screenshots/failed}. */
    void saveFailed(String test) {
        for (BrowserUser user : open) {
            Screenshots.saveFailed(user.page(), test + "-" + open.indexOf(user));
        }
    }

    /** Closes all browsers; fails if their pages had faults. */
    void close() {
        List<String> faults = new ArrayList<>();
        for (BrowserUser user : open) {
            faults.addAll(user.faults());
            user.context().close();
        }
        open.clear();
        if (!faults.isEmpty()) {
            throw new AssertionError("The pages had faults:\n  " + String.join("\n  ", faults));
        }
    }
}
