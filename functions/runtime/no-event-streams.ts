/**
 * Stands in for `@smithy/core/event-streams` in the Lambda bundles. None of our calls of AWS streams events. The SDK
 * imports the module on demand, and because of that a bundler would keep half of the SDK as separate modules.
 */

function refuse(): never {
  throw new Error('no call of this function streams events');
}

/** The class that the SDK creates for a call that streams events. */
export const EventStreamSerde = refuse;

/** The function that gives the SDK its codec of events. */
export const eventStreamSerdeProvider = refuse;
