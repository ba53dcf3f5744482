import { signedCents } from './transaction-cents.ts';
import type { Transaction } from './read-books.ts';
import type { Ask, SoakPerson, SoakWorld } from './soak-world.ts';

/** Kinds of activity that happen without a request under a key. */
const unasked: ReadonlySet<string> = new Set(['referral_bonus', 'referral_payout', 'card_refund', 'card_charge']);

/** Checks that every request has exactly the effect that its answer reported, and every effect its request. */
export function checkAsks(
  { asks, violations }: Pick<SoakWorld, 'asks' | 'violations'>,
  person: SoakPerson,
  transactions: readonly Transaction[],
): void {
  const own = asks.filter(
    (each) => each.person === person && each.kind !== 'card_closing' && each.kind !== 'payout_request',
  );
  const left = Map.groupBy(
    transactions.filter(({ kind }) => !unasked.has(kind) && kind !== 'card_closing'),
    (transaction) => `${transaction.kind} ${markOf(transaction)}`,
  );
  for (const { kind, mark, outcome, key, reply, effectCents } of own) {
    const name = `${kind} ${mark}`;
    const found = left.get(name) ?? [];
    left.delete(name);
    const what = `the ${kind} of ${person.email} with the key ${key}`;
    if (found.length > 1) violations.push(`${what} happened ${found.length} times`);
    if (found.length === 0 && (outcome === 'done' || outcome === 'failed')) {
      violations.push(`${what} was answered ${reply?.status ?? 'that it had failed'}, but is in no list`);
    }
    // A refusal by the issuer, for lack of money, leaves a line with the status `failed`.
    if (outcome === 'refused' && found.some(({ status }) => status !== 'failed')) {
      violations.push(`${what} was refused, but happened`);
    }
    const [transaction] = found;
    if (transaction === undefined) continue;
    if (outcome === 'failed' && transaction.status !== 'failed' && kind !== 'deposit') {
      violations.push(`${what} was answered that it had failed, but is ${transaction.status}`);
    }
    const isAtOnce = kind !== 'deposit' && (reply?.status === 200 || reply?.status === 201);
    if (isAtOnce && transaction.status !== 'completed' && !(reply.body as { operation?: unknown }).operation) {
      violations.push(`${what} was answered ${reply.status}, but is ${transaction.status}`);
    }
    if (transaction.status === 'completed' && effectCents !== undefined && signedCents(transaction) !== effectCents) {
      violations.push(`${what} changed the balance by ${signedCents(transaction)} cents instead of ${effectCents}`);
    }
  }
  for (const [name, found] of left) {
    violations.push(`${name} of ${person.email} happened ${found.length} times, and nobody had asked for it`);
  }
  checkClosings(asks, violations, person, transactions);
}

/** Checks that a card is deleted once, however often that was requested. */
function checkClosings(
  asks: readonly Ask[],
  violations: string[],
  person: SoakPerson,
  transactions: readonly Transaction[],
): void {
  const wanted = asks.filter((each) => each.person === person && each.kind === 'card_closing');
  const byCard = Map.groupBy(
    transactions.filter(({ kind }) => kind === 'card_closing'),
    ({ cardId }) => cardId ?? '',
  );
  for (const [cardId, found] of byCard) {
    const asked = wanted.filter(({ path, outcome }) => path === `/cards/${cardId}` && outcome !== 'refused').length;
    if (found.length > asked) violations.push(`${cardId} was deleted ${found.length} times, asked for were ${asked}`);
    const completed = found.filter(({ status }) => status === 'completed').length;
    if (completed > 1) violations.push(`${cardId} was deleted ${completed} times`);
  }
  for (const { path, outcome, key } of wanted) {
    if (outcome === 'done' && !byCard.has(path.slice('/cards/'.length)))
      violations.push(`the deletion of ${path} with the key ${key} was accepted, but is in no list`);
  }
}

function markOf({ kind, amount, description }: Transaction): string {
  return kind === 'card_creation' ? description : String(amount);
}
