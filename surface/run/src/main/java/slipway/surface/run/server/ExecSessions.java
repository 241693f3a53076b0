package slipway.surface.run.server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.Retry;
import slipway.base.UserId;
import slipway.base.WorkloadId;
import slipway.identity.AccessControl;
import slipway.run.engine.ExecProcess;

/**
 * The commands that run in workloads, with their unread output. A command with a slow reader is throttled; a command
 * without a reader, or one that exceeds the time limit, is stopped.
 */
final class ExecSessions {

    static final int MAX_PER_USER = 8;

    private static final ProblemCode TOO_MANY =
            ProblemCode.of(
                    ProblemKind.RATE,
                    "too-many-visits",
                    "A user runs too many commands in workloads at the same time.");
    private static final ProblemCode UNKNOWN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-visit",
                    "The user has no such command in the workload.");

    private static final Duration READER_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration MAX_DURATION = Duration.ofHours(1);
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    private static final Retry.Sleeper SLEEPER =
            slipway.surface.api.client.ClientTimeouts.defaults().sleeper();

    private final InstantSource clock;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    ExecSessions(InstantSource clock) {
        this.clock = clock;
    }

    /** The user who started a command, and the workload that it runs in. */
    record Owner(UserId user, WorkloadId workload) {}

    /**
     * @throws Problem if the user may not start another command
     */
    void check(UserId user) {
        long mine =
                sessions.values().stream()
                        .filter(
                                each ->
                                        each.owner.user().equals(user)
                                                && !each.outputBuffer.isComplete())
                        .count();
        if (mine >= MAX_PER_USER) {
            throw new Problem(
                    TOO_MANY,
                    "You already run %d commands in workloads.".formatted(mine),
                    "Each uses resources on the node of its workload.",
                    "Wait until one has ended.");
        }
    }

    /**
     * Registers a command that runs.
     *
     * @param watch watches the access of its owner and stops the command when that ends
     */
    void begin(
            String id,
            Owner owner,
            ExecProcess command,
            Function<Runnable, AccessControl.Watch> watch) {
        var session = new Session(owner, command, clock.instant());
        sessions.put(id, session);
        AccessControl.Watch access = watch.apply(session::stop);
        Thread.ofVirtual().name("exec-" + id).start(session::readOutput);
        Thread.ofVirtual()
                .name("exec-watch-" + id)
                .start(
                        () -> {
                            try (access) {
                                stopWhenUnread(id, session);
                            }
                        });
    }

    private Optional<OutputBuffer> find(String id, Owner owner) {
        return Optional.ofNullable(sessions.get(id))
                .filter(session -> session.owner.equals(owner))
                .map(session -> session.outputBuffer);
    }

    OutputBuffer get(String id, Owner owner) {
        return find(id, owner)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UNKNOWN,
                                        "You have no command " + id + ".",
                                        "It ended some time ago, or another user started it.",
                                        "Start another: slipway exec NAME -- COMMAND"));
    }

    /** Runs until no client has read for a while. */
    private void stopWhenUnread(String id, Session session) {
        try {
            while (!session.outputBuffer.unreadFor(READER_TIMEOUT, clock.instant())) {
                if (session.started.plus(MAX_DURATION).isBefore(clock.instant())) {
                    session.command.close();
                }
                SLEEPER.sleep(CHECK_INTERVAL);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            session.command.close();
            session.outputBuffer.close();
            sessions.remove(id);
        }
    }

    private static final class Session {

        private final Owner owner;
        private final ExecProcess command;
        private final Instant started;
        private final OutputBuffer outputBuffer;

        Session(Owner owner, ExecProcess command, Instant now) {
            this.owner = owner;
            this.command = command;
            this.started = now;
            this.outputBuffer = new OutputBuffer(now);
        }

        /** Stopping may take a while, for example on another node. */
        private void stop() {
            Thread.ofVirtual().name("exec-stop").start(command::close);
        }

        private void readOutput() {
            try (var output = command.output()) {
                command.input().close(); // it has no standard input
                byte[] bytes = new byte[8_192];
                for (int read = output.read(bytes); read >= 0; read = output.read(bytes)) {
                    outputBuffer.add(bytes, read);
                }
            } catch (IOException | InterruptedException disconnected) {
                command.close();
            }
            outputBuffer.complete(command.exit().join());
        }
    }
}
