package slipway.server.browser;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/**
 * A page that the browser tests inspect.
 *
 * @param name the name of its screenshots
 * @param path with its parameters filled in
 */
record TestedPage(String name, String path) {

    /** Without sign-in. */
    static final List<TestedPage> OPEN =
            List.of(new TestedPage("login", "/login"), new TestedPage("status", "/status"));

    /** For an administrator. */
    static final List<TestedPage> SIGNED_IN =
            List.of(
                    new TestedPage("home", "/"),
                    new TestedPage("queue", "/queue"),
                    new TestedPage("ended", "/queue/ended"),
                    new TestedPage("workload", "/workloads/digits"),
                    new TestedPage("cluster", "/cluster"),
                    new TestedPage("node", "/nodes/" + thisNode()),
                    new TestedPage("plan-empty", "/plan"),
                    new TestedPage(
                            "plan", "/plan?model=llama-3-8b&tokens=15B&deadline=3d&budget=4000"),
                    new TestedPage(
                            "plan-wrong", "/plan?model=llama-9&tokens=none&deadline=-3d&budget=0"),
                    new TestedPage("plan-finetune", "/plan/finetune?model=llama-3-8b&samples=50k"),
                    new TestedPage(
                            "plan-serve",
                            "/plan/serve?model=llama-3-8b&rate=20/s&input=1000&output=200"),
                    new TestedPage(
                            "plan-capacity", "/plan/capacity?have=32xH100&used=24&growth=8%25"),
                    new TestedPage("plan-accuracy", "/plan/accuracy"),
                    new TestedPage("people", "/admin/people"),
                    new TestedPage("tokens", "/admin/people/tokens"),
                    new TestedPage("secrets", "/admin/people/secrets"),
                    new TestedPage("audit", "/admin/audit/9"),
                    new TestedPage("audit-log", "/admin/audit"),
                    new TestedPage("audit-reads", "/admin/audit/reads"),
                    new TestedPage("events", "/admin/events"),
                    new TestedPage("event", "/admin/events/9"),
                    new TestedPage("settings", "/admin/settings"),
                    new TestedPage("about", "/about"),
                    new TestedPage("components", "/about/components"));

    /** The name that the local engine gives to this machine. */
    private static String thisNode() {
        try {
            return InetAddress.getLocalHost()
                    .getHostName()
                    .toLowerCase(Locale.ROOT)
                    .replaceFirst("\\..*", "")
                    .replaceAll("[^a-z0-9-]+", "-");
        } catch (UnknownHostException e) {
            return "this-machine";
        }
    }
}
