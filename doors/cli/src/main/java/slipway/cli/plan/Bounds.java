package slipway.cli.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Option;
import slipway.base.Money;
import slipway.catalog.Catalog;
import slipway.plan.Aim;
import slipway.plan.money.Choice;
import slipway.plan.money.Terms;
import slipway.plan.training.Task;

/** Within which bounds something is to be trained. */
final class Bounds {

    private static final int MOST_MACHINES = 512;

    @Option(names = "--deadline", paramLabel = "TIME", description = "From now, as 3d or 36h.")
    private Optional<String> deadline = Optional.empty();

    @Option(names = "--budget", paramLabel = "MONEY", description = "In dollars, as 4000.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--accelerators",
            split = ",",
            paramLabel = "TYPES",
            description = "Only these, as H100,H200; or so many, as 16xH100.")
    private List<String> accelerators = new ArrayList<>();

    @Option(names = "--provider", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--region", split = ",", paramLabel = "NAMES", description = "Only these.")
    private List<String> regions = new ArrayList<>();

    @Option(
            names = "--terms",
            split = ",",
            paramLabel = "TERMS",
            description = "Only these of on-demand, spot, reserved, own.")
    private List<String> terms = new ArrayList<>();

    @Option(
            names = "--max-machines",
            paramLabel = "N",
            description = "At most so many; 32 unless said.")
    private String machines = "32";

    /** What they say, once everything else was read too. */
    record Read(Optional<Duration> deadline, Optional<Money> budget, Aim.Where where) {

        Aim aim(Task task, Instant now) {
            return new Aim(task, deadline, budget, where, now);
        }
    }

    Read read(Asked asked, Catalog catalog) {
        return new Read(
                asked.duration("--deadline", deadline),
                asked.money("--budget", budget),
                where(asked, catalog));
    }

    private Aim.Where where(Asked asked, Catalog catalog) {
        Set<Terms> allowed = EnumSet.noneOf(Terms.class);
        terms.forEach(it -> asked.word("--terms", it, Terms.class).ifPresent(allowed::add));
        Asked.Accelerators wanted = asked.accelerators(catalog, accelerators);
        int most = (int) Math.min(MOST_MACHINES, asked.count("--max-machines", machines));
        return new Aim.Where(
                new Choice(new HashSet<>(providers), new HashSet<>(regions), allowed),
                wanted.types(),
                wanted.count() > 0 ? OptionalInt.of(wanted.count()) : OptionalInt.empty(),
                wanted.count() > 0 ? MOST_MACHINES : most);
    }
}
