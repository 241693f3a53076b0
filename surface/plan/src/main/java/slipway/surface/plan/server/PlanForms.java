package slipway.surface.plan.server;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ValueType;

/** The fields of each form with their values and mistakes. */
final class PlanForms {

    private static final double BILLION = 1e9;

    private final Catalog catalog;
    private final TimeFormat timeFormat;
    private final PlanFormInput planFormInput;
    private final Map<String, String> mistakes;

    PlanForms(
            Catalog catalog,
            TimeFormat timeFormat,
            PlanFormInput planFormInput,
            Map<String, String> mistakes) {
        this.catalog = catalog;
        this.timeFormat = timeFormat;
        this.planFormInput = planFormInput;
        this.mistakes = mistakes;
    }

    List<PlanPage.Row> of(PlanTab planTab) {
        return switch (planTab) {
            case TRAIN -> train();
            case FINETUNE -> finetune();
            case SERVE -> serve();
            case CAPACITY -> capacity();
        };
    }

    private List<PlanPage.Row> train() {
        return List.of(
                PlanPage.Row.of(model()),
                PlanPage.Row.of(
                        field("tokens", "Tokens").sample("15 B"),
                        field("seq", "Sequence").sample("8,192")),
                PlanPage.Row.of(
                        field("step", "Tokens per step").sample("4 M"),
                        field("precision", "Precision").choosing("bf16", "fp8")),
                PlanPage.Row.of(deadline(), budget()));
    }

    private List<PlanPage.Row> finetune() {
        return List.of(
                PlanPage.Row.of(model()),
                PlanPage.Row.of(
                        field("method", "Method").choosing("lora", "qlora", "full"),
                        field("seq", "Sequence").sample("2,048")),
                PlanPage.Row.of(
                        field("samples", "Samples").sample("50 k"),
                        field("epochs", "Epochs").sample("1")),
                PlanPage.Row.of(
                        field("tokens", "Or tokens").sample("200 M"),
                        field("batch", "Sequences per step").sample("64")),
                PlanPage.Row.of(deadline(), budget()));
    }

    private List<PlanPage.Row> serve() {
        return List.of(
                PlanPage.Row.of(model()),
                PlanPage.Row.of(
                        field("rate", "Requests").sample("20/s"),
                        field("framework", "Framework").choosing("vllm", "sglang", "trtllm")),
                PlanPage.Row.of(
                        field("input", "Tokens in").sample("1,000"),
                        field("output", "Tokens out").sample("200")),
                PlanPage.Row.of(
                        field("ttft", "First token").sample("1 s"),
                        field("tpot", "Each further").sample("50 ms")),
                PlanPage.Row.of(
                        field("budget", "Budget an hour").sample("$20"),
                        field("precision", "Weights").sample("bf16, fp8")));
    }

    private List<PlanPage.Row> capacity() {
        return List.of(
                PlanPage.Row.of(
                        field("have", "What is there").sample("32xH100"),
                        field("used", "Busy on average").sample("24")),
                PlanPage.Row.of(
                        field("growth", "Growth a month").sample("8%"),
                        field("peak", "Busy at the busiest").sample("30")),
                PlanPage.Row.of(
                        field("target", "May be busy").sample("80%"),
                        field("horizon", "Look ahead").sample("12 or 2y")),
                PlanPage.Row.of(
                        field("lead", "Order to work").sample("90d"),
                        budget().sample("$2,000,000")));
    }

    private List<PlanPage.Row> moreCapacity() {
        return List.of(
                PlanPage.Row.of(field("hours", "Or accelerator-hours a month").sample("17,500")),
                PlanPage.Row.of(
                        field("history", "Or those of the last months")
                                .sample("31000, 33500, 34100")),
                PlanPage.Row.of(field("cover", "An order suffices for, in months").sample("6")),
                PlanPage.Row.of(field("machine", "Added together").sample("8")),
                PlanPage.Row.of(field("provider", "Only these providers").sample("aws, lambda")));
    }

    /** Rarely used fields. */
    List<PlanPage.Row> more(PlanTab planTab) {
        if (planTab == PlanTab.CAPACITY) {
            return moreCapacity();
        }
        PlanField types = field("accelerators", "Only these accelerators").sample("H100, H200");
        PlanField names = field("provider", "Only these providers").sample("aws, lambda");
        return planTab == PlanTab.SERVE
                ? List.of(PlanPage.Row.of(types), PlanPage.Row.of(names))
                : List.of(
                        PlanPage.Row.of(types),
                        PlanPage.Row.of(names),
                        PlanPage.Row.of(field("max_machines", "Machines at most").sample("32")));
    }

    private PlanField field(String name, String label) {
        return PlanField.of(name, label, planFormInput.of(name))
                .wrong(Optional.ofNullable(mistakes.get(name)));
    }

    private PlanField model() {
        return field("model", "Model")
                .sample("llama-3-8b")
                .suggesting("models")
                .note(
                        catalog.models()
                                .find(planFormInput.of("model").strip())
                                .map(PlanForms::words));
    }

    private static String words(Architecture model) {
        return "%s B parameters, %d layers, from the catalog"
                .formatted(
                        Format.number(
                                model.parameters() / BILLION, model.parameters() < 1e11 ? 2 : 0),
                        model.layers());
    }

    private PlanField deadline() {
        String text = planFormInput.of("deadline").replaceAll("\\s", "").toLowerCase(Locale.ROOT);
        Optional<Duration> time =
                text.isEmpty() || mistakes.containsKey("deadline")
                        ? Optional.empty()
                        : ValueType.duration()
                                .read(
                                        new DocumentNode.Value(
                                                slipway.base.SourceLocation.of("deadline"),
                                                text,
                                                false),
                                        MistakeCollector.forWhole());
        return field("deadline", "Deadline")
                .sample("3 d")
                .note(
                        time.filter(it -> it.toDays() < 3_650)
                                .map(it -> timeFormat.exact(timeFormat.now().plus(it))));
    }

    private PlanField budget() {
        return field("budget", "Budget").sample("$4,000");
    }
}
