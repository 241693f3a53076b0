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
 * Gives a test that asks for {@link Visitors} a browser. One is started for all tests of this Java machine, and it is
 * closed after the last of them; visitors leave after each test, and what their pages did wrong fails it.
 */
final class Browsing implements ParameterResolver, AfterTestExecutionCallback {

    private static final Namespace OURS = Namespace.create(Browsing.class);

    /** How long something may take before it counts as not happening, in ms: a busy machine is no fault of a page. */
    static final double PATIENCE = 30_000;

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Visitors.class;
    }

    @Override
    public Visitors resolveParameter(ParameterContext parameter, ExtensionContext test) {
        var visitors = new Visitors(browser(test));
        test.getStore(OURS).put(Visitors.class, visitors);
        return visitors;
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
        Visitors visitors = test.getStore(OURS).get(Visitors.class, Visitors.class);
        if (visitors == null) {
            return;
        }
        if (test.getExecutionException().isPresent()) {
            visitors.photograph(
                    test.getRequiredTestClass().getSimpleName()
                            + "-"
                            + test.getRequiredTestMethod().getName());
        }
        visitors.leave();
    }
}
