package slipway.surface.web.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;

/**
 * Hands the events of the journal to the streams of clients. One thread reads each event, classifies it once, and wakes
 * only the streams that get it: those of its subject, and those whose viewers may see its team. A stream that waits for
 * something else costs nothing.
 *
 * <p>Which streams may see a team is computed when the first event of the team comes, and again after an event that
 * changes access; after the same event those whose access has ended get nothing more.
 */
public final class EventHub implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventHub.class);
    private static final int BATCH = 500;
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    /** Events that can give or take permissions. A new token or session cannot. */
    private static final Pattern CHANGES_ACCESS =
            Pattern.compile(
                    "(team|user|role|grant|group|account|service_account)\\..*|(token|session)\\.(?!created$).*");

    private final JournalTail tail;
    private final Map<String, Set<HubSubscription>> bySubject = new HashMap<>();
    private final Set<HubSubscription> others = new LinkedHashSet<>();
    private final Map<Optional<String>, List<HubSubscription>> byTeam = new HashMap<>();
    private volatile long position;
    private Optional<Thread> thread = Optional.empty();
    private final CountDownLatch closed = new CountDownLatch(1);

    EventHub(JournalTail tail) {
        this.tail = tail;
        this.position = tail.position();
    }

    /** A hub with its thread. */
    public static EventHub start(Journal journal) {
        var hub =
                new EventHub(
                        JournalTail.of(journal, EnumSet.allOf(JournalStream.class), journal.seq()));
        hub.thread =
                Optional.of(
                        Thread.ofPlatform()
                                .daemon()
                                .name("event-hub")
                                .start(() -> hub.run(journal)));
        return hub;
    }

    private void run(Journal journal) {
        try {
            dispatchAll(journal);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void dispatchAll(Journal journal) throws InterruptedException {
        boolean over = false;
        while (!over) {
            try {
                if (!dispatch()) {
                    var _ = journal.awaitAfter(position, POLL_INTERVAL);
                    over = closed.getCount() == 0;
                }
            } catch (RuntimeException | Error e) {
                LOG.error("Event streams are delayed: {}", e.toString(), e);
                over = closed.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** All events up to this one have been handed to their streams. */
    long position() {
        return position;
    }

    /** A stream of the events after {@link EventSubscription#start} that its viewer may see. */
    public synchronized EventSubscription subscribe(
            StreamViewer viewer, EventFilter filter, Set<JournalStream> streams) {
        return add(new EventSubscription(this, viewer, filter, streams));
    }

    synchronized TopicSubscription subscribe(StreamViewer viewer, Set<Topic> topics) {
        return add(new TopicSubscription(this, viewer, topics));
    }

    private <S extends HubSubscription> S add(S subscription) {
        Optional<String> subject = subscription.subject();
        if (subject.isPresent()) {
            bySubject.computeIfAbsent(subject.get(), _ -> new LinkedHashSet<>()).add(subscription);
        } else {
            others.add(subscription);
            byTeam.forEach(
                    (team, viewers) -> {
                        if (subscription.viewer().maySeeTeam(team)) {
                            viewers.add(subscription);
                        }
                    });
        }
        return subscription;
    }

    synchronized void remove(HubSubscription subscription) {
        subscription
                .subject()
                .ifPresent(
                        subject ->
                                bySubject.computeIfPresent(
                                        subject,
                                        (_, all) -> {
                                            all.remove(subscription);
                                            return all.isEmpty() ? null : all;
                                        }));
        if (others.remove(subscription)) {
            byTeam.values().forEach(viewers -> viewers.remove(subscription));
        }
    }

    /** Hands out the next events; false if there are none. */
    synchronized boolean dispatch() {
        List<Event> events = tail.next(BATCH);
        events.forEach(this::dispatchSafely);
        position = tail.position();
        return !events.isEmpty();
    }

    /** If an event cannot be handed out, every stream ends, and its client resumes from the journal. */
    private void dispatchSafely(Event event) {
        try {
            dispatch(event);
        } catch (RuntimeException e) {
            LOG.error("Event {} was not handed to streams", event.seq(), e);
            each(subscription -> subscription.end("failed"));
        }
    }

    private void each(Consumer<HubSubscription> action) {
        others.forEach(action);
        bySubject.values().forEach(all -> all.forEach(action));
    }

    private void dispatch(Event event) {
        if (CHANGES_ACCESS.matcher(event.kind()).matches()) {
            refreshAccess();
        }
        var classified = new HubEvent(event);
        bySubject
                .getOrDefault(event.what().subject(), Set.of())
                .forEach(subscription -> offer(subscription, classified));
        byTeam.computeIfAbsent(event.what().team(), this::viewersOf)
                .forEach(subscription -> offer(subscription, classified));
    }

    private List<HubSubscription> viewersOf(Optional<String> team) {
        List<HubSubscription> viewers = new ArrayList<>();
        others.stream().filter(each -> each.viewer().maySeeTeam(team)).forEach(viewers::add);
        return viewers;
    }

    /** A stream that fails ends alone. */
    private static void offer(HubSubscription subscription, HubEvent event) {
        try {
            subscription.offer(event);
        } catch (RuntimeException e) {
            LOG.error("A stream failed at event {}", event.event().seq(), e);
            subscription.end("failed");
        }
    }

    private void refreshAccess() {
        byTeam.clear();
        each(EventHub::refresh);
    }

    private static void refresh(HubSubscription subscription) {
        boolean _ = subscription.viewer().refresh();
    }

    @Override
    public void close() {
        closed.countDown();
        thread.ifPresent(Thread::interrupt);
    }
}
