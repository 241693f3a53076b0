package slipway.plan.request;

import java.nio.file.Path;
import java.util.Optional;
import slipway.catalog.Catalog;

/**
 * An unchecked request for advice on the network and storage of a run.
 *
 * @param model a name, a config.json, or numbers
 * @param accelerators number and type, {@code 64xH100}
 * @param tokens tokens to train on, {@code 15B}
 * @param seq tokens of a sequence
 * @param step tokens of a step
 * @param tokenBytes bytes read for each token: text needs 4, images hundreds
 */
public record AdviceRequest(
        String model,
        String accelerators,
        String tokens,
        Optional<String> seq,
        Optional<String> step,
        String precision,
        String tokenBytes) {

    /**
     * Parses and checks the request; all mistakes are one problem.
     *
     * @param folder the folder of a named config.json; {@link ConfigFiles#FORBIDDEN} if the request may name none
     */
    public AdvisedRun parse(Catalog catalog, Path folder) {
        return new AdviceRequestParser(catalog, folder, this).read();
    }
}
