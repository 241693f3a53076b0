package slipway.server.platform;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.audit.AccessLog;
import slipway.base.IdGenerator;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.catalog.RateCard;
import slipway.identity.AccessControl;
import slipway.journal.Journal;
import slipway.plan.CurrentPlanner;
import slipway.run.Runner;
import slipway.run.engine.Engine;
import slipway.run.lifecycle.RunSetup;
import slipway.run.local.LocalEngine;
import slipway.run.local.LocalSettings;
import slipway.run.slurm.ProbeResult;
import slipway.run.slurm.SlurmEngine;
import slipway.run.slurm.SlurmSettings;
import slipway.server.config.Config;
import slipway.server.config.RunAs;
import slipway.server.config.SandboxUse;
import slipway.surface.run.server.proxy.WorkspaceListeners;

/** Opens the runner on the configured engine. */
final class EngineSetup {

    private static final Logger LOG = LoggerFactory.getLogger(EngineSetup.class);

    private final Runner runner;
    private final SharingSource sharingSource;
    private final WorkspaceListeners workspaces;
    private final Optional<AttemptsFolder> folder;

    private EngineSetup(
            Runner runner,
            SharingSource sharingSource,
            WorkspaceListeners workspaces,
            Optional<AttemptsFolder> folder) {
        this.runner = runner;
        this.sharingSource = sharingSource;
        this.workspaces = workspaces;
        this.folder = folder;
    }

    /** The proxies of workspaces. */
    WorkspaceListeners workspaces() {
        return workspaces;
    }

    Runner runner() {
        return runner;
    }

    /** Settings of teams that contradict the current teams. */
    List<Mistake> remarks() {
        return sharingSource.remarks();
    }

    /** The modules that the runner depends on. */
    record Dependencies(
            Config config, Journal journal, CurrentPlanner plans, AccessLog accessLog) {}

    static EngineSetup open(
            Dependencies dependencies,
            AccessControl accessControl,
            InstantSource clock,
            SecureRandom random) {
        Config config = dependencies.config;
        Optional<AttemptsFolder> folder = folder(config, random);
        Engine engine = engine(config, accessControl, clock);
        var sharingSource =
                new SharingSource(
                        config,
                        accessControl::directory,
                        () ->
                                engine.nodes().stream()
                                        .map(
                                                discoveredNode ->
                                                        discoveredNode.node().devices().type())
                                        .distinct()
                                        .toList());
        var setup =
                new RunSetup(
                        dependencies.journal,
                        engine,
                        config.attempts(),
                        sharingSource,
                        new IdGenerator(clock, random),
                        new LoggedSecrets(accessControl, dependencies.accessLog),
                        new PlannedEstimates(dependencies.plans::corrected));
        Runner runner = openRunner(setup, config.prices());
        var workspaces =
                WorkspaceListeners.open(
                        TlsSetup.listen(config),
                        config.workspacePorts(),
                        runner,
                        accessControl,
                        clock);
        return new EngineSetup(runner, sharingSource, workspaces, folder);
    }

    /** A folder in the data directory needs no lock: the data directory has one. */
    private static Optional<AttemptsFolder> folder(Config config, SecureRandom random) {
        return config.attempts().startsWith(config.data())
                ? Optional.empty()
                : Optional.of(AttemptsFolder.take(config, random));
    }

    /** Jobs continue to run, and another server may adopt them. */
    void close() {
        runner.close();
        folder.ifPresent(AttemptsFolder::close);
    }

    private static Engine engine(Config config, AccessControl accessControl, InstantSource clock) {
        return switch (config.engine()) {
            case LOCAL ->
                    LocalEngine.open(
                            LocalSettings.of(config.attempts(), clock)
                                    .hiding(List.of(config.data()))
                                    .sandboxed(config.sandbox() != SandboxUse.OFF)
                                    .trusting(config.sandbox() != SandboxUse.NEEDED)
                                    .typed(Catalog.bundled()::typeOfDevice));
            case SLURM -> probeInBackground(SlurmEngine.open(slurm(config, accessControl, clock)));
        };
    }

    private static SlurmSettings slurm(
            Config config, AccessControl accessControl, InstantSource clock) {
        SlurmSettings settings =
                SlurmSettings.of(config.attempts(), clock, config.slurmPartitions())
                        .under(config.slurmSubmitOptions())
                        .sandboxed(
                                SlurmSettings.Sandbox.DEFAULT
                                        .hiding(List.of(config.data()))
                                        .wanted(config.sandbox() != SandboxUse.OFF)
                                        .trusting(config.sandbox() != SandboxUse.NEEDED))
                        .typed(Catalog.bundled()::typeByName);
        return config.runAs() == RunAs.USER
                ? settings.as(UserAccounts.of(config, accessControl))
                : settings;
    }

    /** Probes the nodes in the background, because probe tasks are queued like any job. */
    private static Engine probeInBackground(SlurmEngine engine) {
        Thread.ofVirtual().name("slurm-probe").start(() -> log(engine.probe()));
        return engine;
    }

    private static void log(List<ProbeResult> results) {
        for (ProbeResult result : results) {
            if (result.problem().isPresent()) {
                LOG.warn("Jobs will fail on {}", result.describe());
            } else if (result.sandboxProblem().isPresent()) {
                LOG.warn("Jobs have no sandbox on {}", result.describe());
            } else {
                LOG.info("Probed {}", result.describe());
            }
        }
    }

    private static Runner openRunner(RunSetup setup, RateCard prices) {
        try {
            return Runner.open(setup, prices);
        } catch (Problem refused) {
            setup.engine().close();
            throw refused;
        }
    }
}
