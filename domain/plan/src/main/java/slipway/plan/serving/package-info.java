/**
 * How fast a model answers when it is served, what a replica must hold, and which accelerators do it for the least
 * money. The model is described in docs/planning-model.md; its tables come with the program.
 *
 * <p>Words: a <em>body</em> is what of a model has to be read and computed; a <em>card</em> is an accelerator as
 * serving sees it; a <em>deployment</em> is a body on cards with its software; a <em>situation</em> is a deployment
 * with requests of some length under some <em>load</em>; the <em>first</em> token, <em>each</em> further one and the
 * <em>whole</em> answer are what is predicted; <em>surroundings</em> are measured situations; a <em>replica</em> is
 * one copy of the model with the accelerators that share it, and its <em>pace</em> how fast it goes; an <em>aim</em>
 * is what somebody wants served, a <em>fleet</em> of replicas one way to do it.
 *
 * <p>Front door: {@link slipway.plan.serving.ServingModel}.
 *
 * <p>Invariant: a prediction follows from the situation alone, never from anything that was measured of it.
 */
@NullMarked
package slipway.plan.serving;

import org.jspecify.annotations.NullMarked;
