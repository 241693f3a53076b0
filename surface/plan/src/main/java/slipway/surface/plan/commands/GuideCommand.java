package slipway.surface.plan.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import slipway.plan.guide.Guide;
import slipway.plan.guide.GuideRequest;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.command.CommandEnvironment;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway plan guide}. */
@Command(
        name = "guide",
        description =
                "Asks a few questions, then lists all decisions with numbers and the next steps.",
        footer = {
            "",
            "At a terminal it asks for missing options; elsewhere, and with --yes, it uses the defaults.",
            "",
            "Examples",
            "  slipway plan guide",
            "  slipway plan guide --goal train --model llama-3-8b --tokens 15B --deadline 3d --budget 4000",
            "  slipway plan guide --goal serve --model llama-3-8b --rate 20/s"
        })
final class GuideCommand implements Runnable {

    private static final String SERVE = "serve";

    private final CommandEnvironment commandEnvironment;

    @Option(names = "--goal", paramLabel = "GOAL", description = "train or serve.")
    private Optional<String> goal = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description = "A name, a config.json, or numbers: layers=32,hidden=4096,…")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--tokens",
            paramLabel = "N",
            description = "Tokens to train on, for example 15B.")
    private Optional<String> tokens = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description = "Requests to serve, for example 20/s.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--accelerators",
            paramLabel = "TYPES",
            description = "Only these, for example H100,H200. Default: any.")
    private Optional<String> accelerators = Optional.empty();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "The deadline of a training, for example 3d.")
    private Optional<String> deadline = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "MONEY",
            description = "Dollars for the training, or for an hour of serving.")
    private Optional<String> budget = Optional.empty();

    @Option(names = "--region", paramLabel = "NAMES", description = "Only these.")
    private Optional<String> region = Optional.empty();

    @Option(names = "--yes", description = "Ask nothing and use the defaults.")
    private boolean yes;

    @Option(names = "--json", description = "Print the whole answer as one line of JSON.")
    private boolean json;

    @Mixin private CatalogChoice catalogChoice = new CatalogChoice();

    GuideCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        Guide guide =
                Guide.of(
                        catalogChoice.read(commandEnvironment),
                        request(),
                        commandEnvironment.here(),
                        commandEnvironment.clock().instant());
        if (json) {
            commandEnvironment.terminal().json(json(guide).toString());
        } else {
            say(commandEnvironment.terminal(), guide);
        }
    }

    private GuideRequest request() {
        String chosenGoal =
                goal.orElseGet(
                        () ->
                                rate.isPresent()
                                        ? SERVE
                                        : ask("What do you want to do, train or serve?", "train"));
        boolean serves = chosenGoal.equals(SERVE);
        String which = model.orElseGet(() -> ask("Which model?", "llama-3-8b"));
        String amount =
                serves
                        ? rate.orElseGet(() -> ask("How many requests at the peak?", "10/s"))
                        : tokens.orElseGet(() -> ask("On how many tokens?", "15B"));
        return new GuideRequest(
                chosenGoal,
                which,
                amount,
                accelerators.or(() -> maybe("On which accelerators?", "any")),
                serves ? Optional.empty() : deadline.or(() -> maybe("By when?", "no deadline")),
                budget.or(
                        () ->
                                maybe(
                                        serves
                                                ? "For how many dollars an hour?"
                                                : "For how many dollars in all?",
                                        "no limit")),
                region.or(() -> maybe("In which region?", "any")));
    }

    /** The user's answer, or the default without a terminal. */
    private String ask(String question, String defaultAnswer) {
        Terminal terminal = commandEnvironment.terminal();
        if (yes || json || !terminal.capabilities().interactive()) {
            return defaultAnswer;
        }
        terminal.err().print("%s [%s] ".formatted(question, defaultAnswer));
        terminal.err().flush();
        return terminal.readLine()
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .orElse(defaultAnswer);
    }

    private Optional<String> maybe(String question, String none) {
        return Optional.of(ask(question, none)).filter(it -> !it.equals(none));
    }

    private static void say(Terminal terminal, Guide guide) {
        terminal.say(guide.answer());
        terminal.say("");
        terminal.say("SCALE: the decisions");
        FactList scale = FactList.of();
        guide.scale().forEach(it -> scale.with(it.name(), it.question() + " " + it.answer()));
        terminal.show(scale);
        terminal.say("");
        terminal.say("DEPLOY: the steps, in this order");
        for (Guide.Step it : guide.deploy()) {
            terminal.show(FactList.of().with("[ ] " + padded(it.name()), it.action()));
            terminal.printVerbatim("      " + it.command());
        }
    }

    /** Pads to the longest name, so that the actions are aligned. */
    private static String padded(String name) {
        return "%-9s".formatted(name);
    }

    private static ObjectNode json(Guide guide) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("goal", guide.request().goal());
        json.put("model", guide.request().model());
        json.put("answer", guide.answer());
        ArrayNode scale = json.putArray("scale");
        guide.scale()
                .forEach(
                        it ->
                                scale.addObject()
                                        .put("name", it.name())
                                        .put("asks", it.question())
                                        .put("answer", it.answer()));
        ArrayNode deploy = json.putArray("deploy");
        guide.deploy()
                .forEach(
                        it ->
                                deploy.addObject()
                                        .put("name", it.name())
                                        .put("what", it.action())
                                        .put("command", it.command()));
        return json;
    }
}
