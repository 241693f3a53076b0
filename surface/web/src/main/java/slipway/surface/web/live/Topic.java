package slipway.surface.web.live;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import slipway.journal.Event;

/** The topic of an island of a page. The island is fetched again after an event of its topic. */
public enum Topic {
    PEOPLE("team", "user", "role", "token", "secret", "session"),
    WORKLOADS("workload", "workspace", "exec"),
    /** Nodes and their usage, which is sampled once a minute. */
    CLUSTER("workload", "workspace", "exec", "node", "usage"),
    /** All facts, because the audit log contains them; not samples. */
    AUDIT,
    EVENTS;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
    private final Set<String> families;

    /**
     * @param families the part before the dot of its event kinds
     */
    Topic(String... families) {
        this.families = Set.of(families);
    }

    /** Its name in a page: {@code data-live="people"}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Set<Topic> of(Event event) {
        String kind = event.kind();
        int dot = kind.indexOf('.');
        String family = dot < 0 ? kind : kind.substring(0, dot);
        Set<Topic> topics = EnumSet.of(EVENTS);
        for (Topic topic : values()) {
            if (topic.families.contains(family)) {
                topics.add(topic);
            }
        }
        if (event.leaf().isPresent()) {
            topics.add(AUDIT);
        }
        return topics;
    }
}
