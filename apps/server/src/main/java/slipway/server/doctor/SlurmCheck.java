package slipway.server.doctor;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import slipway.base.text.Format;
import slipway.run.engine.DiscoveredNode;
import slipway.run.slurm.SlurmSettings;
import slipway.run.slurm.SlurmSurvey;
import slipway.schedule.snapshot.Node;
import slipway.server.config.Config;
import slipway.server.config.EngineKind;
import slipway.server.config.RunAs;

/** The Slurm cluster for jobs: whether it answers, its nodes, and the account of jobs. */
final class SlurmCheck implements DoctorCheck {

    private final Function<SlurmSettings, SlurmSurvey> survey;

    SlurmCheck(Function<SlurmSettings, SlurmSurvey> survey) {
        this.survey = survey;
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public String title() {
        return "engine slurm";
    }

    @Override
    public List<CheckResult> run(DoctorContext context) {
        if (context.config().engine() != EngineKind.SLURM) {
            return List.of();
        }
        SlurmSurvey found = survey.apply(settings(context.config()));
        long down =
                found.nodes().stream()
                        .filter(node -> node.node().condition() == Node.Condition.FAILED)
                        .count();
        String summary =
                "Slurm %s has %s with %s"
                        .formatted(
                                found.version(),
                                Format.count(found.nodes().size(), "node"),
                                Format.count(accelerators(found.nodes()), "accelerator"));
        CheckResult cluster =
                down == 0
                        ? ok(summary + placement(context.config()))
                        : warn(
                                "%s, of which %s down"
                                        .formatted(
                                                summary, down == 1 ? "1 node is" : down + " are"),
                                "see why: sinfo -R");
        return List.of(cluster, accounts(context.config(), found.missingRights()));
    }

    private CheckResult accounts(Config config, List<String> missingRights) {
        if (config.runAs() == RunAs.SERVICE) {
            return ok("as: service; every job runs under the server's account");
        }
        return missingRights.isEmpty()
                ? ok("as: user; every job runs under the account of the user who submits it")
                : fail(
                        "as: user, but %s".formatted(Format.list(missingRights)),
                        "adapt examples/sudoers/slipway for /etc/sudoers.d");
    }

    private static SlurmSettings settings(Config config) {
        SlurmSettings settings =
                SlurmSettings.of(
                                config.attempts(), InstantSource.system(), config.slurmPartitions())
                        .under(config.slurmSubmitOptions());
        return config.runAs() == RunAs.USER ? settings.as(UnaryOperator.identity()) : settings;
    }

    private static long accelerators(List<DiscoveredNode> nodes) {
        return nodes.stream()
                .map(node -> node.node().devices())
                .filter(devices -> !devices.type().equals(Node.Devices.NONE))
                .mapToLong(Node.Devices::count)
                .sum();
    }

    private static String placement(Config config) {
        List<String> exclusive =
                config.slurmPartitions().stream()
                        .filter(SlurmSettings.Partition::ours)
                        .map(SlurmSettings.Partition::name)
                        .toList();
        return exclusive.isEmpty()
                ? "; Slurm chooses the nodes"
                : "; Slipway chooses the nodes in " + Format.list(exclusive);
    }
}
