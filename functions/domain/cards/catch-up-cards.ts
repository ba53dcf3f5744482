import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update, WriteConflict } from '#functions/ports/store.ts';
import { pollDue, type PollerLimits } from '../poll-due.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { debtMark } from '../ledger/debt-mark.ts';
import { catchUpCard } from './catch-up-card.ts';
import { nextCatchUpAtMs } from './catch-up-schedule.ts';
import { refreshCard } from './refresh-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** The limits of a run; there is one for each shard. Its function has 55 seconds, and a card takes two calls as a rule. */
export const catchUpLimits: PollerLimits = { atOnce: 256, beginsForMs: 36_000, window: 1_000 };

/** When a card about which the issuer did not answer is tried again, in milliseconds. */
const retryMs = 5 * 60_000;

/**
 * Reads the history of the cards whose turn it is at the issuer, and posts what no webhook reported. An idle card's
 * state and balance are checked too. Any number of runs may go on at once: posting twice is no change.
 */
export async function catchUpCards(
  needs: Needs,
  { aheadMs = 0, shard }: { readonly aheadMs?: number; readonly shard?: number | undefined } = {},
): Promise<{ cards: number; failed: number; left: number }> {
  const { store, clock, log } = needs;
  const untilMs = clock.now() + aheadMs;
  const { done, failed, left } = await pollDue(
    needs,
    {
      list: (limit, part) => store.listCardsToCatchUp(Math.max(untilMs, clock.now()), limit, part),
      keyOf: ({ cardId }) => cardId,
      changedAtMs: ({ lastActivityAtMs }) => lastActivityAtMs,
      work: async (card) => {
        await catchUp(needs, card);
        return true;
      },
      isSilence: (thrown) => thrown instanceof ProviderSilent,
      onFailure: (card, thrown) =>
        log.warn('card not caught up', {
          cardId: card.cardId,
          detail: thrown instanceof Error ? thrown.message : 'unknown',
        }),
      limits: catchUpLimits,
    },
    { shard },
  );
  return { cards: done, failed, left };
}

async function catchUp(needs: Needs, card: Card): Promise<void> {
  const { clock } = needs;
  try {
    await catchUpCard(needs, card, undefined, { isPatient: false });
    if (isIdle(card, clock.now())) await compare(needs, card);
  } catch (thrown) {
    await schedule(needs, card, () => clock.now() + retryMs);
    throw thrown;
  }
  await schedule(needs, card, (now) => nextCatchUpAtMs(now, clock.now()));
}

/** Checks an idle card for events whose webhooks were lost: a freeze, a block, a deletion, an old charge. */
async function compare(needs: Needs, card: Card): Promise<void> {
  if (card.lifecycle !== 'open') return;
  const seen = await refreshCard(needs, card, undefined);
  const now = await needs.store.get('card', card);
  if (!seen || now?.lifecycle !== 'open' || now.pendingInCents !== 0 || now.pendingOutCents !== 0) return;
  if (seen.bookBalanceCents === now.balanceCents) return;
  // Something is missing behind a first page on which nothing was new.
  await catchUpCard(needs, card, undefined, { isThorough: true });
}

/** True once a card has not been used for an hour: before that its history alone is read, every few minutes. */
function isIdle(card: Card, nowMs: number): boolean {
  return nowMs - card.lastActivityAtMs >= 60 * 60_000;
}

/**
 * Stores when the card's next turn is. A card that is not frozen as the debt of its account says is marked in the same
 * write: a debt from before debts froze cards never froze this one.
 */
async function schedule(
  { store, clock }: Needs,
  { userId, cardId }: Card,
  at: (card: Card) => number | undefined,
): Promise<void> {
  const [card, wallet] = await store.getBoth(
    { kind: 'card', key: { userId, cardId } },
    { kind: 'wallet', key: { userId } },
  );
  if (!card) return;
  const mark = wallet && debtMark(card, wallet.debtCents > 0, clock.now());
  try {
    await store.commit([
      update('card', card, { ...mark, catchUpAtMs: at(card) }),
      ...(mark ? [unchanged('wallet', { userId }, wallet)] : []),
    ]);
  } catch (thrown) {
    // Another process changed the card or its account: it is still due, or has another time already.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
