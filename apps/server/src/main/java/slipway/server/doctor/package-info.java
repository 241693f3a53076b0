/**
 * Looks at this machine and at what the server keeps on it, and says what to fix.
 *
 * <p>Words: a <em>check</em> looks at one thing; a <em>finding</em> is what it found, with its grade: <em>ok</em>,
 * <em>warn</em> (it works, but not as it should) or <em>fail</em> (it does not work, or soon will not). Every check has
 * a help page, {@code doctor/<name>}.
 *
 * <p>Front door: {@link slipway.server.doctor.Doctor}. A room adds a check with one class and one line there.
 *
 * <p>Invariant: looking changes nothing. No lock is taken from a running server, nothing is migrated, and what a check
 * writes to try the disk is removed again.
 */
@NullMarked
package slipway.server.doctor;

import org.jspecify.annotations.NullMarked;
