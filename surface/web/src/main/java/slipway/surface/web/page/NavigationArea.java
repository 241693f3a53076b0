package slipway.surface.web.page;

/** A place of the navigation. A room that brings pages adds its own here, in the order in which they are shown. */
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

    /** Where its first page is. */
    public String path() {
        return path;
    }

    /** Whether a line stands before it. */
    public boolean apart() {
        return this == CLUSTER || this == ADMIN;
    }
}
