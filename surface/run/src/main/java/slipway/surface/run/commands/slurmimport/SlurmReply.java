package slipway.surface.run.commands.slurmimport;

/** The result of a query. */
sealed interface SlurmReply {

    record Received(String text) implements SlurmReply {}

    /**
     * @param why the reply is missing, as a sentence
     */
    record Missing(String why) implements SlurmReply {}
}
