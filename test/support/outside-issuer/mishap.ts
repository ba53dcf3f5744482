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

/** Faults of a call. "Done" means that the order took effect, whatever answer the caller gets. */
export const mishapKinds = [
  /** Done, and the connection breaks before the answer. */
  'answer-lost',
  /** The connection breaks before anything is done. */
  'reset',
  /** The connection breaks, and the order is done `afterMs` later. */
  'done-late',
  /** Done; the caller gets the answer `afterMs` later. */
  'slow',
  /** Done; the caller gets the answer byte by byte over `afterMs`. */
  'trickle',
  /** Done, but the caller gets a 500. */
  'error-but-done',
  /** Not done; the caller gets a 500. */
  'error',
  /** Done, but the caller gets a proxy's 502 page. */
  'page-but-done',
  /** Not done; the caller gets a proxy's 502 page. */
  'page',
  /** Done, but the caller gets a 200 with an HTML page instead of JSON. */
  'page-of-200',
  /** Done, but the caller gets a 200 with half of the JSON. */
  'half',
  /** Done, and the connection breaks in the middle of the answer. */
  'cut-off',
  /** Done, but the caller gets a 200 without data. */
  'no-data',
  /** Done, but the answer says that it was refused. The contract knows no such thing. */
  'refused-but-done',
  /** The answer accepts the order, which is then lost without a trace. */
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

/** The kind of a fault. */
export type MishapKind = (typeof mishapKinds)[number];

/** A planned fault: the call, the kind of fault, and how many times it happens (default: once). */
export type Mishap = {
  readonly on: CallName;
  readonly how: MishapKind;
  readonly times?: number;
  readonly afterMs?: number;
};
