package slipway.run.local;

import org.junit.jupiter.api.Tag;

/** The contract on a machine where the build found no C compiler: a sandbox, but no cradle. */
@Tag("process")
class BubblewrapContractTest extends LocalEngineContractTest {

    @Override
    boolean usesSupervisor() {
        return false;
    }
}
