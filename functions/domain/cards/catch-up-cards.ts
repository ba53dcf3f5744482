import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged, update, WriteConflict } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { pollDue, type PollerLimits } from '../poll-due.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { debtMark } from '../ledger/debt-mark.ts';
import { catchUpCard } from './catch-up-card.ts';
import { nextCatchUpAtMs } from './catch-up-schedule.ts';
import { refreshCard } from './refresh-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** The limits of a run; there is one for each shard. Its function has 55 seconds, and a card takes two calls as a rule. */
export const catchUpLimits: PollerLimits = { atOnce: 256, beginsForMs: 36_000, window: 1_000 };

/** Delay before a card is tried again about which the issuer did not answer, in milliseconds. */
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
          detail: failureMessage(thrown),
        }),
      limits: catchUpLimits,
    },
    { shard },
  );
  return { cards: done, failed, left };
}

/** Catches up one card, as the list had it. A card that has changed since has another turn, or is still due. */
async function catchUp(needs: Needs, listed: Card): Promise<void> {
  const { clock } = needs;
  let card = listed;
  try {
    await catchUpCard(needs, listed, undefined, { isPatient: false, listed });
    if (isIdle(listed, clock.now())) card = await compare(needs, listed);
  } catch (thrown) {
    await schedule(needs, listed, clock.now() + retryMs);
    throw thrown;
  }
  await schedule(needs, card, nextCatchUpAtMs(card, clock.now()));
}

/**
 * Checks an idle card for events whose webhooks were lost: a freeze, a block, a deletion, an old charge. Returns the
 * card as it then is.
 */
async function compare(needs: Needs, listed: Card): Promise<Card> {
  if (listed.lifecycle !== 'open') return listed;
  const { seen, card } = (await refreshCard(needs, listed, undefined, listed)) ?? {};
  if (!seen || card?.lifecycle !== 'open' || card.pendingInCents !== 0 || card.pendingOutCents !== 0)
    return card ?? listed;
  // The balances differ although the first page had nothing new: a transaction is missing further back.
  if (seen.bookBalanceCents !== card.balanceCents)
    await catchUpCard(needs, card, undefined, { isThorough: true, listed: card });
  return card;
}

/** True once a card has not been used for an hour: before that its history alone is read, every few minutes. */
function isIdle(card: Card, nowMs: number): boolean {
  return nowMs - card.lastActivityAtMs >= hourMs;
}

/**
 * Stores the time of the card's next turn, unless the card has changed since it was read. The same write corrects an
 * idle card's freeze for a debt: debts from before debts froze cards have not frozen it.
 */
async function schedule({ store, clock }: Needs, card: Card, catchUpAtMs: number | undefined): Promise<void> {
  const { userId } = card;
  const wallet = isIdle(card, clock.now()) ? await store.get('wallet', { userId }) : undefined;
  const mark = wallet && debtMark(card, wallet.debtCents > 0, clock.now());
  try {
    await store.commit([
      update('card', card, { ...mark, catchUpAtMs }),
      ...(mark ? [unchanged('wallet', { userId }, wallet)] : []),
    ]);
  } catch (thrown) {
    // Another process changed the card or its account: it is still due, or has another time already.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
