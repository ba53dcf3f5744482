/**
 * Stands in for `@smithy/core/event-streams` in the Lambda bundles. None of our calls of AWS streams events. The SDK would load it
 * when one did, and because it would, a bundler keeps half of the SDK as modules that are entered one by one.
 */

function refuse(): never {
  throw new Error('no call of this function streams events');
}

/** Made by the SDK for a call that streams events. */
export const EventStreamSerde = refuse;

/** Gives the SDK the codec of its events. */
export const eventStreamSerdeProvider = refuse;
