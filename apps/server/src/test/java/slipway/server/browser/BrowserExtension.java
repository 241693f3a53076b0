package slipway.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.Objects;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import slipway.testkit.Needs;
import slipway.testkit.browser.Chromium;

/**
 * Injects {@link BrowserUsers} into tests. One browser is started per JVM and closed after the last test. Contexts are
 * closed after each test, which fails if its pages had faults.
 */
final class BrowserExtension implements ParameterResolver, AfterTestExecutionCallback {

    private static final Namespace OURS = Namespace.create(BrowserExtension.class);

    /** Timeout in ms, generous because the machine may be busy. */
    static final double PATIENCE = 30_000;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == BrowserUsers.class;
    }

    @Override
    public BrowserUsers resolveParameter(ParameterContext parameter, ExtensionContext test) {
        var users = new BrowserUsers(browser(test));
        test.getStore(OURS).put(BrowserUsers.class, users);
        return users;
    }

    private static Browser browser(ExtensionContext test) {
        Chromium.missingRequirement().ifPresent(lack -> Needs.that(false, lack.what(), lack.how()));
        var all = test.getRoot().getStore(OURS);
        var chromium = all.computeIfAbsent(Chromium.class, _ -> start(), Chromium.class);
        return Objects.requireNonNull(chromium).browser();
    }

    private static Chromium start() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        return Chromium.start();
    }

    @Override
    public void afterTestExecution(ExtensionContext test) {
        BrowserUsers users = test.getStore(OURS).get(BrowserUsers.class, BrowserUsers.class);
        if (users == null) {
            return;
        }
        if (test.getExecutionException().isPresent()) {
            users.saveFailed(
                    test.getRequiredTestClass().getSimpleName()
                            + "-"
                            + test.getRequiredTestMethod().getName());
        }
        users.close();
    }
}
