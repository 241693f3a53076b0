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

/** Writes buffered data and the stop event before the journal closes. */
final class ShutdownRecord {

    private static final Logger LOG = LoggerFactory.getLogger(ShutdownRecord.class);
    private static final Actor SELF = Actor.system("server");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Journal journal;
    private final AccessControl accessControl;

    ShutdownRecord(Journal journal, AccessControl accessControl) {
        this.journal = journal;
        this.accessControl = accessControl;
    }

    /** Returns the cause if the shutdown could not be recorded. */
    Optional<String> write() {
        return journalProblem().or(this::flush).or(this::writeStopped);
    }

    private Optional<String> journalProblem() {
        return switch (journal.health()) {
            case JournalHealth.Writing() -> Optional.empty();
            case JournalHealth.Failing(var problem, _) -> Optional.of(problem.what());
            case JournalHealth.Stopped(var problem, _) -> Optional.of(problem.what());
        };
    }

    /** Flushes the last uses of tokens that identity buffers. */
    private Optional<String> flush() {
        try {
            Journal.await(
                    accessControl.flush().orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
            return Optional.empty();
        } catch (RuntimeException e) {
            LOG.warn("The last uses of tokens could not be written.", e);
            return Optional.of("The journal did not answer in time.");
        }
    }

    /** Has a timeout, because a hanging disk must not block the stop. */
    private Optional<String> writeStopped() {
        var fact = new Fact.ServerStopped(journal.term());
        try {
            Journal.await(
                    journal.send(Commit.of(EventDraft.of(fact, SELF, "server")))
                            .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
            return Optional.empty();
        } catch (Problem problem) {
            LOG.warn("The stop could not be recorded: {}", problem.getMessage());
            return Optional.of(problem.what());
        } catch (RuntimeException e) {
            LOG.warn("The stop could not be recorded.", e);
            return Optional.of("The journal did not answer in time.");
        }
    }
}
