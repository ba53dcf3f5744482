import { keepInTab, keptInTab } from './kept-in-tab.ts';

/** A request that moves money, from before it is sent until its outcome is known. */
export type Intent = {
  /** Its `Idempotency-Key`. */
  readonly key: string;
  /** Input of the request without the 3DS code: the same input again is the same intent. */
  readonly input: string;
  readonly sentAtMs: number;
  /** The API never got the request, and its owner knows. Keeps the key, because the request may still be on its way. */
  readonly isLost?: true;
};

/** Maximum age of an intent whose outcome is still asked for, in milliseconds; the API remembers keys for longer. */
const intentLifetimeMs = 24 * 60 * 60_000;

function withoutCodes(input: unknown): string {
  return JSON.stringify(input, (name, value: unknown) => (name === 'pin' ? undefined : value)) ?? '';
}

/** Subject of an intent: one call for one thing, such as `cards.load crd_…`, or for one person whom its body names. */
export function intentScope(call: string, input: unknown): string {
  const { params, body } = (input ?? {}) as { params?: { id?: string }; body?: { userId?: string } };
  return [call, params?.id ?? body?.userId].filter(Boolean).join(' ');
}

/**
 * Returns the intent of this scope whose outcome is not known, in this tab and of this person; undefined when there is
 * none.
 */
export function openIntent(scope: string): Intent | undefined {
  const kept = keptInTab(`intent.${scope}`) as Intent | undefined;
  return kept && Date.now() - kept.sentAtMs < intentLifetimeMs ? kept : undefined;
}

/** True while the outcome of an intent of this scope is unknown and it may have been sent. */
export function isUnsettled(scope: string): boolean {
  const open = openIntent(scope);
  return open !== undefined && open.isLost !== true;
}

/** Stores an intent before it is sent. The same input keeps the key of one whose outcome is not known. */
export function beginIntent(scope: string, input: unknown): Intent {
  const open = openIntent(scope);
  const words = withoutCodes(input);
  const key = open?.input === words ? open.key : crypto.randomUUID();
  const intent = { key, input: words, sentAtMs: Date.now() };
  keepInTab(`intent.${scope}`, intent);
  return intent;
}

/** Notes that the API never got an intent: nothing more is asked about it, and a second try has the same key. */
export function loseIntent(scope: string): void {
  const open = openIntent(scope);
  if (open) keepInTab(`intent.${scope}`, { ...open, isLost: true });
}

/** Ends an intent whose outcome is known: the next one has a key of its own. */
export function endIntent(scope: string): void {
  keepInTab(`intent.${scope}`, undefined);
}
