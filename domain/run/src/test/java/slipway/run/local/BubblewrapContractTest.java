package slipway.run.local;

import org.junit.jupiter.api.Tag;

/** The engine contract where the build found no C compiler: with a sandbox, but without the job supervisor. */
@Tag("process")
class BubblewrapContractTest extends LocalEngineContractTest {

    @Override
    boolean usesSupervisor() {
        return false;
    }
}
