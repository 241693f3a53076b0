package slipway.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.journal.Journal;
import slipway.journal.JournalHealth;
import slipway.journal.JournalReader;
import slipway.journal.MemoryStorage;
import slipway.journal.RetentionPolicy;
import slipway.journal.table.Table;

/** One run: the disk, the servers on it, the clients and the checks. */
final class StormRun {

    private static final Set<String> TRANSIENT =
            Set.of(
                    "disk-full",
                    "database-unreachable",
                    "not-written",
                    "stopping",
                    "term-ended",
                    "too-busy");
    private static final RetentionPolicy RETENTION =
            new RetentionPolicy(Duration.ofHours(1), Duration.ofHours(1), Duration.ofDays(3_000));
    private static final int CALM_ROUNDS = 500;

    private final Storm storm;
    private final StormRandom stormRandom;
    private final FaultInjector.FaultRates faultRates;
    private final Optional<List<String>> traceLines;
    private final SimulatedTime time = new SimulatedTime();
    private final MemoryStorage.Disk disk;
    private final DurableEventLog durableEventLog;
    private final ExternalEffects.ExternalSystem externalSystem =
            new ExternalEffects.ExternalSystem();
    private final Clients clients;
    private final List<Server> staleServers = new ArrayList<>();
    private final StormTally stormTally = new StormTally();
    private Optional<Server> current = Optional.empty();
    private Optional<InvariantViolation> violation = Optional.empty();
    private Optional<Boolean> inOrder = Optional.of(true);
    private int faultsAtStart;
    private Optional<Server> inTurn = Optional.empty();
    private boolean calm;
    private boolean interleaving;

    StormRun(
            Storm storm,
            StormRandom stormRandom,
            FaultInjector.FaultRates climate,
            Optional<List<String>> story) {
        this.storm = storm;
        this.stormRandom = stormRandom;
        this.faultRates = climate;
        this.traceLines = story;
        var tables = new ArrayList<Table<?>>(List.of(Counter.COUNTS));
        storm.modules().forEach(one -> tables.addAll(one.tables()));
        this.disk = new MemoryStorage.Disk(tables.toArray(Table<?>[]::new));
        this.durableEventLog = new DurableEventLog(disk);
        this.clients = new Clients(this, stormRandom);
    }

    /** Performs one random step. */
    void step() {
        int dice = stormRandom.below(1_000);
        if (dice < 470) {
            current().ifPresentOrElse(this::turn, this::start);
        } else if (dice < 720) {
            clients.ask();
        } else if (dice < 800) {
            clients.retry();
        } else if (dice < 850) {
            pass();
        } else if (dice < 910) {
            clients.write();
        } else if (dice < 950) {
            writeFromStaleServer();
        } else if (dice < 970) {
            current().ifPresent(this::sweep);
        } else if (dice < 985) {
            replace();
        } else {
            current().ifPresent(stormRandom.chance(500) ? this::kill : this::stop);
        }
        check();
    }

    /** Ends the faults. From here on every call must be answered, and every reader must catch up. */
    void calmDown() {
        trace(() -> "the storm is over");
        calm = true;
        for (int round = 0; round < CALM_ROUNDS; round++) {
            Server server = current().orElseGet(this::started);
            boolean busy = server.turns().all();
            staleServers.forEach(ghost -> ghost.turns().all());
            clients.retryAll(server);
            check();
            if (!busy && clients.unsettled().isEmpty() && server.caughtUp()) {
                checkAtRest(server);
                return;
            }
            time.forward(Duration.ofSeconds(90));
        }
        throw new InvariantViolation(
                "All is calm and these wait for ever: %s; readers %s"
                        .formatted(
                                clients.unsettled(),
                                current()
                                        .map(server -> server.journal().readers())
                                        .orElse(List.of())));
    }

    private void check() {
        durableEventLog.readNew();
        violation.ifPresent(
                found -> {
                    throw found;
                });
        current().ifPresent(this::check);
    }

    private void check(Server server) {
        Journal journal = server.journal();
        InvariantViolation.unless(
                journal.seq() <= disk.seq(),
                () -> "The journal shows event " + journal.seq() + "; the disk has " + disk.seq());
        InvariantViolation.unless(
                !(journal.health() instanceof JournalHealth.Stopped),
                () -> "The newest server stopped: " + journal.health());
        server.modules().forEach(ModuleInstance::check);
        if (journal.seq() == disk.seq() && stormRandom.chance(100)) {
            withoutFaults(() -> server.modules().forEach(room -> room.compare(journal)));
        }
    }

    private void checkAtRest(Server server) {
        clients.checkAtRest();
        server.modules()
                .forEach(room -> room.checkAtRest(server.journal(), durableEventLog.history()));
        Counter.checkAtRest(server.journal(), durableEventLog.history());
        InvariantViolation.unless(
                externalSystem.reached() == disk.seq(),
                () ->
                        "The outside was told up to "
                                + externalSystem.reached()
                                + " of "
                                + disk.seq());
        server.journal().check();
    }

    /** Runs a check of the storm without faults and without time. */
    private void withoutFaults(Runnable look) {
        boolean before = calm;
        calm = true;
        look.run();
        calm = before;
    }

    private Optional<Server> current() {
        return current;
    }

    private void start() {
        try {
            started();
        } catch (MemoryStorage.Died e) {
            stormTally.crashes++;
        } catch (Problem e) {
            trace(() -> "a server cannot start: " + e.code().name());
        }
    }

    private Server started() {
        Optional<Boolean> expected = inOrder;
        inOrder = Optional.of(false);
        faultsAtStart = stormTally.faults;
        var medium = new MemoryStorage(disk, new FaultInjector(this, stormRandom, faultRates));
        boolean before = interleaving;
        interleaving = true;
        Server server;
        try {
            server = new Server(storm.storage(medium), this);
        } finally {
            interleaving = before;
        }
        boolean found = server.journal().wasCleanShutdown();
        InvariantViolation.unless(
                expected.orElse(found) == found,
                () -> server + " thinks that the one before stopped in order: " + found);
        trace(() -> server + " begins");
        current = Optional.of(server);
        return server;
    }

    private void turn(Server server) {
        if (!server.dead()) {
            alive(server, () -> report(server, server.turns().one(stormRandom)));
        }
    }

    private void report(Server server, String who) {
        trace(() -> server + ": " + who);
    }

    /** Lets the server do something that may kill it. */
    private void alive(Server server, Runnable work) {
        Optional<Server> before = inTurn;
        inTurn = Optional.of(server);
        try {
            work.run();
        } catch (MemoryStorage.Died e) {
            dead(server);
            if (before.isPresent()) {
                // A server that crashes meanwhile loses the write under way.
                throw e;
            }
        } finally {
            inTurn = before;
        }
    }

    private void kill(Server server) {
        trace(() -> server + " is killed");
        dead(server);
    }

    private void dead(Server server) {
        stormTally.crashes++;
        server.die();
        clients.lose(server);
        staleServers.remove(server);
        current = current.filter(one -> one != server);
    }

    private void stop(Server server) {
        if (interleaving) {
            return;
        }
        trace(() -> server + " stops in order");
        alive(
                server,
                () -> {
                    server.journal().close();
                    stormTally.stops++;
                    server.die();
                    clients.lose(server);
                    if (!staleServers.remove(server)) {
                        current = Optional.empty();
                        // A fault may or may not have left something open at the end.
                        inOrder =
                                faultsAtStart == stormTally.faults
                                        ? Optional.of(true)
                                        : Optional.empty();
                    }
                });
    }

    /** Another server takes over; the previous one continues as a stale server. */
    private void replace() {
        current.ifPresent(
                server -> {
                    trace(() -> server + " becomes a ghost");
                    staleServers.add(server);
                    stormTally.staleServers++;
                });
        current = Optional.empty();
        start();
    }

    private void writeFromStaleServer() {
        if (!staleServers.isEmpty()) {
            turn(stormRandom.one(staleServers));
        }
    }

    /** The server that a client reaches: mostly the newest, at times a stale one. */
    Optional<Server> randomServer() {
        return !staleServers.isEmpty() && stormRandom.chance(200)
                ? Optional.of(stormRandom.one(staleServers))
                : current;
    }

    private void sweep(Server server) {
        trace(() -> server + " sweeps");
        stormTally.sweeps++;
        alive(
                server,
                () -> {
                    try {
                        var _ = server.journal().sweepAsync(RETENTION);
                    } catch (Problem e) {
                        trace(() -> "the sweep fails: " + e.code().name());
                    }
                });
    }

    /** Time goes on, and at times the clock jumps. */
    private void pass() {
        switch (stormRandom.below(10)) {
            case 0 -> time.jump(Duration.ofMinutes(-stormRandom.below(600)));
            case 1 -> time.jump(Duration.ofMinutes(stormRandom.below(60)));
            case 2, 3, 4 -> time.forward(Duration.ofMinutes(stormRandom.below(60)));
            default -> time.forward(Duration.ofMillis(stormRandom.below(5_000)));
        }
        trace(() -> "it is " + time);
    }

    /** A write takes long. Other work continues; even another server may take over. */
    void interleave() {
        if (interleaving) {
            return;
        }
        interleaving = true;
        stormTally.interleavings++;
        trace(() -> "this takes long; meanwhile:");
        try {
            time.forward(Duration.ofMillis(stormRandom.below(3_000)));
            Server server = inTurn.orElseThrow();
            for (int i = stormRandom.below(4); i >= 0; i--) {
                if (stormRandom.chance(500)) {
                    clients.ask();
                } else if (stormRandom.chance(40)) {
                    replace();
                } else if (stormRandom.chance(50)) {
                    sweep(server);
                } else {
                    turn(server);
                }
            }
        } finally {
            interleaving = false;
        }
    }

    /** Keeps a violation that is found inside an answer's callback. */
    void guarded(Runnable check) {
        try {
            check.run();
        } catch (InvariantViolation found) {
            violation = violation.or(() -> Optional.of(found));
        }
    }

    static boolean isTransient(Problem problem) {
        return TRANSIENT.contains(problem.code().name());
    }

    void trace(Supplier<String> what) {
        traceLines.ifPresent(lines -> lines.add(what.get()));
    }

    int passPoint() {
        return stormTally.points++;
    }

    boolean calm() {
        return calm;
    }

    SimulatedTime time() {
        return time;
    }

    DurableEventLog durableEvents() {
        return durableEventLog;
    }

    StormTally tally() {
        return stormTally;
    }

    List<StormModule<?, ?>> modules() {
        return storm.modules();
    }

    List<JournalReader> readers(Journal journal) {
        return List.of(
                storm.reader(new ExternalEffects(externalSystem, this, stormRandom)),
                storm.reader(new Counter(journal)));
    }
}
