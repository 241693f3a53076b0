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

/** The fields of each question, as they were typed and with what is wrong beside them. */
final class PlanForms {

    private static final double BILLION = 1e9;

    private final Catalog catalog;
    private final TimeFormat timeFormat;
    private final PlanFormInput planFormInput;
    private final Map<String, String> wrong;

    PlanForms(
            Catalog catalog,
            TimeFormat timeFormat,
            PlanFormInput planFormInput,
            Map<String, String> wrong) {
        this.catalog = catalog;
        this.timeFormat = timeFormat;
        this.planFormInput = planFormInput;
        this.wrong = wrong;
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
                        box("tokens", "Tokens").sample("15 B"),
                        box("seq", "Sequence").sample("8,192")),
                PlanPage.Row.of(
                        box("step", "Tokens per step").sample("4 M"),
                        box("precision", "Precision").choosing("bf16", "fp8")),
                PlanPage.Row.of(deadline(), budget()));
    }

    private List<PlanPage.Row> finetune() {
        return List.of(
                PlanPage.Row.of(model()),
                PlanPage.Row.of(
                        box("method", "Method").choosing("lora", "qlora", "full"),
                        box("seq", "Sequence").sample("2,048")),
                PlanPage.Row.of(
                        box("samples", "Samples").sample("50 k"),
                        box("epochs", "Epochs").sample("1")),
                PlanPage.Row.of(
                        box("tokens", "Or tokens").sample("200 M"),
                        box("batch", "Sequences per step").sample("64")),
                PlanPage.Row.of(deadline(), budget()));
    }

    private List<PlanPage.Row> serve() {
        return List.of(
                PlanPage.Row.of(model()),
                PlanPage.Row.of(
                        box("rate", "Requests").sample("20/s"),
                        box("framework", "Framework").choosing("vllm", "sglang", "trtllm")),
                PlanPage.Row.of(
                        box("input", "Tokens in").sample("1,000"),
                        box("output", "Tokens out").sample("200")),
                PlanPage.Row.of(
                        box("ttft", "First token").sample("1 s"),
                        box("tpot", "Each further").sample("50 ms")),
                PlanPage.Row.of(
                        box("budget", "Budget an hour").sample("$20"),
                        box("precision", "Weights").sample("bf16, fp8")));
    }

    private List<PlanPage.Row> capacity() {
        return List.of(
                PlanPage.Row.of(
                        box("have", "What is there").sample("32xH100"),
                        box("used", "Busy on average").sample("24")),
                PlanPage.Row.of(
                        box("growth", "Growth a month").sample("8%"),
                        box("peak", "Busy at the busiest").sample("30")),
                PlanPage.Row.of(
                        box("target", "May be busy").sample("80%"),
                        box("horizon", "Look ahead").sample("12 or 2y")),
                PlanPage.Row.of(
                        box("lead", "Order to work").sample("90d"), budget().sample("$2,000,000")));
    }

    private List<PlanPage.Row> moreCapacity() {
        return List.of(
                PlanPage.Row.of(box("hours", "Or accelerator-hours a month").sample("17,500")),
                PlanPage.Row.of(
                        box("history", "Or those of the last months")
                                .sample("31000, 33500, 34100")),
                PlanPage.Row.of(box("cover", "An order suffices for, in months").sample("6")),
                PlanPage.Row.of(box("machine", "Added together").sample("8")),
                PlanPage.Row.of(box("provider", "Only these providers").sample("aws, lambda")));
    }

    /** What few people need. */
    List<PlanPage.Row> more(PlanTab planTab) {
        if (planTab == PlanTab.CAPACITY) {
            return moreCapacity();
        }
        PlanField types = box("accelerators", "Only these accelerators").sample("H100, H200");
        PlanField names = box("provider", "Only these providers").sample("aws, lambda");
        return planTab == PlanTab.SERVE
                ? List.of(PlanPage.Row.of(types), PlanPage.Row.of(names))
                : List.of(
                        PlanPage.Row.of(types),
                        PlanPage.Row.of(names),
                        PlanPage.Row.of(box("max_machines", "Machines at most").sample("32")));
    }

    private PlanField box(String name, String label) {
        return PlanField.of(name, label, planFormInput.of(name))
                .wrong(Optional.ofNullable(wrong.get(name)));
    }

    private PlanField model() {
        return box("model", "Model")
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
                text.isEmpty() || wrong.containsKey("deadline")
                        ? Optional.empty()
                        : ValueType.duration()
                                .read(
                                        new DocumentNode.Value(
                                                slipway.base.SourceLocation.of("deadline"),
                                                text,
                                                false),
                                        MistakeCollector.forWhole());
        return box("deadline", "Deadline")
                .sample("3 d")
                .note(
                        time.filter(it -> it.toDays() < 3_650)
                                .map(it -> timeFormat.exact(timeFormat.now().plus(it))));
    }

    private PlanField budget() {
        return box("budget", "Budget").sample("$4,000");
    }
}
