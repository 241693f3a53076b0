/**
 * Who may come in, and what may be proved afterwards.
 *
 * <p>Words: a <em>user</em> is a person or a <em>service account</em>; a <em>team</em> stands in a tree whose root is
 * {@code all}; a <em>role</em> in a team holds in every team below it, and roles add up; a <em>token</em> lets its
 * bearer in as its owner, a <em>session</em> does the same for a browser; a <em>scope</em> cuts a token down and never
 * widens it; a <em>secret</em> is a value that can be replaced and used but never read; a <em>visitor</em> is whoever
 * stands at the door, recognised; the <em>server key</em> is the file on which all of these rest.
 *
 * <p>Front door: {@link slipway.identity.AccessControl}. It recognises visitors from the newest picture, {@link
 * slipway.identity.UserDirectory}, without a lock and without the database, and takes every change to the journal.
 *
 * <p>The one invariant: nobody ever has a permission that nobody gave. No request gives more than who asks has, and no
 * text of a token and no value of a secret is in a picture, a table, an event or a log.
 */
@NullMarked
package slipway.identity;

import org.jspecify.annotations.NullMarked;
