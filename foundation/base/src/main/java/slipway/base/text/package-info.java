/**
 * Texts for people: the formats of numbers, units, money and times, suggestions for misspelled words, shell quoting,
 * and safe display of text from outside.
 *
 * <p>Terms: the <em>compact</em> form of a value fits a table, the <em>exact</em> form is for comparison;
 * <em>untrusted text</em> comes from users, jobs or other servers.
 *
 * <p>Entry point: {@link slipway.base.text.Format} for values, {@link slipway.base.text.UntrustedText} for text from
 * outside, {@link slipway.base.text.ShellQuote} for commands.
 *
 * <p>Invariant: no result depends on the locale, the time zone or the clock of the machine.
 */
@NullMarked
package slipway.base.text;

import org.jspecify.annotations.NullMarked;
