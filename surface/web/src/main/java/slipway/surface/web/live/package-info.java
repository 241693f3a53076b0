/**
 * Live pages. A page consists of islands, each with a topic; one event stream per tab notifies the page which topics
 * have changed, and its script fetches the islands again. The hub hands each event to the streams that it concerns. The
 * package also searches and filters the journal for the pages that list events.
 *
 * <p>Terms: a <em>topic</em> is a group of event kinds; an <em>island</em> is a part of a page that is fetched again
 * after an event of its topic; a <em>scan</em> reads the journal backwards.
 *
 * <p>Entry points: {@link slipway.surface.web.live.EventHub}, {@link
 * slipway.surface.web.live.LiveUpdates}, {@link slipway.surface.web.live.JournalSearch}.
 *
 * <p>Invariant: a stream contains topics and subjects, never content, and ends when its reader's token is revoked.
 */
@NullMarked
package slipway.surface.web.live;

import org.jspecify.annotations.NullMarked;
