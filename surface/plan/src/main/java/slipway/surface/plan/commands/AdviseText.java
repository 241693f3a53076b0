package slipway.surface.plan.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import slipway.base.Bytes;
import slipway.base.text.Format;
import slipway.plan.InfrastructureNeeds;
import slipway.plan.InfrastructureNeeds.BandwidthSlowdown;
import slipway.plan.InfrastructureNeeds.NetworkKind;
import slipway.plan.InfrastructureNeeds.NetworkNeeds;
import slipway.plan.InfrastructureNeeds.Tier;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.surface.plan.api.EstimateJson;
import slipway.surface.terminal.FactList;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TextTable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints the network and storage that a run needs. */
final class AdviseText {

    private static final double GIGABIT = 125e6;

    private final Terminal terminal;

    AdviseText(Terminal terminal) {
        this.terminal = terminal;
    }

    void say(InfrastructureNeeds infrastructureNeeds) {
        terminal.say(answer(infrastructureNeeds));
        InfrastructureNeeds.StorageNeeds storage = infrastructureNeeds.storage();
        terminal.show(
                FactList.of()
                        .with("step", step(infrastructureNeeds))
                        .with("network", network(infrastructureNeeds))
                        .with(
                                "reading",
                                "%s while it trains, on %s together; %s/s to load a checkpoint within 2 min"
                                        .formatted(
                                                Format.estimate(
                                                        storage.trainingRead(),
                                                        it -> Format.bytes(it) + "/s"),
                                                Format.count(
                                                        infrastructureNeeds.machines(), "machine"),
                                                Format.bytes(storage.restartRead())))
                        .with("saving", saving(storage.advice()))
                        .with(
                                "rests on",
                                infrastructureNeeds
                                        .network()
                                        .required()
                                        .grounds()
                                        .getFirst()
                                        .sentence()));
        if (!infrastructureNeeds.network().slowdowns().isEmpty()) {
            terminal.say("");
            slowdowns(infrastructureNeeds.network());
        }
        terminal.say("");
        tiers(storage.tiers());
        terminal.say(
                "How often to save: slipway plan checkpoint --help. Who has such a network:"
                        + " slipway plan compare --accelerators %dx%s --weights network=3"
                                .formatted(
                                        infrastructureNeeds.accelerators(),
                                        infrastructureNeeds.type()));
    }

    private static String saving(CheckpointAdvice checkpointAdvice) {
        return "%s every %s: %s/s needed; a faster storage saves less than 1 %% of the time"
                .formatted(
                        Format.bytes(checkpointAdvice.scenario().size().total()),
                        Format.duration(checkpointAdvice.interval().rounded()),
                        Format.bytes(checkpointAdvice.storage().requiredSpeed()));
    }

    private static String answer(InfrastructureNeeds infrastructureNeeds) {
        NetworkNeeds networkNeeds = infrastructureNeeds.network();
        String network =
                networkNeeds.kind() == NetworkKind.NONE
                        ? "any network"
                        : "%s with %s for each accelerator"
                                .formatted(
                                        name(networkNeeds.kind()),
                                        Format.estimate(
                                                networkNeeds.required(), AdviseText::gigabits));
        return "Take %s: %s. Storage that reads %s/s and writes %s/s keeps them busy."
                .formatted(
                        network,
                        networkNeeds.reason(),
                        Format.bytes(
                                max(
                                        infrastructureNeeds.storage().trainingRead().high(),
                                        infrastructureNeeds.storage().restartRead())),
                        Format.bytes(
                                infrastructureNeeds.storage().advice().storage().requiredSpeed()));
    }

    private static Bytes max(Bytes one, Bytes other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static String name(NetworkKind kind) {
        return switch (kind) {
            case NONE -> "none";
            case ETHERNET -> "Ethernet";
            case ROCE -> "Ethernet with RoCE";
            case INFINIBAND -> "InfiniBand";
        };
    }

    private static String gigabits(Bytes speed) {
        return Format.number(speed.count() / GIGABIT) + " Gb/s";
    }

    private static String step(InfrastructureNeeds infrastructureNeeds) {
        String waits =
                infrastructureNeeds.computeToCommunication() > 1_000
                        ? "hardly any waiting for the network"
                        : "%s s of computing for each second of waiting for the network"
                                .formatted(
                                        Format.number(
                                                Math.rint(
                                                                infrastructureNeeds
                                                                                .computeToCommunication()
                                                                        * 10)
                                                        / 10));
        return "%s on %s with %s each: %s; %s"
                .formatted(
                        length(infrastructureNeeds.step().seconds()),
                        Format.accelerators(
                                infrastructureNeeds.accelerators(), infrastructureNeeds.type()),
                        gigabits(infrastructureNeeds.network().available()),
                        waits,
                        infrastructureNeeds.setUp());
    }

    private static String length(double seconds) {
        return Format.exactDuration(Duration.ofMillis(Math.max(1, Math.round(seconds * 1_000))));
    }

    private static String network(InfrastructureNeeds infrastructureNeeds) {
        NetworkNeeds networkNeeds = infrastructureNeeds.network();
        if (networkNeeds.kind() == NetworkKind.NONE) {
            return "none needed: " + networkNeeds.reason();
        }
        String enough =
                networkNeeds.available().compareTo(networkNeeds.required().value()) >= 0
                        ? "the usual network of %s has it".formatted(infrastructureNeeds.type())
                        : "more than the %s that is usual with %s"
                                .formatted(
                                        gigabits(networkNeeds.available()),
                                        infrastructureNeeds.type());
        return "%s: at most a twentieth longer than with the fastest; %s; one port of %s carries it for an accelerator"
                .formatted(
                        gigabits(networkNeeds.required().value()),
                        enough,
                        Format.list(networkNeeds.links(), "or"));
    }

    private void slowdowns(NetworkNeeds networkNeeds) {
        TextTable textTable =
                TextTable.of(number("EACH"), number("STEP"), number("LONGER"), text("BEST SET-UP"));
        for (BandwidthSlowdown it : networkNeeds.slowdowns()) {
            textTable.row(
                    gigabits(it.speed()),
                    length(it.seconds()),
                    it.slowdown() < 5e-4 ? "0\u202f%" : Format.percent(it.slowdown()),
                    it.setUp());
        }
        terminal.show(textTable);
    }

    private void tiers(List<Tier> tiers) {
        TextTable textTable =
                TextTable.of(
                        text("TIER"),
                        number("SIZE"),
                        number("READ"),
                        number("WRITE"),
                        text("FAST ENOUGH"),
                        text("FOR"));
        for (Tier it : tiers) {
            textTable.row(
                    it.name(),
                    Format.bytes(it.size()),
                    Format.bytes(it.read()) + "/s",
                    it.write().count() == 0 ? "once" : Format.bytes(it.write()) + "/s",
                    Format.list(it.options().stream().limit(3).toList(), "or"),
                    it.reason());
        }
        terminal.show(textTable);
    }

    static ObjectNode json(InfrastructureNeeds infrastructureNeeds) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", infrastructureNeeds.type());
        json.put("accelerators", infrastructureNeeds.accelerators());
        json.put("machines", infrastructureNeeds.machines());
        json.put("set_up", infrastructureNeeds.setUp());
        json.put("step_seconds", infrastructureNeeds.step().seconds());
        json.put("waiting_seconds", infrastructureNeeds.step().communication());
        ObjectNode network = json.putObject("network");
        network.put("kind", infrastructureNeeds.network().kind().name().toLowerCase(Locale.ROOT));
        network.set("needed", EstimateJson.bytes(infrastructureNeeds.network().required()));
        network.put("there", infrastructureNeeds.network().available().count());
        network.put("because", infrastructureNeeds.network().reason());
        infrastructureNeeds.network().links().forEach(network.putArray("links")::add);
        ArrayNode speeds = network.putArray("speeds");
        for (BandwidthSlowdown it : infrastructureNeeds.network().slowdowns()) {
            ObjectNode speed = speeds.addObject();
            speed.put("speed", it.speed().count());
            speed.put("step_seconds", it.seconds());
            speed.put("longer", it.slowdown());
            speed.put("set_up", it.setUp());
        }
        storage(json.putObject("storage"), infrastructureNeeds.storage());
        return json;
    }

    private static void storage(ObjectNode json, InfrastructureNeeds.StorageNeeds storage) {
        json.set("read_needed", EstimateJson.bytes(storage.trainingRead()));
        json.put("load_needed", storage.restartRead().count());
        json.put("write_needed", storage.advice().storage().requiredSpeed().count());
        json.put("checkpoint", storage.advice().scenario().size().total().count());
        json.put("every_seconds", storage.advice().interval().rounded().toSeconds());
        ArrayNode tiers = json.putArray("tiers");
        for (Tier it : storage.tiers()) {
            ObjectNode tier = tiers.addObject();
            tier.put("name", it.name());
            tier.put("size", it.size().count());
            tier.put("read", it.read().count());
            tier.put("write", it.write().count());
            tier.put("because", it.reason());
            it.options().forEach(tier.putArray("options")::add);
        }
    }
}
