package slipway.server.browser;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/**
 * Every page there is.
 *
 * @param name what its pictures are named after: as the mocks are
 * @param path with its open parts filled in
 */
record Place(String name, String path) {

    /** For whoever is not signed in. */
    static final List<Place> OPEN =
            List.of(new Place("login", "/login"), new Place("status", "/status"));

    /** For an admin. */
    static final List<Place> SIGNED_IN =
            List.of(
                    new Place("home", "/"),
                    new Place("queue", "/queue"),
                    new Place("ended", "/queue/ended"),
                    new Place("workload", "/workloads/digits"),
                    new Place("cluster", "/cluster"),
                    new Place("node", "/nodes/" + thisNode()),
                    new Place("plan-empty", "/plan"),
                    new Place("plan", "/plan?model=llama-3-8b&tokens=15B&deadline=3d&budget=4000"),
                    new Place(
                            "plan-wrong", "/plan?model=llama-9&tokens=none&deadline=-3d&budget=0"),
                    new Place("plan-finetune", "/plan/finetune?model=llama-3-8b&samples=50k"),
                    new Place(
                            "plan-serve",
                            "/plan/serve?model=llama-3-8b&rate=20/s&input=1000&output=200"),
                    new Place("plan-capacity", "/plan/capacity?have=32xH100&used=24&growth=8%25"),
                    new Place("plan-accuracy", "/plan/accuracy"),
                    new Place("people", "/admin/people"),
                    new Place("tokens", "/admin/people/tokens"),
                    new Place("secrets", "/admin/people/secrets"),
                    new Place("audit", "/admin/audit/9"),
                    new Place("audit-log", "/admin/audit"),
                    new Place("events", "/admin/events"),
                    new Place("event", "/admin/events/9"),
                    new Place("settings", "/admin/settings"),
                    new Place("about", "/about"),
                    new Place("components", "/about/components"));

    /** This machine, by the name that the local engine gives it. */
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
