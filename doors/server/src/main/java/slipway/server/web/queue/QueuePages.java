package slipway.server.web.queue;

import java.util.List;
import slipway.server.web.Area;
import slipway.server.web.Page;
import slipway.server.web.View;
import slipway.wire.form.Nothing;
import slipway.wire.route.Route;

/** The queue. */
public final class QueuePages {

    static final Route<Nothing, Nothing> QUEUE =
            Page.at("/queue")
                    .forVisitors(
                            "show-queue", "What runs and what waits, why, and when it starts.");

    private final Scenes scenes;

    public QueuePages(Scenes scenes) {
        this.scenes = scenes;
    }

    public List<Page> pages() {
        return List.of(
                Page.of(
                        Area.QUEUE,
                        "Queue",
                        QUEUE,
                        "slipway ps",
                        call -> View.of("queue/page", QueueView.of(scenes.of(call)))));
    }
}
