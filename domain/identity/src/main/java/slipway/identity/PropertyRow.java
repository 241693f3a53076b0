package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import slipway.journal.table.TableReader;

/** Something the room remembers of itself. */
record PropertyRow(String name, String value, Instant at) {

    static final Name SERVER_KEY = new Name("server-key");

    /** The first admin's token was shown. */
    static final Name FIRST_ADMIN_SHOWN = new Name("welcomed");

    /** What is remembered. */
    record Name(String text) {

        PropertyRow of(String value, Instant at) {
            return new PropertyRow(text, value, at);
        }

        /** Before the room is open. */
        Optional<String> readFrom(TableReader database) {
            var found = new AtomicReference<>(Optional.<String>empty());
            database.rows(
                    IdentityTables.PROPERTIES,
                    propertyRow -> {
                        if (propertyRow.name().equals(text)) {
                            found.set(Optional.of(propertyRow.value()));
                        }
                    });
            return found.get();
        }
    }
}
