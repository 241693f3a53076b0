package slipway.surface.api.client;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.json.ListPage;

/** The items of a list, fetched page by page. */
final class PagedItems<Q, T> implements Iterator<T> {

    private final Function<ApiCall<Q, ListPage<T>>, ListPage<T>> fetch;
    private Optional<ApiCall<Q, ListPage<T>>> nextCall;
    private Iterator<T> items = Collections.emptyIterator();
    private String lastCursor = "";

    PagedItems(
            ApiCall<Q, ListPage<T>> first, Function<ApiCall<Q, ListPage<T>>, ListPage<T>> fetch) {
        this.fetch = fetch;
        this.nextCall = Optional.of(first);
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && nextCall.isPresent()) {
            ApiCall<Q, ListPage<T>> call = nextCall.get();
            ListPage<T> page = fetch.apply(call);
            items = page.items().iterator();
            nextCall =
                    page.next()
                            .map(
                                    cursor ->
                                            call.query(
                                                    CursorPaging.AFTER,
                                                    checkAdvanced(call, cursor)));
        }
        return items.hasNext();
    }

    /** A list that returns the same cursor twice would never end. */
    private String checkAdvanced(ApiCall<Q, ListPage<T>> call, String cursor) {
        if (cursor.equals(lastCursor)) {
            throw ClientProblems.listStuck(call);
        }
        lastCursor = cursor;
        return cursor;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The list has ended");
        }
        return items.next();
    }
}
