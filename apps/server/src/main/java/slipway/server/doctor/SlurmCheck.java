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

/** Whether the Slurm cluster that jobs are to run on answers, and what it has. */
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
    public List<CheckResult> look(DoctorContext doctorContext) {
        if (doctorContext.config().engine() != EngineKind.SLURM) {
            return List.of();
        }
        SlurmSurvey found = survey.apply(settings(doctorContext.config()));
        long down =
                found.nodes().stream()
                        .filter(each -> each.node().condition() == Node.Condition.FAILED)
                        .count();
        String words =
                "Slurm %s has %s with %s"
                        .formatted(
                                found.version(),
                                Format.count(found.nodes().size(), "node"),
                                Format.count(accelerators(found.nodes()), "accelerator"));
        CheckResult cluster =
                down == 0
                        ? ok(words + placing(doctorContext.config()))
                        : warn(
                                "%s, of which %s down"
                                        .formatted(words, down == 1 ? "1 node is" : down + " are"),
                                "see why: sinfo -R");
        return List.of(cluster, identity(doctorContext.config(), found.missingRights()));
    }

    private CheckResult identity(Config config, List<String> lacking) {
        if (config.as() == RunAs.SERVICE) {
            return ok("as: service; every job runs under the server's account");
        }
        return lacking.isEmpty()
                ? ok("as: user; every job runs under the account of whoever submits it")
                : fail(
                        "as: user, but %s".formatted(Format.list(lacking)),
                        "examples/sudoers/slipway shows how, for /etc/sudoers.d");
    }

    private static SlurmSettings settings(Config config) {
        SlurmSettings settings =
                SlurmSettings.of(
                                config.attempts(), InstantSource.system(), config.slurmPartitions())
                        .under(config.slurmTerms());
        return config.as() == RunAs.USER ? settings.as(UnaryOperator.identity()) : settings;
    }

    private static long accelerators(List<DiscoveredNode> nodes) {
        return nodes.stream()
                .map(each -> each.node().devices())
                .filter(devices -> !devices.type().equals(Node.Devices.NONE))
                .mapToLong(Node.Devices::count)
                .sum();
    }

    private static String placing(Config config) {
        List<String> ours =
                config.slurmPartitions().stream()
                        .filter(SlurmSettings.Partition::ours)
                        .map(SlurmSettings.Partition::name)
                        .toList();
        return ours.isEmpty()
                ? "; Slurm chooses the nodes"
                : "; Slipway chooses the nodes in " + Format.list(ours);
    }
}
