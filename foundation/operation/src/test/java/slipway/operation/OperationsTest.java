package slipway.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.IdGenerator;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.operation.Operation.Progress;
import slipway.operation.Operation.Status;
import slipway.testkit.MovingClock;

@SuppressWarnings("NullAway.Init") // opened before each test
class OperationsTest {

    private static final Actor ANA = new Actor("ana", "api", "r-1");
    private static final ProblemCode BAD =
            ProblemCode.of(ProblemKind.OUTSIDE, "disk-bad", "The disk is bad.");

    @TempDir Path directory;
    private final MovingClock clock = MovingClock.at("2026-09-17T14:20:00Z");
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private Journal journal;
    private Operations operations;

    @BeforeEach
    void open() {
        journal =
                Journal.open(
                        new SqlJournalStorage(
                                Database.open(
                                        new DatabaseAddress.Sqlite(directory),
                                        List.of(ModuleSchema.JOURNAL, Operations.SCHEMA))),
                        LoopExecutor.threads(),
                        new Journal.Times(clock, clock::nanos));
        operations =
                Operations.open(
                        journal, new IdGenerator(clock, new SplittableRandom(1)), waiting::add);
    }

    @AfterEach
    void close() {
        operations.close();
        journal.close();
    }

    private void restart() {
        close();
        waiting.clear();
        open();
    }

    private Operation start(String type, OperationTask task) {
        return start(type, Optional.empty(), task);
    }

    private Operation start(String type, Optional<IdempotencyKey> key, OperationTask task) {
        return operations.start(
                new Operations.Request(type, "audit", Permission.AUDIT_READ, ANA, key), task);
    }

    private void runAll() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    private Status status(Operation operation) {
        return operations.find(operation.id()).orElseThrow().status();
    }

    @Test
    void an_operation_has_progress_and_keeps_its_result_over_a_restart() {
        Operation begun =
                start(
                        "audit.verify",
                        progress -> {
                            progress.step("entries", 10, "entries");
                            progress.add(4);
                            assertThat(operations.all().findFirst().orElseThrow().progress())
                                    .isEqualTo(
                                            new Progress(
                                                    "entries", 4, Optional.of(10L), "entries"));
                            progress.add(6);
                            return "{\"entries\":10}";
                        });
        assertThat(status(begun)).isInstanceOf(Status.Queued.class);
        runAll();
        restart();
        assertThat(status(begun))
                .isInstanceOfSatisfying(
                        Status.Succeeded.class,
                        ended -> assertThat(ended.result()).isEqualTo("{\"entries\":10}"));
        assertThat(operations.find(begun.id()).orElseThrow().author()).isEqualTo("ana");
    }

    @Test
    void an_operation_that_was_active_at_a_stop_is_interrupted() {
        Operation queued = start("audit.verify", _ -> "{}");
        Operation running =
                start(
                        "audit.export",
                        progress -> {
                            operations.close();
                            progress.add(1);
                            return "{}";
                        });
        waiting.remove();
        runAll();
        restart();
        for (Operation each : List.of(queued, running)) {
            assertThat(status(each))
                    .isInstanceOfSatisfying(
                            Status.Failed.class,
                            failed -> assertThat(failed.failure().code()).isEqualTo("interrupted"));
        }
        restart();
        assertThat(ends()).containsExactly("failed", "failed");
    }

    private List<String> ends() {
        return journal.events(Set.of(JournalStream.FACTS), 0, 100).stream()
                .flatMap(event -> event.fact().stream())
                .flatMap(
                        fact ->
                                fact instanceof Fact.OperationEnded ended
                                        ? java.util.stream.Stream.of(ended.outcome())
                                        : java.util.stream.Stream.empty())
                .toList();
    }

    @Test
    void an_operation_is_cancelled_before_it_begins_and_while_it_runs() {
        Operation early = start("audit.verify", _ -> "{}");
        operations.cancel(early.id());
        assertThat(status(early)).isInstanceOf(Status.Cancelled.class);
        Operation late =
                start(
                        "audit.verify",
                        progress -> {
                            operations.cancel(running().id());
                            assertThat(running().status()).isInstanceOf(Status.Stopping.class);
                            progress.add(1);
                            return "{}";
                        });
        runAll();
        assertThat(status(late)).isInstanceOf(Status.Cancelled.class);
        operations.cancel(late.id());
        assertThat(status(late)).isInstanceOf(Status.Cancelled.class);
        assertThat(ends()).containsExactly("cancelled", "cancelled");
    }

    private Operation running() {
        return operations.all().filter(each -> each.status().active()).findFirst().orElseThrow();
    }

    @Test
    void starting_again_what_is_active_returns_the_same_operation() {
        var key = Optional.of(IdempotencyKey.of("ana", "k", "r"));
        Operation first = start("audit.verify", key, _ -> "{}");
        assertThat(start("audit.verify", _ -> "{}").id()).isEqualTo(first.id());
        runAll();
        assertThat(start("audit.verify", key, _ -> "{}").id()).isEqualTo(first.id());
        assertThat(start("audit.verify", _ -> "{}").id()).isNotEqualTo(first.id());
        assertThat(waiting).hasSize(1);
    }

    @Test
    void a_task_that_fails_ends_its_operation_with_the_problem() {
        Operation refused =
                start(
                        "audit.verify",
                        _ -> {
                            throw new Problem(BAD, "It failed.", "The disk is bad.", "Replace it.");
                        });
        Operation broken =
                start(
                        "audit.export",
                        _ -> {
                            throw new StackOverflowError("deep");
                        });
        runAll();
        assertThat(code(refused)).isEqualTo("disk-bad");
        assertThat(code(broken)).isEqualTo("operation-failed");
    }

    private String code(Operation operation) {
        return ((Status.Failed) status(operation)).failure().code();
    }

    @Test
    void routine_work_of_the_server_is_an_event_only_if_it_does_not_succeed() {
        for (String type : List.of("sound", "broken")) {
            operations.start(
                    new Operations.Request(
                            type,
                            "audit",
                            Permission.AUDIT_READ,
                            Actor.system("server"),
                            Optional.empty()),
                    _ -> {
                        if (type.equals("broken")) {
                            throw new Problem(BAD, "It failed.", "The disk is bad.", "Replace it.");
                        }
                        return "{}";
                    });
        }
        runAll();
        assertThat(ends()).containsExactly("failed");
    }

    @Test
    void at_most_a_hundred_operations_wait() {
        for (int i = 0; i < Operations.MAX_ACTIVE; i++) {
            start("type-" + i, _ -> "{}");
        }
        assertThatThrownBy(() -> start("one-more", _ -> "{}")).isInstanceOf(Problem.class);
    }

    @Test
    void an_operation_is_removed_thirty_days_after_its_end() {
        Operation old = start("audit.verify", _ -> "{}");
        runAll();
        clock.forward(Operations.RETENTION.minusMinutes(1));
        operations.sweep();
        assertThat(operations.find(old.id())).isPresent();
        clock.forward(Duration.ofMinutes(2));
        operations.sweep();
        assertThat(operations.find(old.id())).isEmpty();
        restart();
        assertThat(operations.find(old.id())).isEmpty();
    }
}
