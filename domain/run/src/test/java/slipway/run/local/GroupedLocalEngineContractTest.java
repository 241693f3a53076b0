package slipway.run.local;

import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract where no sandbox works, but every part is in a control group of version 2. */
@SuppressWarnings("NullAway.Init") // made before all tests
@Tag("process")
class GroupedLocalEngineContractTest extends BareLocalEngineContractTest {

    private static UnifiedCgroup unified;

    @BeforeAll
    static void make() {
        unified = UnifiedCgroup.make();
    }

    @AfterAll
    static void remove() {
        if (unified != null) { // what it needs may be missing
            unified.close();
        }
    }

    @Override
    Optional<Cgroups> cgroups() {
        return Optional.of(unified.cgroups());
    }
}
