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

/** The values of the form's fields, from the query of the URL. Empty fields are unset. */
record PlanFormInput(Map<String, String> words) {

    private static final String MODEL = "model";
    private static final String TOKENS = "tokens";

    private static final List<String> WHERE = List.of("own", "cloud", "spot");
    private static final List<String> BOUNDS =
            List.of("deadline", "budget", "accelerators", "provider", "max_machines");

    static final List<String> TRAIN =
            concat(List.of(MODEL, TOKENS, "seq", "step", "precision"), BOUNDS);
    static final List<String> FINETUNE =
            concat(List.of(MODEL, "method", TOKENS, "samples", "epochs", "seq", "batch"), BOUNDS);
    static final List<String> SERVE =
            concat(
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

    private static List<String> concat(List<String> some, List<String> more) {
        return Stream.of(some, more, WHERE).flatMap(List::stream).toList();
    }

    private static SpecKey<String> key(String name) {
        return SpecKey.of(name, PageQuery.TYPED, "In the notation of the command line.")
                .withDefault("");
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

    /** Whether all fields are empty. */
    boolean isEmpty() {
        return words.values().stream().allMatch(String::isBlank);
    }

    /** Without the spaces and commas that people write between digits. */
    private String compact(String name) {
        return of(name).replaceAll("[\\s,\\u202f\\u00a0]", "");
    }

    private Optional<String> optional(String name) {
        return Optional.of(compact(name)).filter(it -> !it.isEmpty());
    }

    private List<String> list(String name) {
        return Arrays.stream(of(name).split("[,\\s]+", -1)).filter(it -> !it.isEmpty()).toList();
    }

    /** Without any tick, all count as ticked. */
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

    /** Terms for serving, without spot, because requests cannot wait for a reclaimed machine. */
    private List<String> servingTerms() {
        boolean own = !of("own").isEmpty();
        boolean cloud = !of("cloud").isEmpty();
        return own == cloud ? List.of() : own ? List.of("own") : List.of("on-demand", "reserved");
    }

    private TrainingRequest.Limits limits() {
        return new TrainingRequest.Limits(
                optional("deadline"),
                optional("budget"),
                list("accelerators"),
                list("provider"),
                List.of(),
                terms(),
                optional("max_machines").orElse("32"));
    }

    TrainingRequest training() {
        return new TrainingRequest(
                "slipway plan train",
                of(MODEL).strip(),
                Optional.of(compact(TOKENS)),
                Optional.empty(),
                new TrainingRequest.StatedBatch(
                        optional("seq"), optional("step"), Optional.empty()),
                optional("precision").orElse("bf16"),
                "full",
                limits());
    }

    TrainingRequest tuning() {
        return new TrainingRequest(
                "slipway plan finetune",
                of(MODEL).strip(),
                optional(TOKENS),
                optional("samples")
                        .map(it -> new TrainingRequest.Samples(it, optional("epochs").orElse("1"))),
                new TrainingRequest.StatedBatch(
                        optional("seq"),
                        Optional.empty(),
                        Optional.of(optional("batch").orElse("64"))),
                "bf16",
                optional("method").orElse("lora"),
                limits());
    }

    CapacityRequest capacity() {
        return new CapacityRequest(
                compact("have"),
                new CapacityRequest.StatedDemand(
                        optional("used"),
                        optional("peak"),
                        optional("hours"),
                        list("history"),
                        optional("growth")),
                optional("target").orElse("80%"),
                optional("horizon").orElse("12"),
                new CapacityRequest.StatedOrders(
                        optional("lead").orElse("90d"),
                        optional("cover").orElse("6"),
                        optional("machine"),
                        list("provider"),
                        List.of(),
                        optional("budget")));
    }

    ServingRequest serving() {
        return new ServingRequest(
                "slipway plan serve",
                of(MODEL).strip(),
                compact("rate"),
                compact("input"),
                compact("output"),
                optional("ttft"),
                optional("tpot"),
                new ServingRequest.Limits(
                        Optional.of(of("framework").strip())
                                .filter(it -> !it.isEmpty())
                                .orElse("vllm"),
                        list("accelerators"),
                        new ServingRequest.Formats(list("precision"), Optional.empty()),
                        Optional.empty(),
                        optional("budget"),
                        list("provider"),
                        List.of(),
                        servingTerms()));
    }
}
