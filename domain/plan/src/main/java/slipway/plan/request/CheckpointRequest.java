package slipway.plan.request;

import java.util.Optional;

/**
 * An unchecked request for checkpoint advice.
 *
 * @param model a name, a config.json, or numbers
 * @param accelerators number and type of accelerators
 * @param nodes number of machines
 * @param step duration of a step
 * @param storage a speed, or a tier of the catalog
 * @param background whether checkpoints are asynchronous
 * @param work duration of the run without interruptions
 */
public record CheckpointRequest(
        String model,
        String accelerators,
        Optional<String> nodes,
        String optimizer,
        Optional<String> step,
        Optional<String> storage,
        boolean background,
        boolean spot,
        Optional<String> work) {}
