package slipway.server.platform;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import slipway.base.Ids;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.catalog.Catalog;
import slipway.guard.Guard;
import slipway.journal.Journal;
import slipway.run.Runner;
import slipway.run.engine.Engine;
import slipway.run.local.LocalEngine;
import slipway.run.local.LocalSettings;
import slipway.server.api.workspace.WorkspaceDoors;
import slipway.server.config.Config;
import slipway.server.config.SandboxUse;

/** Opens the room that runs workloads, on the engine of this machine. */
final class Running {

    private final Runner runner;
    private final Sharing sharing;
    private final WorkspaceDoors workspaces;

    private Running(Runner runner, Sharing sharing, WorkspaceDoors workspaces) {
        this.runner = runner;
        this.sharing = sharing;
        this.workspaces = workspaces;
    }

    /** The way into what people work in. */
    WorkspaceDoors workspaces() {
        return workspaces;
    }

    Runner runner() {
        return runner;
    }

    /** What the settings say of teams and does not fit the teams that there are. */
    List<Mistake> remarks() {
        return sharing.remarks();
    }

    static Running open(
            Config config, Journal journal, Guard guard, InstantSource clock, SecureRandom random) {
        Path attempts = config.data().resolve("attempts");
        Engine engine =
                LocalEngine.open(
                        LocalSettings.of(attempts, clock)
                                .hiding(List.of(config.data()))
                                .sandboxed(config.sandbox() != SandboxUse.OFF)
                                .trusting(config.sandbox() != SandboxUse.NEEDED)
                                .typed(Catalog.bundled()::typeOf));
        var sharing =
                new Sharing(
                        config,
                        guard::people,
                        () ->
                                engine.nodes().stream()
                                        .map(found -> found.node().devices().type())
                                        .distinct()
                                        .toList());
        var setup =
                new Runner.Setup(
                        journal,
                        engine,
                        attempts,
                        sharing,
                        clock,
                        new Ids(clock, random),
                        config.prices(),
                        (team, name) ->
                                guard.secret(team, name)
                                        .map(value -> new String(value, StandardCharsets.UTF_8)));
        Runner runner = opened(setup);
        var workspaces =
                WorkspaceDoors.open(
                        Encryption.listen(config), config.workspacePorts(), runner, guard, clock);
        return new Running(runner, sharing, workspaces);
    }

    private static Runner opened(Runner.Setup setup) {
        try {
            return Runner.open(setup);
        } catch (Problem refused) {
            setup.engine().close();
            throw refused;
        }
    }
}
