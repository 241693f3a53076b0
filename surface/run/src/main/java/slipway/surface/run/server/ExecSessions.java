package slipway.surface.run.server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.Retry;
import slipway.base.UserId;
import slipway.base.WorkloadId;
import slipway.run.engine.ExecProcess;

/**
 * The commands that run beside workloads, and what they have said that nobody heard yet. A command whose reader is too
 * slow waits; one that nobody listens to, or that goes on for too long, is ended.
 */
final class ExecSessions {

    static final int MOST_OF_ONE = 8;

    private static final ProblemCode TOO_MANY =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "too-many-visits",
                    "One person runs too many commands beside workloads at the same time.");
    private static final ProblemCode UNKNOWN =
            ProblemCode.of(
                    ProblemKind.NOT_FOUND,
                    "no-such-visit",
                    "There is no such command of yours beside the workload.");

    private static final Duration UNHEARD = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Retry.Sleeper REST =
            slipway.surface.api.client.ClientTimeouts.defaults().sleeper();

    private final InstantSource clock;
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    ExecSessions(InstantSource clock) {
        this.clock = clock;
    }

    /** Whose it is, and beside what. */
    record Whose(UserId user, WorkloadId workload) {}

    /** Before it is begun: whether this person may begin one more. */
    void check(UserId user) {
        long mine =
                open.values().stream()
                        .filter(
                                each ->
                                        each.whose.user().equals(user)
                                                && !each.outputBuffer.isOver())
                        .count();
        if (mine >= MOST_OF_ONE) {
            throw new Problem(
                    TOO_MANY,
                    "You run %d commands beside workloads already.".formatted(mine),
                    "Each takes a place on the machine of its workload.",
                    "Wait until one has ended.");
        }
    }

    void begin(String id, Whose whose, ExecProcess command) {
        var visit = new Open(whose, command, clock.instant());
        open.put(id, visit);
        Thread.ofVirtual().name("visit-" + id).start(visit::hear);
        Thread.ofVirtual().name("visit-end-" + id).start(() -> watch(id, visit));
    }

    boolean knows(String id) {
        return open.containsKey(id);
    }

    private Optional<OutputBuffer> find(String id, Whose whose) {
        return Optional.ofNullable(open.get(id))
                .filter(visit -> visit.whose.equals(whose))
                .map(visit -> visit.outputBuffer);
    }

    OutputBuffer get(String id, Whose whose) {
        return find(id, whose)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UNKNOWN,
                                        "There is no command " + id + " of yours.",
                                        "It ended a while ago, or somebody else began it.",
                                        "Begin another: slipway exec NAME -- COMMAND"));
    }

    /** Until it was over and nobody asks any more. */
    private void watch(String id, Open visit) {
        try {
            while (!visit.outputBuffer.unheardFor(UNHEARD, clock.instant())) {
                if (visit.began.plus(LONGEST).isBefore(clock.instant())) {
                    visit.command.close();
                }
                REST.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            visit.command.close();
            visit.outputBuffer.close();
            open.remove(id);
        }
    }

    /** One command. */
    private static final class Open {

        private final Whose whose;
        private final ExecProcess command;
        private final Instant began;
        private final OutputBuffer outputBuffer;

        Open(Whose whose, ExecProcess command, Instant now) {
            this.whose = whose;
            this.command = command;
            this.began = now;
            this.outputBuffer = new OutputBuffer(now);
        }

        private void hear() {
            try (var output = command.output()) {
                command.input().close(); // nothing can be typed into it
                byte[] bytes = new byte[8_192];
                for (int read = output.read(bytes); read >= 0; read = output.read(bytes)) {
                    outputBuffer.add(bytes, read);
                }
            } catch (IOException | InterruptedException gone) {
                command.close();
            }
            outputBuffer.over(command.exit().join());
        }
    }
}
