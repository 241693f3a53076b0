package slipway.surface.web.live;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import slipway.journal.Event;

/** The topic of an island of a page. The island is fetched again after an event of its topic. */
public enum Topic {
    PEOPLE("(team|user|role|token|secret|session)\\..*"),
    WORKLOADS("(workload|workspace|exec)\\..*"),
    /** Nodes and their usage, which is sampled once a minute. */
    CLUSTER("(workload|workspace|exec|node)\\..*|usage"),
    /** All facts, because the audit log contains them; not samples. */
    AUDIT(""),
    EVENTS(".*");

    private final String kinds;

    Topic(String kinds) {
        this.kinds = kinds;
    }

    /** Its name in a page: {@code data-live="people"}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Set<Topic> of(Event event) {
        Set<Topic> topics = EnumSet.noneOf(Topic.class);
        for (Topic topic : values()) {
            if (event.kind().matches(topic.kinds) || (topic == AUDIT && event.leaf().isPresent())) {
                topics.add(topic);
            }
        }
        return topics;
    }
}
