package slipway.server.platform;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.account.Account;
import slipway.base.Actor;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.Ids;
import slipway.base.Mistake;
import slipway.guard.Guard;
import slipway.guard.ServerKey;
import slipway.guard.audit.Audit;
import slipway.guard.oidc.Provider;
import slipway.guard.oidc.SignOn;
import slipway.journal.Crew;
import slipway.journal.Journal;
import slipway.journal.sql.Address;
import slipway.journal.sql.Db;
import slipway.journal.sql.SqlMedium;
import slipway.run.Runner;
import slipway.server.api.Binding;
import slipway.server.api.Door;
import slipway.server.api.Gatekeeper;
import slipway.server.api.LocalToken;
import slipway.server.api.Measures;
import slipway.server.api.audit.AuditHandlers;
import slipway.server.api.guard.GuardHandlers;
import slipway.server.api.guard.SingleSignOn;
import slipway.server.api.journal.EventHandlers;
import slipway.server.api.journal.NoteHandlers;
import slipway.server.api.plan.Plans;
import slipway.server.api.run.RunHandlers;
import slipway.server.api.server.HealthHandlers;
import slipway.server.api.server.ServerHandlers;
import slipway.server.api.workspace.WorkspaceDoors;
import slipway.server.config.CalibrationUse;
import slipway.server.config.Config;
import slipway.server.config.SignOnSettings;
import slipway.server.web.CommandFinder;
import slipway.server.web.Finder;
import slipway.server.web.Live;
import slipway.server.web.Page;
import slipway.server.web.PageFinder;
import slipway.server.web.Search;
import slipway.server.web.Web;
import slipway.server.web.about.AboutPages;
import slipway.server.web.audit.AuditPages;
import slipway.server.web.cluster.ClusterPages;
import slipway.server.web.events.EventPages;
import slipway.server.web.home.HomePages;
import slipway.server.web.home.HomeView;
import slipway.server.web.login.LoginPages;
import slipway.server.web.people.PeoplePages;
import slipway.server.web.plan.AccuracyPages;
import slipway.server.web.plan.PlanPages;
import slipway.server.web.queue.QueuePages;
import slipway.server.web.queue.Scenes;
import slipway.server.web.settings.SettingsPages;
import slipway.server.web.workload.WorkloadPages;
import slipway.wire.AllRoutes;
import slipway.wire.route.Route;

/** The running platform. Its constructor reads as a table of contents. */
public final class Platform implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Platform.class);
    private static final Actor SELF = Actor.system("server");
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration A_DAY = Duration.ofDays(1);

    private final Config config;
    private final Address place;
    private final Journal journal;
    private final Guard guard;
    private final Audit audit;
    private final Optional<SingleSignOn> signOn;
    private final ExecutorService outside;
    private final Running running;
    private final Runner runner;
    private final WorkspaceDoors workspaces;
    private final Planning planning;
    private final Upkeep upkeep;
    private final DiskWatch disks;
    private final LocalToken token;
    private final List<Route<?, ?>> routes;
    private final Door door;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Platform(
            Config config, Address place, String version, Journal journal, InstantSource clock) {
        this.config = config;
        this.place = place;
        this.journal = journal;
        var random = new SecureRandom();
        ServerKey key = ServerKey.open(journal, config.data(), random);
        this.guard = Guard.open(journal, key, random);
        this.outside =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("second-place").factory());
        this.audit = Audit.open(journal, key.seals(), config.secondPlace(), outside);
        this.signOn = config.signOn().map(settings -> signOn(settings, key, clock, random));
        Account account = Account.open(journal);
        var plans = new Plans(Planning.catalog(config), account);
        this.running =
                Running.open(new Running.House(config, journal, plans), guard, clock, random);
        this.runner = running.runner();
        this.workspaces = running.workspaces();
        this.planning = new Planning(config, runner, account, plans, clock);
        this.upkeep = Upkeep.of(journal, config);
        this.disks = new DiskWatch(DiskWatch.roots(config), DiskSpace::under);
        var gatekeeper = new Gatekeeper(guard, clock);
        var measures = new Measures();
        JournalMeasures.addTo(measures, journal);
        Faces faces = faces(version, clock);
        var web = new Web(version, clock, faces.pages());
        var ids = new Ids(clock, random);
        List<Binding<?, ?>> bindings = answers(gatekeeper, measures, version, clock, ids);
        Binding.checkComplete(AllRoutes.LIST, bindings);
        this.token = LocalToken.keep(config.data(), guard.localToken());
        List<Binding<?, ?>> all =
                Stream.concat(bindings.stream(), shown(faces, web, version, clock)).toList();
        this.routes = all.stream().<Route<?, ?>>map(Binding::route).toList();
        this.door = opened(new Door.House(gatekeeper, ids, measures, web, version), all);
    }

    /** What answers each route of the API. */
    private List<Binding<?, ?>> answers(
            Gatekeeper gatekeeper,
            Measures measures,
            String version,
            InstantSource clock,
            Ids ids) {
        return Stream.of(
                        new HealthHandlers(journal, disks::alert).bindings(),
                        new ServerHandlers(measures, version).bindings(),
                        new GuardHandlers(guard, gatekeeper, clock, signOn).bindings(),
                        new AuditHandlers(audit, this::checkAudit).bindings(),
                        new EventHandlers(journal, guard, clock).bindings(),
                        new NoteHandlers(journal).bindings(),
                        planning.bindings(),
                        new RunHandlers(runner, guard, ids, clock, workspaces).bindings())
                .flatMap(List::stream)
                .toList();
    }

    /** What people look at, in the order of the tabs; how it is found; and the files that pages offer. */
    private record Faces(List<Page> pages, List<Finder> finders, List<Binding<?, ?>> files) {}

    private Faces faces(String version, InstantSource clock) {
        var people = new PeoplePages(clock, guard::lastUse, signOn);
        var scenes = new Scenes(runner, clock);
        var workloads =
                new WorkloadPages(
                        runner, scenes, journal, workspaces, planning.learning()::outcome);
        var cluster = new ClusterPages(runner, scenes);
        var plan = new PlanPages(planning.desk(), runner, clock);
        var accuracy = new AccuracyPages(planning.learning(), clock);
        var log = new AuditPages(audit, journal, clock);
        var events = new EventPages(journal, clock);
        var settings = new SettingsPages(config, running::remarks);
        var about = new AboutPages(version, clock.instant(), this::database);
        List<Page> pages =
                Stream.of(
                                new HomePages(this::machine, scenes).pages(),
                                new QueuePages(scenes).pages(),
                                workloads.pages(),
                                cluster.pages(),
                                plan.pages(),
                                accuracy.pages(),
                                people.pages(),
                                log.pages(),
                                events.pages(),
                                settings.pages(),
                                about.pages())
                        .flatMap(List::stream)
                        .toList();
        return new Faces(
                pages,
                List.of(
                        new PageFinder(pages),
                        workloads,
                        cluster,
                        plan,
                        people.finder(),
                        events,
                        settings,
                        new CommandFinder(forms(people.forms(), plan.forms()))),
                Stream.concat(log.bindings().stream(), workloads.bindings().stream()).toList());
    }

    private static Map<String, String> forms(Map<String, String> some, Map<String, String> more) {
        var all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    private Stream<Binding<?, ?>> shown(Faces faces, Web web, String version, InstantSource clock) {
        Optional<String> issuer = signOn.map(SingleSignOn::issuer);
        return Stream.of(
                        web.bindings(),
                        faces.files(),
                        new LoginPages(web, journal, issuer, name()).bindings(),
                        new Live(journal, guard, clock, version).bindings(),
                        new Search(faces.finders()).bindings())
                .flatMap(List::stream);
    }

    /** What people call this server: the address they know, or the machine they are at. */
    private String name() {
        return config.publicUrl()
                .map(url -> String.valueOf(url.getHost()))
                .orElse("Slipway on this machine");
    }

    private HomeView.Machine machine() {
        var storage = new HomeView.Storage(new Bytes(freeBytes()), disks.alert());
        return new HomeView.Machine(database(), storage, url(), reachable(), signOn.isPresent());
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

    private Door opened(Door.House house, List<Binding<?, ?>> bindings) {
        try {
            Door opened = Door.open(Encryption.listen(config), house, bindings);
            token.leadsTo(opened.url(), opened.certificate());
            return opened;
        } catch (RuntimeException e) {
            token.forget();
            throw e;
        }
    }

    /** Reads the whole log beside the running journal, and says loudly when it is not what was sealed. */
    private synchronized Audit.Check checkAudit() {
        try (Db beside = Db.beside(place, Rooms.SCHEMAS)) {
            Audit.Check check = audit.check(beside);
            if (!check.verdict().good()) {
                LOG.error("{}", check.verdict().problem().getMessage());
            }
            return check;
        }
    }

    private static SingleSignOn signOn(
            SignOnSettings settings, ServerKey key, InstantSource clock, SecureRandom random) {
        var cookieKey = new SecretKeySpec(key.derived("sign-on cookie"), "AES");
        Provider provider = settings.providerWithSecret();
        return new SingleSignOn(
                new SignOn(provider, cookieKey, clock, random),
                provider.issuer(),
                settings.groups());
    }

    private void begin(String version) {
        try {
            journal.tell(new Fact.ServerStarted(version, journal.term()), SELF, "server");
            planning.follow();
            upkeep.start();
            upkeep.every(DiskWatch.PAUSE, disks::look);
            upkeep.every(A_MINUTE, () -> Journal.await(guard.flush()));
            upkeep.every(A_MINUTE, () -> audit.tick(journal.now()));
            upkeep.after(A_MINUTE, this::checkAudit);
            upkeep.every(A_DAY, this::checkAudit);
            if (config.calibration() == CalibrationUse.AUTOMATIC) {
                upkeep.every(A_DAY, planning.learning()::applyWhatHelps);
            }
        } catch (RuntimeException e) {
            shut();
            throw e;
        }
    }

    /** Every way in, pages too. */
    public List<Route<?, ?>> routes() {
        return routes;
    }

    /** The address a person on this machine opens. */
    public String url() {
        return door.url();
    }

    /** At the very first start: gives the first admin's token away, once. */
    public void welcome(Consumer<String> show) {
        guard.welcome(made -> show.accept(made.text()));
    }

    /** What is written in the settings and does not fit what there is. */
    public List<Mistake> remarks() {
        return running.remarks();
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
            trouble = new LastWords(journal, guard).say();
        } finally {
            journal.close();
        }
        return trouble;
    }

    private void shut() {
        door.close();
        workspaces.close();
        running.close();
        runner.engine().close();
        token.forget();
        upkeep.close();
        signOn.ifPresent(there -> there.with().close());
        outside.shutdown();
    }
}
