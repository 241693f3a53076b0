package slipway.surface.web.page;

/** An area of the navigation, in the order of display. */
public enum NavigationArea {
    HOME("Home", "home", "/"),
    QUEUE("Queue", "stack-2", "/queue"),
    CLUSTER("Cluster", "cpu", "/cluster"),
    PLAN("Plan", "ruler-measure", "/plan"),
    ADMIN("Admin", "settings", "/admin/people");

    private final String title;
    private final String icon;
    private final String path;

    NavigationArea(String title, String icon, String path) {
        this.title = title;
        this.icon = icon;
        this.path = path;
    }

    public String title() {
        return title;
    }

    public String icon() {
        return icon;
    }

    /** The path of its first page. */
    public String path() {
        return path;
    }

    /** Whether a separator precedes it. */
    public boolean isSeparated() {
        return this == CLUSTER || this == ADMIN;
    }
}
