package slipway.server.platform;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Ids;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.Crew;
import slipway.journal.Draft;
import slipway.journal.Health;
import slipway.journal.Journal;
import slipway.journal.Retention;
import slipway.journal.sql.Address;
import slipway.journal.sql.Db;
import slipway.journal.sql.SqlMedium;
import slipway.server.api.Door;
import slipway.server.api.LocalToken;
import slipway.server.api.Routes;
import slipway.server.api.journal.EventRoutes;
import slipway.server.api.journal.NoteRoutes;
import slipway.server.config.Config;
import slipway.server.web.HealthRoutes;

/** The running platform. Its constructor reads as a table of contents. */
public final class Platform implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Platform.class);
    private static final Actor SELF = Actor.system("server");
    private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

    private final Config config;
    private final Address place;
    private final Journal journal;
    private final Upkeep upkeep;
    private final LocalToken token;
    private final Door door;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Platform(
            Config config, Address place, String version, Journal journal, InstantSource clock) {
        this.config = config;
        this.place = place;
        this.journal = journal;
        this.upkeep =
                new Upkeep(
                        journal,
                        new Retention(
                                config.keepFacts(), config.keepTicks(), config.keepAnswers()));
        var random = new SecureRandom();
        List<Routes> routes =
                List.of(
                        new HealthRoutes(journal, version),
                        new EventRoutes(journal),
                        new NoteRoutes(journal, new Ids(clock, random)));
        this.token = LocalToken.make(config.data(), random);
        this.door = opened(new Door.Listen(config.host(), config.port()), routes);
    }

    /** Starts everything. When it returns, the platform can write and is listening. */
    public static Platform start(Config config, String version, InstantSource clock) {
        Address place = Rooms.database(config);
        if (place instanceof Address.Sqlite) {
            LocalDisk.refuseShared(config.data());
        }
        Journal journal =
                Journal.open(
                        new SqlMedium(Db.open(place, Rooms.SCHEMAS)),
                        Crew.threads(),
                        new Journal.Times(clock, System::nanoTime));
        return on(config, place, version, journal, clock);
    }

    static Platform on(
            Config config, Address place, String version, Journal journal, InstantSource clock) {
        try {
            var platform = new Platform(config, place, version, journal, clock);
            platform.begin(version);
            return platform;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private Door opened(Door.Listen listen, List<Routes> routes) {
        try {
            return Door.open(listen, token, routes);
        } catch (RuntimeException e) {
            token.forget();
            throw e;
        }
    }

    private void begin(String version) {
        try {
            journal.tell(new Fact.ServerStarted(version, journal.term()), SELF, "server");
            upkeep.start();
        } catch (RuntimeException e) {
            shut();
            throw e;
        }
    }

    /** The address a person on this machine opens. */
    public String url() {
        return door.url();
    }

    /** Whether other machines may reach it. */
    public boolean reachable() {
        return door.reachable();
    }

    /** What keeps the data, as a person calls it. */
    public String database() {
        return place instanceof Address.Postgres ? place.toString() : "SQLite";
    }

    public long freeBytes() {
        return LocalDisk.free(config.data());
    }

    @Override
    public void close() {
        var _ = stop();
    }

    /**
     * In the opposite order: nobody comes in any more, then the stop is told, then the journal is closed.
     *
     * @return what kept it from stopping in order, if anything did
     */
    public Optional<String> stop() {
        if (closed.getAndSet(true)) {
            return Optional.empty();
        }
        Optional<String> trouble = Optional.empty();
        try {
            shut();
            trouble = trouble().or(this::tellStop);
        } finally {
            journal.close();
        }
        return trouble;
    }

    private void shut() {
        door.close();
        token.forget();
        upkeep.close();
    }

    private Optional<String> trouble() {
        return switch (journal.health()) {
            case Health.Writing() -> Optional.empty();
            case Health.Failing(var problem, _) -> Optional.of(problem.what());
            case Health.Stopped(var problem, _) -> Optional.of(problem.what());
        };
    }

    /** A disk that does not answer must not keep the server from stopping. */
    private Optional<String> tellStop() {
        var fact = new Fact.ServerStopped(journal.term());
        try {
            Journal.await(
                    journal.send(Commit.of(Draft.of(fact, SELF, "server")))
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
