package slipway.surface.web.live;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import slipway.journal.Event;

/** What an island of a page may be about. It is fetched again when something of its topic has happened. */
public enum Topic {
    PEOPLE("(team|user|role|token|secret|session)\\..*"),
    WORKLOADS("(workload|workspace|exec)\\..*"),
    /** What nodes do; what they were measured to do comes once a minute. */
    CLUSTER("(workload|workspace|exec|node)\\..*|usage"),
    /** Every fact is in the audit log; samples are not. */
    AUDIT(""),
    EVENTS(".*");

    private final String kinds;

    Topic(String kinds) {
        this.kinds = kinds;
    }

    /** As a page writes it: {@code data-live="people"}. */
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
