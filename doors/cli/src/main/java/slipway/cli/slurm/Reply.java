package slipway.cli.slurm;

/** What came of a question. */
sealed interface Reply {

    /** What was printed. */
    record Said(String text) implements Reply {}

    /**
     * @param why there is none, as a sentence
     */
    record Missing(String why) implements Reply {}
}
