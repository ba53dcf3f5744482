import type * as z from 'zod/mini';
import type { OneTimeCode } from '#shared/contract/card-codes.ts';
import { limits } from '#shared/limits.ts';
import type { Cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { CardCodes, CardCodesKey } from '#functions/ports/entities/card-codes.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, remove, unchanged, update } from '#functions/ports/store.ts';
import { inParallel } from '../in-parallel.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';

/** Time to live of a code, in milliseconds, from the moment that its event names. */
const lifeMs = 5 * 60_000;
/** Maximum number of codes of a card; an older one gives way. */
const codesMax = 5;
/** Delay after which the table drops by itself what the sweep did not remove, in milliseconds. */
const dropAfterMs = 10 * 60_000;
/** Maximum number of expired keys per shard and run. */
const batch = 50;

type KeptCode = {
  readonly code: string;
  readonly merchant: string;
  readonly amountCents: Cents;
  readonly currency: string;
  readonly expiresAtMs: number;
};

/**
 * Keeps the code of an event for the card's owner, encrypted. Repeating it changes nothing. Does nothing for a card that
 * is not open, for a code whose time is over, for an event that does not fit the card, and for a redacted one. The code is not logged.
 */
export async function keepCode(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'keys'>,
  event: Extract<IssuerEvent, { readonly type: 'code' }>,
): Promise<void> {
  const { store, clock, random, log, keys } = needs;
  const { code, merchant, amountCents, currency } = event;
  if (code === undefined) return;
  const nowMs = clock.now();
  // The event's own time counts, so that a repeated delivery never lengthens a life.
  const expiresAtMs = Math.min(event.atMs ?? nowMs, nowMs) + lifeMs;
  if (expiresAtMs <= nowMs) return log.info('one-time code came too late', { issuerCardId: event.issuerCardId });
  const owner = await store.get('issuerCardOwner', { issuerCardId: event.issuerCardId });
  const card = owner && (await store.get('card', { userId: owner.userId, cardId: owner.cardId }));
  if (card?.lifecycle !== 'open')
    return log.warn('one-time code of no open card', { issuerCardId: event.issuerCardId });
  const { cardId } = card;
  // The header proves only where an event is from, and nothing about its body.
  const isOfCard = event.last4Digits === undefined || event.last4Digits === card.last4Digits;
  const isPayable = currency !== 'USD' || amountCents <= limits.cardTransactionMaxCents;
  if (!isOfCard || !isPayable) return log.error('one-time code does not fit its card', { cardId, isOfCard, isPayable });
  await withRetries(needs, async () => {
    const { codes, key } = await readBoth(needs, cardId);
    const live = await open(needs, codes, key);
    if (live.some((each) => each.code === code && each.merchant === merchant && each.amountCents === amountCents))
      return;
    const kept = [...live, { code, merchant, amountCents, currency, expiresAtMs }].slice(-codesMax);
    const dataKey = random.token(32);
    const dueAtMs = Math.max(...kept.map((each) => each.expiresAtMs));
    const fresh = {
      encrypted: await keys.encryptSecret(useOf(cardId, dataKey), JSON.stringify(kept)),
      expiresAtMs: dueAtMs + dropAfterMs,
    };
    const freshKey = { dataKey, dueAtMs, expiresAtMs: dueAtMs + dropAfterMs };
    const version = (codes?.version ?? 0) + 1;
    await commitForRetry(store, [
      codes ? update('cardCodes', codes, fresh) : insert('cardCodes', { cardId, ...fresh, version }),
      key ? update('cardCodesKey', key, freshKey) : insert('cardCodesKey', { cardId, ...freshKey, version }),
    ]);
  });
  log.info('one-time code kept', { cardId });
}

/** The codes of a card that still live, newest first; none unless the card is open and the account is not locked. */
export async function liveCodesOf(
  needs: Pick<Services, 'store' | 'clock' | 'keys'>,
  { cardId, lifecycle, frozenReasons }: Card,
): Promise<z.input<typeof OneTimeCode>[]> {
  if (lifecycle !== 'open' || frozenReasons.includes('lock')) return [];
  const { codes, key } = await readBoth(needs, cardId);
  return (await open(needs, codes, key)).toReversed().map(({ code, merchant, amountCents, currency, expiresAtMs }) => ({
    code,
    merchant,
    amount: amountCents,
    currency,
    expiresAt: new Date(expiresAtMs).toISOString(),
  }));
}

/** Removes the keys whose codes have all expired, so that nothing opens what a copy of the table may hold of them. */
export async function forgetCodes(
  needs: Pick<Services, 'store' | 'clock' | 'log'>,
): Promise<{ forgotten: number; failed: number }> {
  const { store, clock, log } = needs;
  const { done, failed } = await inParallel(
    await store.listDueCodesKeys(clock.now(), batch),
    8,
    async ({ cardId, version }) => {
      const codes = await store.get('cardCodes', { cardId });
      // A new code came meanwhile: its key stays.
      if (codes?.version !== version) return;
      await store.commit([unchanged('cardCodes', { cardId }, codes), remove('cardCodesKey', { cardId })]);
    },
    ({ cardId }) => log.warn('the key of expired codes is left to the next sweep', { cardId }),
  );
  return { forgotten: done, failed };
}

type Both = { readonly codes: CardCodes | undefined; readonly key: CardCodesKey | undefined };

/**
 * Reads a card's codes and their key as one write left them; reads again when another code came between the two reads.
 */
async function readBoth({ store }: Pick<Services, 'store'>, cardId: Id<'card'>): Promise<Both> {
  for (let tries = 1; ; tries += 1) {
    const [codes, key] = await store.getBoth(
      { kind: 'cardCodes', key: { cardId } },
      { kind: 'cardCodesKey', key: { cardId } },
    );
    if (key === undefined || codes?.version === key.version || tries === 5) return { codes, key };
  }
}

async function open(
  { clock, keys }: Pick<Services, 'clock' | 'keys'>,
  codes: CardCodes | undefined,
  key: CardCodesKey | undefined,
): Promise<readonly KeptCode[]> {
  if (!codes || codes.version !== key?.version) return [];
  const kept = await keys.decryptSecret(useOf(codes.cardId, key.dataKey), codes.encrypted);
  return (JSON.parse(kept) as KeptCode[]).filter(({ expiresAtMs }) => expiresAtMs > clock.now());
}

/** Binds the ciphertext to its card and to the key in the table: without that item the deployment's secret is not enough. */
function useOf(cardId: Id<'card'>, dataKey: string): string {
  return `codes:${cardId}:${dataKey}`;
}
