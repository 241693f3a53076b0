package slipway.server.platform;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Ids;
import slipway.journal.Crew;
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

    private static final Actor SELF = Actor.system("server");

    private final Config config;
    private final Db db;
    private final Journal journal;
    private final Upkeep upkeep;
    private final LocalToken token;
    private final Door door;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Platform(Config config, String version, Db db, InstantSource clock) {
        this.config = config;
        this.db = db;
        this.journal =
                Journal.open(
                        new SqlMedium(db),
                        Crew.threads(),
                        new Journal.Times(clock, System::nanoTime));
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
        var listen = new Door.Listen(config.host(), config.port());
        this.door = opened(listen, routes);
        journal.tell(new Fact.ServerStarted(version, journal.term()), SELF, "server");
        upkeep.start();
    }

    /** Starts everything. When it returns, the platform can write and is listening. */
    public static Platform start(Config config, String version, InstantSource clock) {
        Address place = Rooms.database(config);
        if (place instanceof Address.Sqlite) {
            LocalDisk.refuseShared(config.data());
        }
        Db db = Db.open(place, Rooms.SCHEMAS);
        return new Platform(config, version, db, clock);
    }

    private Door opened(Door.Listen listen, List<Routes> routes) {
        try {
            return Door.open(listen, token, routes);
        } catch (RuntimeException e) {
            token.forget();
            journal.close();
            throw e;
        }
    }

    /** The address a person opens. */
    public String url() {
        String host = config.host().contains(":") ? "[" + config.host() + "]" : config.host();
        return "http://" + host + ":" + door.port();
    }

    public String database() {
        return db.describe();
    }

    public long freeBytes() {
        return LocalDisk.free(config.data());
    }

    /** In the opposite order: nobody comes in any more, then the stop is told, then the journal is closed. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        door.close();
        token.forget();
        upkeep.close();
        if (journal.health() instanceof slipway.journal.Health.Writing) {
            journal.tell(new Fact.ServerStopped(journal.term()), SELF, "server");
        }
        journal.close();
    }
}
