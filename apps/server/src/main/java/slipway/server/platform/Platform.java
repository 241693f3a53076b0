package slipway.server.platform;

import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.audit.AccessLog;
import slipway.audit.Audit;
import slipway.base.Actor;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.IdGenerator;
import slipway.base.Mistake;
import slipway.cli.AllRoutes;
import slipway.evidence.EvidenceStore;
import slipway.identity.AccessControl;
import slipway.identity.ServerKey;
import slipway.journal.FatalFailures;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.SqlJournalStorage;
import slipway.plan.CurrentPlanner;
import slipway.run.Runner;
import slipway.server.config.CalibrationUse;
import slipway.server.config.Config;
import slipway.server.config.SignOnSettings;
import slipway.server.pages.HomePage;
import slipway.signon.OidcProvider;
import slipway.signon.SignOn;
import slipway.surface.api.Route;
import slipway.surface.audit.server.AuditHandlers;
import slipway.surface.audit.server.EventHandlers;
import slipway.surface.audit.server.NoteHandlers;
import slipway.surface.audit.server.ReadHandlers;
import slipway.surface.people.server.PeopleSurface;
import slipway.surface.people.server.SignOnSetup;
import slipway.surface.run.server.RunSurface;
import slipway.surface.run.server.proxy.WorkspaceListeners;
import slipway.surface.system.server.HealthHandlers;
import slipway.surface.system.server.OperationHandlers;
import slipway.surface.system.server.ReaderHandlers;
import slipway.surface.system.server.WebhookHandlers;
import slipway.surface.web.http.Authenticator;
import slipway.surface.web.http.HttpServer;
import slipway.surface.web.http.LocalToken;
import slipway.surface.web.http.RepeatedRequests;
import slipway.surface.web.http.RouteHandler;
import slipway.surface.web.http.ServerMetrics;
import slipway.surface.web.live.EventHub;

/** The running platform: opens all modules, wires them by hand, and closes them in reverse order. */
public final class Platform implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Platform.class);
    private static final Actor SELF = Actor.system("server");
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration READS_FLUSHED = Duration.ofSeconds(10);
    private static final Duration AN_HOUR = Duration.ofHours(1);
    private static final Duration A_DAY = Duration.ofDays(1);

    private final Config config;
    private final DatabaseAddress databaseAddress;
    private final Journal journal;
    private final AccessControl accessControl;
    private final EventHub hub;
    private final Audit audit;
    private final AccessLog accessLog;
    private final Optional<SignOnSetup> signOn;
    private final ExecutorService mirrorExecutor;
    private final OperationSetup operationSetup;
    private final EngineSetup engineSetup;
    private final Runner runner;
    private final WorkspaceListeners workspaces;
    private final PlanSurface planSurface;
    private final MaintenanceTasks maintenanceTasks;
    private final DiskWatch disks;
    private final FirstAdminFile firstAdminFile;
    private final WebhookSetup webhooks;
    private final LocalToken token;
    private final List<Route<?, ?>> routes;
    private final HttpServer httpServer;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Platform(
            Config config, DatabaseAddress databaseAddress, String version, Journal journal) {
        InstantSource clock = journal.clock();
        this.config = config;
        this.databaseAddress = databaseAddress;
        this.journal = journal;
        var random = new SecureRandom();
        ServerKey key = ServerKey.open(journal, config.data(), random);
        this.accessControl = AccessControl.open(journal, key, random);
        this.hub = EventHub.start(journal);
        this.mirrorExecutor = mirrorExecutor();
        this.audit = Audit.open(journal, key.sealKeys(), config.sealMirror(), mirrorExecutor);
        var ids = new IdGenerator(clock, random);
        this.operationSetup = OperationSetup.open(journal, ids, audit, this::checkAudit);
        this.signOn = config.signOn().map(settings -> signOn(settings, key, clock, random));
        this.accessLog = new AccessLog(journal, config.keepReads());
        EvidenceStore evidenceStore = EvidenceStore.open(journal);
        CurrentPlanner currentPlanner = PlanSurface.planner(config, evidenceStore);
        this.engineSetup =
                EngineSetup.open(
                        new EngineSetup.Dependencies(config, journal, currentPlanner, accessLog),
                        accessControl,
                        clock,
                        random);
        this.runner = engineSetup.runner();
        this.workspaces = engineSetup.workspaces();
        this.planSurface = new PlanSurface(config, runner, evidenceStore, currentPlanner, clock);
        this.maintenanceTasks = MaintenanceTasks.of(journal, config);
        this.firstAdminFile = new FirstAdminFile(config.data());
        this.webhooks = WebhookSetup.open(journal, key, random, config);
        this.disks = new DiskWatch(DiskWatch.roots(config), DiskSpace::under);
        var authenticator = new Authenticator(accessControl, clock);
        var metrics = new ServerMetrics();
        JournalMetrics.addTo(metrics, journal);
        PageSetup pages = pages(version, clock);
        List<RouteHandler<?, ?>> api = apiHandlers(authenticator, metrics, version, clock, ids);
        RouteHandler.checkComplete(AllRoutes.LIST, api);
        this.token = LocalToken.write(config.data(), accessControl.localToken());
        List<RouteHandler<?, ?>> all =
                Stream.concat(api.stream(), pages.bindings().stream()).toList();
        this.routes = all.stream().<Route<?, ?>>map(RouteHandler::route).toList();
        var services =
                new HttpServer.Services(
                        authenticator,
                        ids,
                        metrics,
                        pages.webPages(),
                        RepeatedRequests.in(journal),
                        version);
        this.httpServer = openHttpServer(services, all);
    }

    private static ExecutorService mirrorExecutor() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("seal-mirror").factory());
    }

    private PageSetup pages(String version, InstantSource clock) {
        var modules =
                new PageSetup.Modules(
                        config,
                        journal,
                        hub,
                        accessControl,
                        new PageSetup.Logs(audit, accessLog),
                        signOn,
                        engineSetup,
                        planSurface);
        return PageSetup.of(modules, this::machine, version, clock);
    }

    /** The handlers of all API routes. */
    private List<RouteHandler<?, ?>> apiHandlers(
            Authenticator authenticator,
            ServerMetrics serverMetrics,
            String version,
            InstantSource clock,
            IdGenerator idGenerator) {
        var operationHandlers = new OperationHandlers(operationSetup.operations(), clock);
        return Stream.of(
                        new HealthHandlers(journal, disks::alert).bindings(),
                        new ServerHandlers(serverMetrics, version).bindings(),
                        new PeopleSurface(accessControl, authenticator, clock, signOn).bindings(),
                        new AuditHandlers(
                                        audit,
                                        operationSetup.auditChecks(),
                                        operationHandlers::view)
                                .bindings(),
                        operationHandlers.bindings(),
                        new ReadHandlers(accessLog).bindings(),
                        new EventHandlers(journal, hub, accessControl, clock).bindings(),
                        new NoteHandlers(journal).bindings(),
                        new ReaderHandlers(journal).bindings(),
                        new WebhookHandlers(webhooks.webhooks()).bindings(),
                        planSurface.bindings(),
                        new RunSurface(runner, accessControl, idGenerator, clock, workspaces)
                                .bindings())
                .flatMap(List::stream)
                .toList();
    }

    private HomePage.Machine machine() {
        var storage = new HomePage.Storage(freeSpace(), disks.alert());
        return new HomePage.Machine(database(), storage, url(), reachable(), signOn.isPresent());
    }

    /** Starts the platform. When this returns, it can write and accepts connections. */
    public static Platform start(Config config, String version, Journal.Times times) {
        DatabaseAddress databaseAddress = DataDirectory.database(config);
        if (databaseAddress instanceof DatabaseAddress.Sqlite) {
            LocalDisk.refuseShared(config.data());
        }
        Journal journal =
                Journal.open(
                        new SqlJournalStorage(
                                Database.open(databaseAddress, DataDirectory.SCHEMAS)),
                        LoopExecutor.threads(),
                        times);
        return start(config, databaseAddress, version, journal);
    }

    static Platform start(
            Config config, DatabaseAddress databaseAddress, String version, Journal journal) {
        try {
            var platform = new Platform(config, databaseAddress, version, journal);
            platform.startTasks(version);
            return platform;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    private HttpServer openHttpServer(
            HttpServer.Services services, List<RouteHandler<?, ?>> bindings) {
        try {
            HttpServer opened = HttpServer.open(TlsSetup.listen(config), services, bindings);
            token.writeAddress(opened.url(), opened.certificate());
            return opened;
        } catch (RuntimeException e) {
            token.delete();
            throw e;
        }
    }

    /** Verifies the whole audit log while the journal runs, and logs an error if it does not match its seals. */
    private Audit.Verification checkAudit(LongConsumer progress) {
        return verifyBeside(database -> audit.verify(database, progress));
    }

    /** The same for what is new since the last verification. */
    private Audit.Verification checkNewEntries() {
        return verifyBeside(audit::verifyNew);
    }

    private synchronized Audit.Verification verifyBeside(
            Function<Database, Audit.Verification> verification) {
        try (Database beside = Database.openBeside(databaseAddress, DataDirectory.SCHEMAS)) {
            Audit.Verification check = verification.apply(beside);
            if (!check.report().good()) {
                LOG.error("{}", check.report().problem().getMessage());
            }
            return check;
        }
    }

    private static SignOnSetup signOn(
            SignOnSettings settings, ServerKey key, InstantSource clock, SecureRandom random) {
        var cookieKey = new SecretKeySpec(key.derive("sign-on cookie"), "AES");
        OidcProvider oidcProvider = settings.providerWithSecret();
        return new SignOnSetup(
                new SignOn(oidcProvider, cookieKey, clock, random),
                oidcProvider.issuer(),
                settings.groups(),
                settings.renewWithin());
    }

    private void startTasks(String version) {
        try {
            journal.append(new Fact.ServerStarted(version, journal.term()), SELF, "server");
            firstAdminFile.removeWhenUsed(accessControl, journal::now);
            planSurface.follow();
            webhooks.start(accessControl::directory, this::publicUrl);
            maintenanceTasks.start();
            maintenanceTasks.every("disks", DiskWatch.INTERVAL, disks::check);
            maintenanceTasks.every("flush", A_MINUTE, () -> Journal.await(accessControl.flush()));
            maintenanceTasks.every("reads", READS_FLUSHED, accessLog::flush);
            maintenanceTasks.every("seals", A_MINUTE, () -> audit.sealIfDue(journal.now()));
            maintenanceTasks.every("audit", A_MINUTE, A_DAY, this::checkNewEntries);
            maintenanceTasks.every("webhooks", AN_HOUR, webhooks.webhooks()::removeExpired);
            maintenanceTasks.every("operations", A_DAY, operationSetup.operations()::sweep);
            if (config.calibration() == CalibrationUse.AUTOMATIC) {
                maintenanceTasks.every(
                        "calibration", A_DAY, planSurface.calibrationLoop()::applyAutomatically);
            }
        } catch (RuntimeException e) {
            closeModules();
            throw e;
        }
    }

    /** All routes, including pages. */
    public List<Route<?, ?>> routes() {
        return routes;
    }

    /** The address for browsers on this machine. */
    public String url() {
        return httpServer.url();
    }

    /** The address for links in messages. */
    private String publicUrl() {
        return config.publicUrl().map(URI::toString).orElseGet(this::url);
    }

    /** At the first start, creates the first administrator and passes the token on, once. */
    public void welcome(Consumer<String> show) {
        accessControl.createFirstAdmin(made -> show.accept(made.text()));
    }

    /** At the first start, creates the first administrator, and passes the path of a file with the token on. */
    public void welcomeByFile(Consumer<Path> show) {
        welcome(
                token -> {
                    show.accept(firstAdminFile.write(token));
                    firstAdminFile.removeWhenUsed(accessControl, journal::now);
                });
    }

    /** Settings that contradict the current teams. */
    public List<Mistake> remarks() {
        return engineSetup.remarks();
    }

    /** Whether other machines can connect. */
    public boolean reachable() {
        return httpServer.isReachable();
    }

    /** The database for display. */
    public String database() {
        return databaseAddress instanceof DatabaseAddress.Postgres place
                ? place + ", " + place.protection()
                : "SQLite";
    }

    /** The free space on the disk of the data directory. */
    public Bytes freeSpace() {
        return DiskSpace.under(config.data()).free();
    }

    @Override
    public void close() {
        var _ = stop();
    }

    /**
     * Stops in reverse order: refuses connections, closes the modules, records the stop, closes the journal.
     *
     * @return the cause of an unclean stop, if there is one
     */
    public Optional<String> stop() {
        if (closed.getAndSet(true)) {
            return Optional.empty();
        }
        Optional<String> problem = Optional.empty();
        try {
            closeModules();
            FatalFailures.MACHINE.repeated("reads", accessLog::flush).run();
            problem = new ShutdownRecord(journal, accessControl).write();
        } finally {
            journal.close();
        }
        return problem;
    }

    private void closeModules() {
        httpServer.close();
        hub.close();
        webhooks.close();
        workspaces.close();
        engineSetup.close();
        runner.engine().close();
        token.delete();
        maintenanceTasks.close();
        operationSetup.close();
        signOn.ifPresent(setup -> setup.signOn().close());
        mirrorExecutor.shutdown();
    }
}
