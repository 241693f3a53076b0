package slipway.surface.plan.server;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.plan.request.CapacityRequest;
import slipway.plan.request.ServingRequest;
import slipway.plan.request.TrainingRequest;
import slipway.spec.BlockValues;
import slipway.spec.SpecKey;
import slipway.surface.web.page.PageQuery;

/** What stands in the address: one word for each field. Empty fields say nothing. */
record PlanFormInput(Map<String, String> words) {

    private static final String MODEL = "model";
    private static final String TOKENS = "tokens";

    private static final List<String> WHERE = List.of("own", "cloud", "spot");
    private static final List<String> BOUNDS =
            List.of("deadline", "budget", "accelerators", "provider", "max_machines");

    static final List<String> TRAIN =
            both(List.of(MODEL, TOKENS, "seq", "step", "precision"), BOUNDS);
    static final List<String> FINETUNE =
            both(List.of(MODEL, "method", TOKENS, "samples", "epochs", "seq", "batch"), BOUNDS);
    static final List<String> SERVE =
            both(
                    List.of(MODEL, "rate", "input", "output", "ttft", "tpot"),
                    List.of("framework", "budget", "accelerators", "precision", "provider"));

    static final List<String> CAPACITY =
            List.of(
                    "have",
                    "used",
                    "peak",
                    "hours",
                    "history",
                    "growth",
                    "target",
                    "horizon",
                    "lead",
                    "cover",
                    "machine",
                    "budget",
                    "provider");

    PlanFormInput {
        words = new LinkedHashMap<>(words);
    }

    private static List<String> both(List<String> some, List<String> more) {
        return Stream.of(some, more, WHERE).flatMap(List::stream).toList();
    }

    private static SpecKey<String> key(String name) {
        return SpecKey.of(name, PageQuery.TYPED, "As the command line takes it.").withDefault("");
    }

    static SpecKey<?>[] keys(List<String> names) {
        return names.stream().map(PlanFormInput::key).toArray(SpecKey<?>[]::new);
    }

    static PlanFormInput of(BlockValues query, List<String> names) {
        Map<String, String> words = new LinkedHashMap<>();
        names.forEach(name -> words.put(name, query.get(key(name))));
        return new PlanFormInput(words);
    }

    String of(String name) {
        return words.getOrDefault(name, "");
    }

    /** Whether nothing was asked yet. */
    boolean isEmpty() {
        return words.values().stream().allMatch(String::isBlank);
    }

    /** As people write numbers: without the spaces, commas and signs between their digits. */
    private String plain(String name) {
        return of(name).replaceAll("[\\s,\\u202f\\u00a0]", "");
    }

    private Optional<String> maybe(String name) {
        return Optional.of(plain(name)).filter(it -> !it.isEmpty());
    }

    private List<String> several(String name) {
        return Arrays.stream(of(name).split("[,\\s]+", -1)).filter(it -> !it.isEmpty()).toList();
    }

    /** Unless somebody ticked some of them, all count. */
    boolean isTicked(String where) {
        return WHERE.stream().allMatch(it -> of(it).isEmpty()) || !of(where).isEmpty();
    }

    private List<String> terms() {
        if (WHERE.stream().allMatch(this::isTicked)) {
            return List.of();
        }
        return Stream.of(
                        isTicked("own") ? List.of("own") : List.<String>of(),
                        isTicked("cloud") ? List.of("on-demand", "reserved") : List.<String>of(),
                        isTicked("spot") ? List.of("spot") : List.<String>of())
                .flatMap(List::stream)
                .toList();
    }

    /** Whoever is being served does not wait for a spot machine. */
    private List<String> steady() {
        boolean own = !of("own").isEmpty();
        boolean cloud = !of("cloud").isEmpty();
        return own == cloud ? List.of() : own ? List.of("own") : List.of("on-demand", "reserved");
    }

    private TrainingRequest.Limits limits() {
        return new TrainingRequest.Limits(
                maybe("deadline"),
                maybe("budget"),
                several("accelerators"),
                several("provider"),
                List.of(),
                terms(),
                maybe("max_machines").orElse("32"));
    }

    TrainingRequest training() {
        return new TrainingRequest(
                "slipway plan train",
                of(MODEL).strip(),
                Optional.of(plain(TOKENS)),
                Optional.empty(),
                maybe("seq"),
                maybe("step"),
                Optional.empty(),
                maybe("precision").orElse("bf16"),
                "full",
                limits());
    }

    TrainingRequest tuning() {
        return new TrainingRequest(
                "slipway plan finetune",
                of(MODEL).strip(),
                maybe(TOKENS),
                maybe("samples")
                        .map(it -> new TrainingRequest.Samples(it, maybe("epochs").orElse("1"))),
                maybe("seq"),
                Optional.empty(),
                Optional.of(maybe("batch").orElse("64")),
                "bf16",
                maybe("method").orElse("lora"),
                limits());
    }

    CapacityRequest growing() {
        return new CapacityRequest(
                plain("have"),
                maybe("used"),
                maybe("peak"),
                maybe("hours"),
                several("history"),
                maybe("growth"),
                maybe("target").orElse("80%"),
                maybe("horizon").orElse("12"),
                maybe("lead").orElse("90d"),
                maybe("cover").orElse("6"),
                maybe("machine"),
                several("provider"),
                List.of(),
                maybe("budget"));
    }

    ServingRequest serving() {
        return new ServingRequest(
                "slipway plan serve",
                of(MODEL).strip(),
                plain("rate"),
                plain("input"),
                plain("output"),
                maybe("ttft"),
                maybe("tpot"),
                new ServingRequest.Limits(
                        Optional.of(of("framework").strip())
                                .filter(it -> !it.isEmpty())
                                .orElse("vllm"),
                        several("accelerators"),
                        several("precision"),
                        Optional.empty(),
                        maybe("budget"),
                        several("provider"),
                        List.of(),
                        steady()));
    }
}
