package slipway.surface.api.client;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.json.ListPage;

/** The items of a list, part by part. */
final class PagedItems<Q, T> implements Iterator<T> {

    private final Function<ApiCall<Q, ListPage<T>>, ListPage<T>> fetch;
    private Optional<ApiCall<Q, ListPage<T>>> nextCall;
    private Iterator<T> part = Collections.emptyIterator();
    private String seen = "";

    PagedItems(
            ApiCall<Q, ListPage<T>> first, Function<ApiCall<Q, ListPage<T>>, ListPage<T>> fetch) {
        this.fetch = fetch;
        this.nextCall = Optional.of(first);
    }

    @Override
    public boolean hasNext() {
        while (!part.hasNext() && nextCall.isPresent()) {
            ApiCall<Q, ListPage<T>> apiCall = nextCall.get();
            ListPage<T> listPage = fetch.apply(apiCall);
            part = listPage.items().iterator();
            nextCall =
                    listPage.next()
                            .map(
                                    cursor ->
                                            apiCall.query(
                                                    CursorPaging.AFTER,
                                                    checkAdvanced(apiCall, cursor)));
        }
        return part.hasNext();
    }

    /** A list that goes on from where it was would never end. */
    private String checkAdvanced(ApiCall<Q, ListPage<T>> apiCall, String cursor) {
        if (cursor.equals(seen)) {
            throw ClientProblems.listStuck(apiCall);
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
