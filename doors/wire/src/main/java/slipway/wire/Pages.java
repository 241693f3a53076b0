package slipway.wire;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import slipway.wire.form.Page;
import slipway.wire.route.Paging;

/** The items of a list, part by part. */
final class Pages<Q, T> implements Iterator<T> {

    private final Function<Call<Q, Page<T>>, Page<T>> fetch;
    private Optional<Call<Q, Page<T>>> following;
    private Iterator<T> part = Collections.emptyIterator();
    private String seen = "";

    Pages(Call<Q, Page<T>> first, Function<Call<Q, Page<T>>, Page<T>> fetch) {
        this.fetch = fetch;
        this.following = Optional.of(first);
    }

    @Override
    public boolean hasNext() {
        while (!part.hasNext() && following.isPresent()) {
            Call<Q, Page<T>> apiCall = following.get();
            Page<T> listPage = fetch.apply(apiCall);
            part = listPage.items().iterator();
            following =
                    listPage.next()
                            .map(cursor -> apiCall.query(Paging.AFTER, moved(apiCall, cursor)));
        }
        return part.hasNext();
    }

    /** A list that goes on from where it was would never end. */
    private String moved(Call<Q, Page<T>> apiCall, String cursor) {
        if (cursor.equals(seen)) {
            throw Troubles.listStuck(apiCall);
        }
        seen = cursor;
        return cursor;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The list has ended");
        }
        return part.next();
    }
}
