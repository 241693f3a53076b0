package slipway.run.local;

/** The contract on a machine where the build found no C compiler: a sandbox, but no cradle. */
class BubblewrapContractTest extends LocalEngineContractTest {

    @Override
    boolean cradled() {
        return false;
    }
}
