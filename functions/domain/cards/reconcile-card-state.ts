import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { limits } from '#shared/limits.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { lateEffectMs, sendWithinMs } from '#functions/domain/operations/operation-steps.ts';
import { emptyDeletedCard, isSecured } from './empty-deleted-card.ts';
import { frozenAgain, isTimeUp, refusalsUntilAlert, wantedOf } from './frozen-reasons.ts';
import { cardDescription } from './card-description.ts';
import { visibleCard } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Maximum number of tries while other processes change the card. */
const attemptsMax = 8;

/**
 * Time after which no further try begins, in milliseconds: its calls may take 24 seconds more, and a request's function
 * has 29.
 */
const beginsForMs = 3_000;

/** Delay before a call of unknown outcome is checked, in milliseconds. */
const retryMs = 20_000;

/**
 * Delays before the issuer is asked again after a refusal, in milliseconds, by the number of refusals in a row. The
 * last delay repeats while the wanted state is refused. A new reason or a purchase makes the card due at once.
 */
const refusedRetryMs = [20_000, 60_000, 5 * 60_000] as const;

/**
 * Brings a card at the issuer to the state that its reasons want: frozen while there is one, else active. The reasons
 * are stored first; any process may repeat this any number of times. The card is noted as uncertain before a call
 * leaves: then a conflicting wish asks the issuer instead of trusting the last known state. A call of unknown outcome
 * may still take effect later, so the card is checked again until that is impossible. Returns the card as it then is;
 * it is still due where other processes keep changing it.
 */
export async function reconcileCardState(
  needs: Needs,
  key: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  /** A call that this process has just noted, and has to make. */
  own?: NotedCall,
): Promise<Card> {
  const { store, clock, random } = needs;
  const untilMs = clock.now() + beginsForMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attempt === 1 && own) return await call(needs, own);
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict)) throw thrown;
    }
    const card = visibleCard(await store.get('card', key));
    // The wish is stored: the last process that changes the card carries it out, or the sweep does.
    if (attempt > attemptsMax || clock.now() >= untilMs) return card;
    const { issuerCardId, dueAtMs } = card;
    const isThere = card.lifecycle === 'open' || card.lifecycle === 'retiring';
    if (!isThere || issuerCardId === undefined || dueAtMs === undefined) return card;
    const wanted = wantedOf(card);
    try {
      if (isTimeUp(card, clock.now())) {
        await change(needs, card, { ...frozenAgain(card), dueAtMs: clock.now() });
        continue;
      }
      // A card without money cannot be unfrozen before it is loaded; the load does it.
      if (card.isShortOfMoney && wanted === 'active') return await change(needs, card, settledAt(card, clock.now()));
      // The answer is as old as the question: an earlier call may take effect in between.
      const askedAtMs = clock.now();
      const seen = await actualOf(needs, card);
      if (seen === wanted) return await arrive(needs, card, { actual: seen, ...settledAt(card, askedAtMs) });
      return await bringTo(needs, card);
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict)) throw thrown;
      await clock.sleep(random.below(40 * attempt));
    }
  }
}

/** A card before (`card`) and after (`noted`) it was noted as uncertain for a call, and the time of that note. */
export type NotedCall = { readonly noted: Card; readonly card: Card; readonly beforeMs: number };

/** The changes that note a call before it leaves. */
export function notedAt(nowMs: number): Pick<Card, 'uncertainUntilMs' | 'dueAtMs'> {
  return { uncertainUntilMs: nowMs + lateEffectMs, dueAtMs: nowMs + retryMs };
}

/** True when a call is to bring a card to the wanted state without asking the issuer before. */
export function isToBeCalled(card: Card, nowMs: number): boolean {
  const wanted = wantedOf(card);
  const isKnown = card.issuerCardId !== undefined && card.uncertainUntilMs === 0 && !isTimeUp(card, nowMs);
  return (
    isKnown && card.lifecycle === 'open' && card.actual !== wanted && !(card.isShortOfMoney && wanted === 'active')
  );
}

async function bringTo(needs: Needs, card: Card): Promise<Card> {
  const beforeMs = needs.clock.now();
  return call(needs, { noted: await change(needs, card, notedAt(beforeMs)), card, beforeMs });
}

/** Calls the issuer, noted before and after. Throws WriteConflict when another process changed the card meanwhile. */
async function call(needs: Needs, { noted, card, beforeMs }: NotedCall): Promise<Card> {
  const { clock, issuer, log } = needs;
  const { issuerCardId = '' } = card;
  const wanted = wantedOf(card);
  const sendBeforeMs = beforeMs + sendWithinMs;
  const answer = await (wanted === 'frozen'
    ? issuer.freeze(issuerCardId, sendBeforeMs)
    : issuer.unfreeze(issuerCardId, sendBeforeMs));
  const nowMs = clock.now();
  if (answer.outcome === 'success') {
    if (wanted === 'frozen') return confirm(needs, noted, card, beforeMs);
    // Nobody has changed the card since it was noted, so the only calls under way are earlier ones.
    return change(needs, noted, { actual: wanted, ...settledAt(card, beforeMs) });
  }
  log.warn('card not converged', { cardId: card.cardId, wanted, outcome: answer.outcome });
  if (answer.outcome === 'declined' && wanted === 'active' && card.balanceCents < limits.cardMinimumCents) {
    // No webhook reported that the card is stopped for lack of money.
    return change(needs, noted, { isShortOfMoney: true, ...settledAt(card, beforeMs) });
  }
  if (answer.outcome === 'declined' || answer.outcome === 'fault') {
    const { uncertainUntilMs: earlierMs } = card;
    return change(needs, noted, { ...refusedAt(needs, card, wanted, nowMs), uncertainUntilMs: earlierMs });
  }
  return change(needs, noted, {
    dueAtMs: nowMs + retryMs,
    uncertainUntilMs: answer.outcome === 'unknown' ? nowMs + lateEffectMs : card.uncertainUntilMs,
  });
}

/** Returns the changes of a card whose wanted state the issuer refused. Alerts a person, once. */
function refusedAt(
  { log }: Needs,
  { cardId, refusals: before = 0 }: Card,
  wanted: Card['actual'],
  nowMs: number,
): Pick<Card, 'refusals' | 'dueAtMs'> {
  const refusals = before + 1;
  if (refusals === refusalsUntilAlert) log.error('issuer refuses to change a card', { cardId, wanted, refusals });
  return { refusals, dueAtMs: nowMs + (refusedRetryMs[refusals - 1] ?? refusedRetryMs[2]) };
}

/**
 * Reads back a freeze that the issuer reports as done, because a card that is still active can be spent from. A card
 * that is still active, or that the issuer does not show, stays due, and the issuer is asked again before its state is
 * believed.
 */
async function confirm(needs: Needs, noted: Card, before: Card, beforeMs: number): Promise<Card> {
  const { cardId, holderId } = noted;
  // The cardholder's list: the issuer serves a card's own page once in three seconds.
  const found = await needs.issuer.findCard({ holderId, cardId });
  const nowMs = needs.clock.now();
  if (found.outcome === 'success' && found.value !== undefined && !found.value.isActive) {
    // Nobody has changed the card since it was noted, so the only calls under way are earlier ones.
    return arrive(needs, noted, { actual: 'frozen', ...settledAt(before, beforeMs) });
  }
  const isActive = found.outcome === 'success' && found.value?.isActive === true;
  if (isActive) needs.log.warn('issuer has a card active that it says it froze', { cardId });
  return change(needs, noted, {
    ...(isActive ? refusedAt(needs, before, 'frozen', nowMs) : { actual: 'frozen', dueAtMs: nowMs + retryMs }),
    uncertainUntilMs: Math.max(before.uncertainUntilMs, nowMs + retryMs),
  });
}

/**
 * Returns the changes of a card that has the wanted state. It is due again when earlier calls can no longer take
 * effect, and when it freezes by itself.
 */
function settledAt(card: Card, nowMs: number): Partial<Card> {
  const { uncertainUntilMs, refusals, lifecycle } = card;
  const freezesAtMs = (lifecycle === 'open' ? card.unfrozenUntilMs : undefined) ?? Infinity;
  return {
    ...(uncertainUntilMs <= nowMs
      ? { dueAtMs: freezesAtMs === Infinity ? undefined : freezesAtMs, uncertainUntilMs: 0 }
      : { dueAtMs: Math.min(uncertainUntilMs, freezesAtMs), uncertainUntilMs }),
    ...(refusals === undefined ? {} : { refusals: undefined }),
  };
}

/**
 * Stores that the issuer has the card in the wanted state. A refund that a retiring card kept while it could be spent
 * there goes to its owner in the same write.
 */
async function arrive(needs: Needs, card: Card, changes: Partial<Card>): Promise<Card> {
  const after = { ...card, ...changes };
  if (after.lifecycle !== 'retiring' || after.balanceCents <= 0 || !isSecured(after))
    return change(needs, card, changes);
  const { store, clock } = needs;
  const { userId, cardId, transactionCount } = card;
  const wallet = await store.get('wallet', { userId });
  if (!wallet) throw new Error(`${userId} has no wallet`);
  const nowMs = clock.now();
  const posting = new Posting(nowMs, { wallet, card }).changeCard(changes);
  const lines = await emptyDeletedCard(needs, posting, {
    // The count makes the cause unique: each such move adds a line to the card.
    cause: `${cardId}:frozen:${transactionCount}`,
    kinds: ['card_refund', 'card_charge'],
    description: cardDescription('Refund on the deleted card', card),
    atMs: nowMs,
  });
  await store.commit([...(await posting.writes(store)), ...lines]);
  return { ...posting.card, updatedAtMs: nowMs, version: card.version + 1 };
}

async function change({ store, clock }: Needs, card: Card, changes: Partial<Card>): Promise<Card> {
  await store.commit([update('card', card, { ...changes, updatedAtMs: clock.now() })]);
  return { ...card, ...changes, version: card.version + 1 };
}

/**
 * Returns a card's state at the issuer; undefined when the issuer does not say. Asks only while an earlier call of
 * unknown outcome may still take effect. Otherwise the last seen state is the present one.
 */
async function actualOf({ issuer }: Needs, card: Card): Promise<Card['actual'] | undefined> {
  if (card.issuerCardId === undefined) return undefined;
  if (card.uncertainUntilMs === 0) return card.actual;
  const found = await issuer.readCard(card.issuerCardId);
  if (found.outcome !== 'success' || found.value === undefined) return undefined;
  return found.value.isActive ? 'active' : 'frozen';
}
