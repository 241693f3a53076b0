package slipway.surface.web.live;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The topics of a page that have changed. However many events there are, a page that is slow keeps a few words. */
final class TopicSubscription extends HubSubscription {

    private static final int MAX_SUBJECTS = 20;
    private static final Pattern SUBJECT = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private final Set<Topic> wanted;
    private Set<Topic> topics = EnumSet.noneOf(Topic.class);
    private Set<String> subjects = new TreeSet<>();

    TopicSubscription(EventHub hub, StreamViewer viewer, Set<Topic> wanted) {
        super(hub, viewer);
        this.wanted = Set.copyOf(wanted);
    }

    /**
     * What has changed.
     *
     * @param subjects what it was about; empty if there were too many
     */
    record Change(Set<Topic> topics, List<String> subjects, long position) {}

    Change take() {
        return take(
                position -> {
                    boolean few = subjects.size() <= MAX_SUBJECTS;
                    var change =
                            new Change(topics, few ? List.copyOf(subjects) : List.of(), position);
                    topics = EnumSet.noneOf(Topic.class);
                    subjects = new TreeSet<>();
                    return change;
                });
    }

    @Override
    Optional<String> subject() {
        return Optional.empty();
    }

    @Override
    boolean wants(HubEvent event) {
        return !Collections.disjoint(wanted, event.topics());
    }

    @Override
    boolean add(HubEvent event) {
        event.topics().stream().filter(wanted::contains).forEach(topics::add);
        String subject = event.event().what().subject();
        if (subjects.size() <= MAX_SUBJECTS && SUBJECT.matcher(subject).matches()) {
            subjects.add(subject);
        }
        return true;
    }

    @Override
    boolean hasNews() {
        return !topics.isEmpty();
    }
}
