/** Kinds of error lines by their urgency: `money` now, `defect` soon, `retry` only if it lasts. */
export type Concern = 'money' | 'defect' | 'retry';

/**
 * The text of every line that is logged as an error, with its kind. An alarm of its own rings for each kind, and
 * infra/RUNBOOK.md has an article for each text; tests compare them.
 *
 * A text is of the kind `retry` if the work is retried within minutes, or if a single failure does no harm.
 */
export const errorTexts = {
  'operation needs a person': 'money',
  'deposit needs a person': 'money',
  'the card issuer contradicts a decision on an operation': 'money',
  'issuer did what it refused': 'money',
  'issuer refused our request': 'money',
  'issuer refuses to change a card': 'money',
  'issuer movement is not in dollars': 'money',
  'the issuer moved something else than it was asked to': 'money',
  'one-time code does not fit its card': 'money',
  'provider refused our request': 'money',
  'provider does not know a payment': 'money',
  'provider does not know a payment it told of': 'money',
  'webhook put into quarantine': 'money',
  'issuer webhook does not fit our keys': 'money',
  'deposit was taken from somebody who had spent it': 'money',
  'float not read': 'money',
  'reconciliation break': 'money',
  'reconciliation could not mend': 'money',
  'no ticket for a break': 'money',
  'day closed without a comparison': 'money',
  'request failed': 'defect',
  'issuer does not set a code': 'defect',
  'issuer does not show a card': 'defect',
  'issuer does not delete a cardholder': 'defect',
  'account not erased': 'defect',
  'reward could not be settled': 'defect',
  'payout could not be paid': 'defect',
  'notification mail given up': 'defect',
  'figures drifted': 'defect',
  'figures could not be counted again': 'defect',
  'the stream missed records': 'defect',
  'request found the table busy': 'retry',
  'request found the secrets away': 'retry',
  'message failed': 'retry',
  'issuer event of no card of ours': 'retry',
  'card history not read to its end': 'retry',
  'card could not be driven': 'retry',
  'operation could not be driven': 'retry',
  'deposit could not be polled': 'retry',
  'user not driven on': 'retry',
  'subscriptions not driven': 'retry',
  'debt not mailed': 'retry',
  'notification not mailed': 'retry',
  'mail not sent': 'retry',
  'returned mail not noted': 'retry',
  'sign-in not counted': 'retry',
  'change cannot be read': 'retry',
  'change cannot be counted': 'retry',
  'change cannot be notified of': 'retry',
} as const satisfies Readonly<Record<string, Concern>>;

/** A text of an error line. */
export type ErrorText = keyof typeof errorTexts;
