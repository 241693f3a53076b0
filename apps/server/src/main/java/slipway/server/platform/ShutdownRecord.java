package slipway.server.platform;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.identity.AccessControl;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalHealth;

/** What is written down before the journal is closed. */
final class ShutdownRecord {

    private static final Logger LOG = LoggerFactory.getLogger(ShutdownRecord.class);
    private static final Actor SELF = Actor.system("server");
    private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

    private final Journal journal;
    private final AccessControl accessControl;

    ShutdownRecord(Journal journal, AccessControl accessControl) {
        this.journal = journal;
        this.accessControl = accessControl;
    }

    /** What kept it from being written, if anything did. */
    Optional<String> say() {
        return trouble().or(this::flush).or(this::tellStop);
    }

    private Optional<String> trouble() {
        return switch (journal.health()) {
            case JournalHealth.Writing() -> Optional.empty();
            case JournalHealth.Failing(var problem, _) -> Optional.of(problem.what());
            case JournalHealth.Stopped(var problem, _) -> Optional.of(problem.what());
        };
    }

    /** What guard has counted since the last minute. */
    private Optional<String> flush() {
        try {
            Journal.await(
                    accessControl
                            .flush()
                            .orTimeout(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS));
            return Optional.empty();
        } catch (RuntimeException e) {
            LOG.warn("What the guard counted could not be written down.", e);
            return Optional.of("The journal did not answer in time.");
        }
    }

    /** A disk that does not answer must not keep the server from stopping. */
    private Optional<String> tellStop() {
        var fact = new Fact.ServerStopped(journal.term());
        try {
            Journal.await(
                    journal.send(Commit.of(EventDraft.of(fact, SELF, "server")))
                            .orTimeout(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS));
            return Optional.empty();
        } catch (Problem problem) {
            LOG.warn("The stop could not be told: {}", problem.getMessage());
            return Optional.of(problem.what());
        } catch (RuntimeException e) {
            LOG.warn("The stop could not be told.", e);
            return Optional.of("The journal did not answer in time.");
        }
    }
}
