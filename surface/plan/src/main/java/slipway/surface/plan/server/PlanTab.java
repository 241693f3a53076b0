package slipway.surface.plan.server;

/** The forms for plans. */
public enum PlanTab {
    TRAIN("Train", "/plan", "What do you want to train?"),
    FINETUNE("Fine-tune", "/plan/finetune", "What do you want to tune?"),
    SERVE("Serve", "/plan/serve", "What do you want to serve?"),
    CAPACITY("Capacity", "/plan/capacity", "When do you run out?");

    private final String title;
    private final String path;
    private final String asks;

    PlanTab(String title, String path, String asks) {
        this.title = title;
        this.path = path;
        this.asks = asks;
    }

    public String title() {
        return title;
    }

    public String path() {
        return path;
    }

    /** The question above its form. */
    public String asks() {
        return asks;
    }
}
