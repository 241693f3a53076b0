package slipway.run.local;

import org.junit.jupiter.api.Tag;

/** The contract on a machine where no sandbox works. */
@Tag("process")
class BareLocalEngineContractTest extends LocalEngineContractTest {

    @Override
    boolean sandboxed() {
        return false;
    }
}
