package slipway.plan.request;

import java.util.Optional;

/**
 * A run whose checkpoints somebody asks about, in their own words: nothing of it has been checked.
 *
 * @param model a name, a config.json, or numbers
 * @param accelerators how many of which, {@code 64xH100}
 * @param nodes in so many machines
 * @param step how long one takes
 * @param storage a speed or a tier of the catalog
 * @param background whether accelerators wait only until their memory is copied to their machine's
 * @param work what the run would take if nothing happened
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
