/** The purpose of a call to the issuer's API. */
export type CallName =
  | 'register'
  | 'holder'
  | 'create'
  | 'details'
  | 'reveal-token'
  | 'balance'
  | 'fund'
  | 'unload'
  | 'status'
  | 'list'
  | 'transaction'
  | 'freeze'
  | 'unfreeze'
  | 'delete'
  | 'pin'
  | 'holder-cards'
  | 'all-cards'
  | 'all-holders'
  | 'wallet';

/** Ways in which a call goes wrong. "Done" means that the order took effect, whatever answer its caller gets. */
export const mishapKinds = [
  /** Done, and the connection breaks before the answer. */
  'answer-lost',
  /** The connection breaks before anything is done. */
  'reset',
  /** The connection breaks, and it is done `afterMs` later. */
  'done-late',
  /** Done, and answered `afterMs` later. */
  'slow',
  /** Done, and answered a byte at a time over `afterMs`. */
  'trickle',
  /** Done, and 500. */
  'error-but-done',
  /** Not done, and 500. */
  'error',
  /** Done, and a proxy's page of 502. */
  'page-but-done',
  /** Not done, and a proxy's page of 502. */
  'page',
  /** Done, and 200 with a page instead of JSON. */
  'page-of-200',
  /** Done, and 200 with half of the JSON. */
  'half',
  /** Done, and the connection breaks in the middle of the answer. */
  'cut-off',
  /** Done, and 200 without data. */
  'no-data',
  /** Done, but the answer says that it was refused. The contract knows no such thing. */
  'refused-but-done',
  /** Accepted by the answer, and then lost without a trace. */
  'accepted-and-forgotten',
  /** Accepted, and failed afterwards. */
  'fails-later',
  'limited-420',
  'limited-429',
  /** 429 with a `Retry-After` of a second. */
  'limited-with-wait',
  'unauthorised',
  'unknown-card',
] as const;

/** One of these ways. */
export type MishapKind = (typeof mishapKinds)[number];

/** A thing that goes wrong: with which call, how, and how often (once unless said). */
export type Mishap = {
  readonly on: CallName;
  readonly how: MishapKind;
  readonly times?: number;
  readonly afterMs?: number;
};
