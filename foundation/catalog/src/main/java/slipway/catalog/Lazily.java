package slipway.catalog;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Made when first asked for: most commands need the types of accelerators and nothing of the prices. */
final class Lazily<T> implements Supplier<T> {

    private final Supplier<T> make;
    private @Nullable T made;

    Lazily(Supplier<T> make) {
        this.make = make;
    }

    @Override
    public synchronized T get() {
        T known = made;
        if (known == null) {
            known = make.get();
            made = known;
        }
        return known;
    }
}
