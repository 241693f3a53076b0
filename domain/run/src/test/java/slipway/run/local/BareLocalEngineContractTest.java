package slipway.run.local;

/** The contract on a machine where no sandbox works. */
class BareLocalEngineContractTest extends LocalEngineContractTest {

    @Override
    boolean sandboxed() {
        return false;
    }
}
