package slipway.plan.training;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import slipway.catalog.Catalog;
import slipway.plan.table.Stated;

/** Makes a configuration of what was stated, or says why it cannot. */
public final class Completion {

    /** What comes of it. */
    public sealed interface Completed {
        record Whole(Configuration configuration) implements Completed {}

        /**
         * @param reason a clause without a point
         */
        record Not(String reason) implements Completed {}
    }

    private static final Pattern VERSION = Pattern.compile("\\b(2[3-6])\\.([0-9]{2})");
    private static final Pattern DATE = Pattern.compile("20([0-9]{2})(?:-([0-9]{2}))?");
    private static final double[] MICRO_BATCHES = {16, 8, 4, 2, 1};
    private static final double LONG = 8_192;

    /** Weights of a model whose adapters are trained may take this much of the memory. */
    private static final double WEIGHTS = 0.55;

    private final Accelerators accelerators;
    private final Shapes shapes;

    public Completion(Catalog catalog) {
        this.accelerators = new Accelerators(catalog);
        this.shapes = new Shapes(catalog);
    }

    public Completed of(Stated stated) {
        Optional<Rates> rates = accelerators.named(stated.text("accelerator"));
        if (rates.isEmpty()) {
            return new Completed.Not(
                    "accelerator %s is not in the catalog".formatted(stated.text("accelerator")));
        }
        Optional<Shape> shape = shapes.of(stated);
        if (shape.isEmpty()) {
            return new Completed.Not(
                    "the architecture of %s is not known".formatted(stated.text("model")));
        }
        if (stated.text("notes").contains("techniques: baseline;")) {
            return new Completed.Not("samples are not packed and their mean length is not given");
        }
        if (stated.number("n_acc", 0) < 1) {
            return new Completed.Not("the number of accelerators is not given");
        }
        return new Completed.Whole(whole(stated, rates.get(), shape.get()));
    }

    private static Configuration whole(Stated stated, Rates rates, Shape shape) {
        Manner manner = Manner.of(stated, rates);
        double seq = stated.number("seq", stated.text("model").contains("gpt3") ? 2_048 : LONG);
        double global = stated.number("gbs", 0);
        Layout layout = layout(stated, rates, shape, manner, seq).spread(global);
        var whole = new Memory(shape, rates, manner, layout, seq);
        boolean chosen = Batch.Recompute.of(stated.text("act_ckpt")) == Batch.Recompute.SELECTIVE;
        Memory memory = chosen ? whole.choosing() : whole;
        return new Configuration(
                shape,
                rates,
                manner,
                layout,
                batch(stated, memory, global),
                release(stated),
                Stream.of("mbs", "act_ckpt").filter(it -> !stated.says(it)).toList());
    }

    private static Layout layout(
            Stated stated, Rates rates, Shape shape, Manner manner, double seq) {
        Layout layout =
                new Layout(
                        stated.number("n_acc", 1),
                        stated.number("tp", 0),
                        atLeastOne(stated, "pp"),
                        atLeastOne(stated, "vp"),
                        atLeastOne(stated, "cp"),
                        atLeastOne(stated, "ep"),
                        1,
                        domain(stated, rates));
        if (layout.tensor() > 0) {
            return layout;
        }
        Layout spread = shape.hasExperts() ? layout.withExpert(Math.min(64, layout.all())) : layout;
        boolean cut = manner.adapters() && !manner.sharded();
        return spread.withTensor(cut ? parts(shape, rates, manner, seq) : 1);
    }

    /** The fewest parts in which the weights leave room. */
    private static double parts(Shape shape, Rates rates, Manner manner, double seq) {
        double size =
                Work.of(shape, seq).parameters(shape) * (manner.dtype() == Dtype.BFLOAT16 ? 2 : 1);
        double parts = 1;
        while (size / parts > WEIGHTS * rates.memory() * 1e9 && parts < 8) {
            parts *= 2;
        }
        return parts;
    }

    private static double atLeastOne(Stated stated, String name) {
        return Math.max(1, stated.number(name, 1));
    }

    private static double domain(Stated stated, Rates rates) {
        double node = stated.number("acc_per_node", 8);
        return Math.max(1, rates.domain() <= 8 ? Math.min(rates.domain(), node) : rates.domain());
    }

    private static Batch batch(Stated stated, Memory memory, double global) {
        double given = stated.number("mbs", 0);
        double micro = given > 0 ? given : micro(memory, global);
        Batch.Recompute recompute = Batch.Recompute.of(stated.text("act_ckpt"));
        double again =
                switch (recompute) {
                    case FULL -> 1;
                    case NONE, SELECTIVE -> 0;
                    case UNSAID -> recomputed(memory, global, micro);
                };
        return new Batch(
                memory.seq(),
                micro,
                global > 0 ? global : micro * memory.layout().data(),
                recompute,
                again,
                memory.full(micro, again, micros(memory, global, micro)));
    }

    /** The largest that fits; but no fewer micro-batches than stages. */
    private static double micro(Memory memory, double global) {
        double most = memory.seq() >= LONG ? 1 : 4;
        if (global > 0) {
            most = Math.max(1, global / memory.layout().data());
        }
        double within = Math.max(1, most / memory.layout().pipeline());
        List<Double> sizes =
                DoubleStream.of(MICRO_BATCHES).filter(it -> it <= within).boxed().toList();
        Optional<Double> free =
                sizes.stream().filter(it -> recomputed(memory, global, it) == 0).findFirst();
        if (free.isPresent() && !memory.manner().sharded()) {
            return free.get();
        }
        return sizes.stream()
                .filter(it -> recomputed(memory, global, it) < 1)
                .findFirst()
                .orElse(1.0);
    }

    private static double recomputed(Memory memory, double global, double micro) {
        return memory.recomputed(micro, micros(memory, global, micro));
    }

    /** Micro-batches of a step, as far as one knows. */
    private static double micros(Memory memory, double global, double micro) {
        return Math.max(1, Math.rint(global / (memory.layout().data() * micro)));
    }

    /** The version in the framework's name, else the date of the source. */
    private static double release(Stated stated) {
        Matcher version = VERSION.matcher(stated.text("framework"));
        if (version.find()) {
            return years(version.group(1), version.group(2));
        }
        Matcher date = DATE.matcher(stated.text("date"));
        if (!date.find()) {
            return 3;
        }
        return years(date.group(1), date.group(2) == null ? "6" : date.group(2));
    }

    private static double years(String year, String month) {
        return Integer.parseInt(year) + Integer.parseInt(month) / 12.0 - 20;
    }
}
