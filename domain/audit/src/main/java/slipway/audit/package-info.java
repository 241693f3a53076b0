/**
 * What may be proved afterwards: that nothing in the journal was changed, dropped, reordered, cut off or written anew.
 *
 * <p>Words: the facts of the journal are the <em>leaves</em> of a Merkle tree (RFC 6962, RFC 9162); an <em>entry</em>
 * is a fact as the audit log shows it. A <em>block</em> is a complete subtree of 256 leaves, kept as one row. A
 * <em>seal</em> is a signed head of the tree: a size, a root, a time, and the hash of the seal before it. A
 * <em>proof</em> leads from one entry to the root of a seal (<em>inclusion</em>) or from an older root to a newer one
 * (<em>consistency</em>), and needs no server. The <em>second place</em> is a folder out of this server's reach where
 * seals are kept too: a log that was rebuilt as a whole agrees with itself, but not with them.
 *
 * <p>Front door: {@link slipway.audit.Audit} in a running server, {@link slipway.audit.AuditVerifier} beside
 * one.
 *
 * <p>Invariant: a seal is signed only when it follows from the seal before it.
 */
@NullMarked
package slipway.audit;

import org.jspecify.annotations.NullMarked;
