package slipway.server.web.plan;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import slipway.base.Format;
import slipway.base.TimeFormat;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.spec.DocumentNode;
import slipway.spec.MistakeCollector;
import slipway.spec.ValueType;

/** The fields of each question, as they were typed and with what is wrong beside them. */
final class Forms {

    private static final double BILLION = 1e9;

    private final Catalog catalog;
    private final TimeFormat timeFormat;
    private final Typed planFormInput;
    private final Map<String, String> wrong;

    Forms(Catalog catalog, TimeFormat timeFormat, Typed planFormInput, Map<String, String> wrong) {
        this.catalog = catalog;
        this.timeFormat = timeFormat;
        this.planFormInput = planFormInput;
        this.wrong = wrong;
    }

    List<PlanView.Row> of(Tab planTab) {
        return switch (planTab) {
            case TRAIN -> train();
            case FINETUNE -> finetune();
            case SERVE -> serve();
            case CAPACITY -> capacity();
        };
    }

    private List<PlanView.Row> train() {
        return List.of(
                PlanView.Row.of(model()),
                PlanView.Row.of(
                        box("tokens", "Tokens").sample("15 B"),
                        box("seq", "Sequence").sample("8,192")),
                PlanView.Row.of(
                        box("step", "Tokens per step").sample("4 M"),
                        box("precision", "Precision").choosing("bf16", "fp8")),
                PlanView.Row.of(deadline(), budget()));
    }

    private List<PlanView.Row> finetune() {
        return List.of(
                PlanView.Row.of(model()),
                PlanView.Row.of(
                        box("method", "Method").choosing("lora", "qlora", "full"),
                        box("seq", "Sequence").sample("2,048")),
                PlanView.Row.of(
                        box("samples", "Samples").sample("50 k"),
                        box("epochs", "Epochs").sample("1")),
                PlanView.Row.of(
                        box("tokens", "Or tokens").sample("200 M"),
                        box("batch", "Sequences per step").sample("64")),
                PlanView.Row.of(deadline(), budget()));
    }

    private List<PlanView.Row> serve() {
        return List.of(
                PlanView.Row.of(model()),
                PlanView.Row.of(
                        box("rate", "Requests").sample("20/s"),
                        box("framework", "Framework").choosing("vllm", "sglang", "trtllm")),
                PlanView.Row.of(
                        box("input", "Tokens in").sample("1,000"),
                        box("output", "Tokens out").sample("200")),
                PlanView.Row.of(
                        box("ttft", "First token").sample("1 s"),
                        box("tpot", "Each further").sample("50 ms")),
                PlanView.Row.of(
                        box("budget", "Budget an hour").sample("$20"),
                        box("precision", "Weights").sample("bf16, fp8")));
    }

    private List<PlanView.Row> capacity() {
        return List.of(
                PlanView.Row.of(
                        box("have", "What is there").sample("32xH100"),
                        box("used", "Busy on average").sample("24")),
                PlanView.Row.of(
                        box("growth", "Growth a month").sample("8%"),
                        box("peak", "Busy at the busiest").sample("30")),
                PlanView.Row.of(
                        box("target", "May be busy").sample("80%"),
                        box("horizon", "Look ahead").sample("12 or 2y")),
                PlanView.Row.of(
                        box("lead", "Order to work").sample("90d"), budget().sample("$2,000,000")));
    }

    private List<PlanView.Row> moreCapacity() {
        return List.of(
                PlanView.Row.of(box("hours", "Or accelerator-hours a month").sample("17,500")),
                PlanView.Row.of(
                        box("history", "Or those of the last months")
                                .sample("31000, 33500, 34100")),
                PlanView.Row.of(box("cover", "An order suffices for, in months").sample("6")),
                PlanView.Row.of(box("machine", "Added together").sample("8")),
                PlanView.Row.of(box("provider", "Only these providers").sample("aws, lambda")));
    }

    /** What few people need. */
    List<PlanView.Row> more(Tab planTab) {
        if (planTab == Tab.CAPACITY) {
            return moreCapacity();
        }
        Box types = box("accelerators", "Only these accelerators").sample("H100, H200");
        Box names = box("provider", "Only these providers").sample("aws, lambda");
        return planTab == Tab.SERVE
                ? List.of(PlanView.Row.of(types), PlanView.Row.of(names))
                : List.of(
                        PlanView.Row.of(types),
                        PlanView.Row.of(names),
                        PlanView.Row.of(box("max_machines", "Machines at most").sample("32")));
    }

    private Box box(String name, String label) {
        return Box.of(name, label, planFormInput.of(name))
                .wrong(Optional.ofNullable(wrong.get(name)));
    }

    private Box model() {
        return box("model", "Model")
                .sample("llama-3-8b")
                .suggesting("models")
                .note(catalog.models().find(planFormInput.of("model").strip()).map(Forms::words));
    }

    private static String words(Architecture model) {
        return "%s B parameters, %d layers, from the catalog"
                .formatted(
                        Format.number(
                                model.parameters() / BILLION, model.parameters() < 1e11 ? 2 : 0),
                        model.layers());
    }

    private Box deadline() {
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
                                        MistakeCollector.onWhole());
        return box("deadline", "Deadline")
                .sample("3 d")
                .note(
                        time.filter(it -> it.toDays() < 3_650)
                                .map(it -> timeFormat.exact(timeFormat.now().plus(it))));
    }

    private Box budget() {
        return box("budget", "Budget").sample("$4,000");
    }
}
