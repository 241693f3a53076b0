package slipway.server.platform;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import slipway.base.Ids;
import slipway.catalog.Catalog;
import slipway.guard.Guard;
import slipway.journal.Journal;
import slipway.run.Runner;
import slipway.run.Shares;
import slipway.run.engine.Engine;
import slipway.run.local.LocalEngine;
import slipway.run.local.LocalSettings;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Team;
import slipway.server.config.Config;

/** Opens the room that runs workloads, on the engine of this machine. */
final class Running {

    private Running() {}

    static Runner open(
            Config config, Journal journal, Guard guard, InstantSource clock, SecureRandom random) {
        Path attempts = config.data().resolve("attempts");
        Engine engine =
                LocalEngine.open(
                        LocalSettings.of(attempts, clock)
                                .hiding(List.of(config.data()))
                                .typed(Catalog.bundled()::typeOf));
        return Runner.open(
                new Runner.Setup(
                        journal,
                        engine,
                        attempts,
                        () -> shares(guard),
                        clock,
                        new Ids(clock, random),
                        (team, name) ->
                                guard.secret(team, name)
                                        .map(value -> new String(value, StandardCharsets.UTF_8))));
    }

    /** Every team with nothing guaranteed: all share alike, each by its use of late. */
    private static Shares shares(Guard guard) {
        List<Team> teams =
                guard.people()
                        .teams()
                        .values()
                        .map(
                                team ->
                                        team.parent()
                                                .map(parent -> Team.of(team.id()).under(parent))
                                                .orElseGet(() -> Team.of(team.id())))
                        .toList();
        return new Shares(Policy.USUAL, teams);
    }
}
