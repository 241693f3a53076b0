package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import slipway.journal.table.TableReader;

/** A stored property of the database, such as the fingerprint of its server key. */
record PropertyRow(String name, String value, Instant at) {

    static final Name SERVER_KEY = new Name("server-key");

    /** Set once the token of the first admin was shown. */
    static final Name FIRST_ADMIN_SHOWN = new Name("welcomed");

    /** The name of a property. */
    record Name(String text) {

        PropertyRow of(String value, Instant at) {
            return new PropertyRow(text, value, at);
        }

        /** Reads the property from data that is not open yet. */
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
