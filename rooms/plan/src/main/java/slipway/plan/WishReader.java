package slipway.plan;

import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.plan.money.Choice;
import slipway.plan.money.Terms;
import slipway.plan.training.Dtype;
import slipway.plan.training.Task;

/** Makes an aim of a wish, or tells everything that is wrong with it. */
final class WishReader {

    private static final int MOST_MACHINES = 512;

    /** Unless somebody says so: what most people train with, and what they tune with. */
    private static final double LONG = 8_192;

    private static final double SHORT = 2_048;
    private static final double FEW = 64;

    private final Catalog catalog;
    private final Path here;
    private final Wish wish;
    private final Asked asked;

    /**
     * @param here from where the name of a file is meant
     */
    WishReader(Catalog catalog, Path here, Wish wish) {
        this.catalog = catalog;
        this.here = here;
        this.wish = wish;
        this.asked = new Asked(wish.command());
    }

    Aim read(Instant now) {
        Optional<Architecture> model = asked.model(catalog, here, wish.model());
        double seq = asked.sequence(wish.seq(), model, isTuning() ? SHORT : LONG);
        double tokens = tokens(seq);
        Optional<Double> global = global(seq);
        Dtype dtype = asked.precision(wish.precision());
        Optional<Task.Tuning> tuning = asked.word("--method", wish.method(), Task.Tuning.class);
        var deadline = asked.duration("--deadline", wish.limits().deadline());
        var budget = asked.money("--budget", wish.limits().budget());
        Aim.Where where = where();
        asked.check();
        Architecture it = model.orElseThrow();
        var amount = new Task.Amount(tokens, seq, global.orElseGet(() -> usual(it, seq)));
        Task task = Task.of(it, amount, dtype, tuning.orElseThrow());
        return new Aim(task, deadline, budget, where, now);
    }

    private boolean isTuning() {
        return wish.samples().isPresent() || wish.batch().isPresent();
    }

    private double tokens(double seq) {
        if (wish.tokens().isPresent() == wish.samples().isPresent()) {
            asked.wrong("--tokens", "Say either --tokens or --samples.");
        }
        Optional<Double> tokens = wish.tokens().map(it -> asked.count("--tokens", it));
        Optional<Double> samples = wish.samples().map(it -> samples(it) * seq);
        return tokens.or(() -> samples).orElse(1.0);
    }

    private double samples(Wish.Samples samples) {
        return asked.count("--samples", samples.count()) * asked.count("--epochs", samples.often());
    }

    /** Sequences of a step. */
    private Optional<Double> global(double seq) {
        return wish.step()
                .map(it -> Math.max(1, Math.rint(asked.count("--step", it) / seq)))
                .or(() -> wish.batch().map(it -> Math.rint(asked.count("--batch", it))));
    }

    /** What people take who train such models: a step of more tokens where there are more weights. */
    private double usual(Architecture model, double seq) {
        if (isTuning()) {
            return FEW;
        }
        double billions = model.activeParameters() / 1e9;
        double tokens =
                billions < 1 ? 1 << 19 : billions < 3 ? 1 << 20 : billions < 7 ? 1 << 21 : 1 << 22;
        return Math.max(1, Math.rint(tokens / seq));
    }

    private Aim.Where where() {
        Wish.Limits limits = wish.limits();
        Set<Terms> allowed = EnumSet.noneOf(Terms.class);
        limits.terms()
                .forEach(it -> asked.word("--terms", it, Terms.class).ifPresent(allowed::add));
        Asked.Accelerators wanted = asked.accelerators(catalog, limits.accelerators());
        asked.providers(catalog, limits.providers());
        int most = (int) Math.min(MOST_MACHINES, asked.count("--max-machines", limits.machines()));
        return new Aim.Where(
                new Choice(
                        new HashSet<>(limits.providers()),
                        new HashSet<>(limits.regions()),
                        allowed),
                wanted.types(),
                wanted.count() > 0 ? OptionalInt.of(wanted.count()) : OptionalInt.empty(),
                wanted.count() > 0 ? MOST_MACHINES : most);
    }
}
