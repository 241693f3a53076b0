package slipway.plan.request;

import java.nio.file.Path;
import java.util.Optional;
import slipway.catalog.Catalog;
import slipway.plan.reliability.CheckpointScenario;

/**
 * An unchecked request for checkpoint advice.
 *
 * @param model a name, a config.json, or numbers
 * @param accelerators number and type of accelerators
 * @param nodes number of machines
 * @param step duration of a step
 * @param work duration of the run without interruptions
 */
public record CheckpointRequest(
        String model,
        String accelerators,
        Optional<String> nodes,
        Optional<String> step,
        StatedSaving saving,
        boolean spot,
        Optional<String> work) {

    /**
     * Parses and checks the request; all mistakes are one problem.
     *
     * @param folder the folder of a named config.json; {@link ConfigFiles#FORBIDDEN} if the request may name none
     */
    public CheckpointScenario parse(Catalog catalog, Path folder) {
        return new CheckpointRequestParser(catalog, folder, this).read();
    }

    /**
     * What a checkpoint holds, and how it is saved.
     *
     * @param storage a speed, or a tier of the catalog
     * @param background whether checkpoints are asynchronous
     */
    public record StatedSaving(String optimizer, Optional<String> storage, boolean background) {}
}
