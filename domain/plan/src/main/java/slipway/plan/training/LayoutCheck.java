package slipway.plan.training;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import slipway.base.text.Format;

/** Checks that a layout divides a model evenly. A reason names the field and what is allowed. */
final class LayoutCheck {

    private static final int MOST_LISTED = 12;

    private LayoutCheck() {}

    /** The largest expert-parallel size up to a limit that divides the experts and the ranks of a stage. */
    static double largestEp(ModelShape shape, double ranks, int limit) {
        return allowedEp(shape, (int) ranks).filter(it -> it <= limit).reduce(1, Math::max);
    }

    static Optional<String> mistake(ModelShape shape, ParallelLayout layout) {
        return expertCounts(shape)
                .or(() -> tensorParallel(shape.attention(), layout))
                .or(() -> expertParallel(shape, layout));
    }

    private static Optional<String> expertCounts(ModelShape shape) {
        ModelShape.Routed routed = shape.routed();
        if (!shape.hasExperts()) {
            return routed.active() > 0 || routed.ffn() > 0
                    ? Optional.of(
                            "moe_experts is not given; allowed is the number of experts, 1 or more")
                    : Optional.empty();
        }
        if (routed.active() < 1 || routed.active() > routed.count()) {
            return Optional.of(
                    "moe_topk %s does not fit %s experts; allowed are 1 to %s"
                            .formatted(
                                    count(routed.active()),
                                    count(routed.count()),
                                    count(routed.count())));
        }
        return routed.ffn() < 1
                ? Optional.of("moe_ffn is not given; allowed is the width of an expert, 1 or more")
                : Optional.empty();
    }

    private static Optional<String> tensorParallel(
            ModelShape.AttentionShape attention, ParallelLayout layout) {
        double tp = layout.tp();
        boolean shared = attention.kvHeads() % tp == 0 || tp % attention.kvHeads() == 0;
        if (attention.heads() % tp == 0 && shared) {
            return Optional.empty();
        }
        return Optional.of(
                "tp %s does not divide %s heads with %s KV heads; allowed are %s"
                        .formatted(
                                count(tp),
                                count(attention.heads()),
                                count(attention.kvHeads()),
                                list(
                                        IntStream.rangeClosed(1, (int) attention.heads())
                                                .filter(it -> attention.heads() % it == 0)
                                                .filter(
                                                        it ->
                                                                attention.kvHeads() % it == 0
                                                                        || it % attention.kvHeads()
                                                                                == 0)
                                                .boxed())));
    }

    private static Optional<String> expertParallel(ModelShape shape, ParallelLayout layout) {
        double ep = layout.ep();
        double etp = layout.experts().etp();
        if (!shape.hasExperts()) {
            return ep * etp > 1
                    ? Optional.of(
                            "ep needs a model of experts, and moe_experts is not given; allowed is"
                                    + " 1")
                    : Optional.empty();
        }
        double ranks = Math.rint(layout.tp() * layout.cp() * layout.dp());
        if (etp != 1 && etp != layout.tp()) {
            return Optional.of(
                    "etp %s is neither 1 nor tp; allowed are 1 and %s"
                            .formatted(count(etp), count(layout.tp())));
        }
        boolean spread = shape.routed().count() % ep == 0;
        if (spread && ranks % (ep * etp) == 0) {
            return Optional.empty();
        }
        String what =
                spread
                        ? "the %s ranks of a stage (tp x cp x dp / etp)"
                                .formatted(count(ranks / etp))
                        : count(shape.routed().count()) + " experts";
        return Optional.of(
                "ep %s does not divide %s; allowed are %s"
                        .formatted(count(ep), what, list(allowedEp(shape, (int) (ranks / etp)))));
    }

    private static Stream<Integer> allowedEp(ModelShape shape, int ranks) {
        return IntStream.rangeClosed(1, (int) Math.min(ranks, shape.routed().count()))
                .filter(it -> ranks % it == 0 && shape.routed().count() % it == 0)
                .boxed();
    }

    private static String list(Stream<Integer> numbers) {
        List<String> all = numbers.map(it -> count(it)).toList();
        return all.size() <= MOST_LISTED
                ? Format.list(all)
                : "%s and so on up to %s"
                        .formatted(
                                String.join(", ", all.subList(0, MOST_LISTED - 1)), all.getLast());
    }

    private static String count(double number) {
        return Format.count(Math.round(number));
    }
}
