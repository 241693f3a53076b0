/**
 * Users, teams, roles, tokens, sessions and secrets: authentication and authorization.
 *
 * <p>Terms: a <em>user</em> is a person or a <em>service account</em>; the <em>teams</em> form a tree whose root is
 * {@code all}; a <em>role</em> in a team also holds in every team below it, and roles add up; a <em>token</em>
 * authenticates its bearer as its owner, a <em>session</em> does the same for a browser; a <em>scope</em> restricts a
 * token and never extends it; a <em>secret</em> is a value that can be replaced and used but not read back; a
 * <em>principal</em> is the authenticated sender of a request; the <em>server key</em> is the file from which the keys
 * of all of these are derived.
 *
 * <p>Entry point: {@link slipway.identity.AccessControl}. It authenticates against the newest snapshot, {@link
 * slipway.identity.UserDirectory}, without a lock and without the database, and sends every change to the journal.
 *
 * <p>Invariant: no request grants more than its principal holds. The text of a token and the value of a secret are in
 * no snapshot, table, event or log.
 */
@NullMarked
package slipway.identity;

import org.jspecify.annotations.NullMarked;
