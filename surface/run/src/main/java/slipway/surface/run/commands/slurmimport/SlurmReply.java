package slipway.surface.run.commands.slurmimport;

/** What came of a question. */
sealed interface SlurmReply {

    /** What was printed. */
    record Said(String text) implements SlurmReply {}

    /**
     * @param why there is none, as a sentence
     */
    record Missing(String why) implements SlurmReply {}
}
