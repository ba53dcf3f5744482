import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { balanceAt, replayedUntil } from '#functions/domain/reconciliation/books/balance-at.ts';
import { readEntriesOf } from '#functions/domain/reconciliation/books/read-books.ts';
import { verifyChains } from '#functions/domain/reconciliation/books/verify-chains.ts';
import type { Entry, LedgerOwner, Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import { readingClient } from './process-services.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** The balance of an account after its entry number `sequence`, which was decided at `atMs`. */
type Recorded = {
  readonly atMs: number;
  readonly sequence: number;
  readonly balance: Readonly<Record<string, number>>;
};

/** Number of past moments of each account that are checked. */
const moments = 2;

/**
 * Notes the balance of every account whenever it changes, read from the account itself and not from its history. Later
 * the product's history is compared with these notes.
 */
export class TimeTravel {
  readonly #past = new Map<LedgerOwner, Recorded[]>();

  /** Called with each transaction. */
  note(changes: readonly StreamChange[]): void {
    for (const { after } of changes) {
      const holder = after && holderOf(after as unknown as Cardholder);
      if (holder === undefined) continue;
      const entry = changes.findLast((change) => change.after?.['ownerId'] === holder.ownerId)?.after;
      if (entry === undefined) continue;
      const { atMs, sequence } = entry as unknown as Entry;
      const past = this.#past.get(holder.ownerId) ?? [];
      this.#past.set(holder.ownerId, past);
      past.push({ atMs, sequence, balance: holder.balance });
    }
  }

  /** Checks that accounts had the reported balance at random past moments, and that their chains are whole (I14). */
  async audit(world: SimulatedWorld): Promise<void> {
    const clock = { now: () => world.scheduler.nowMs, sleep: async () => undefined };
    const store = createDynamoStore(readingClient(world.table), 'satchel', clock);
    for (const { userId } of entitiesOf(world.table, 'user')) {
      for (const { ownerId, broken } of await verifyChains({ store }, userId)) {
        if (broken) throw new Violation('I14', `entry ${broken.sequence} of ${ownerId}: ${broken.why}`);
      }
    }
    for (const [ownerId, past] of this.#past) {
      const entries = await readEntriesOf({ store }, ownerId);
      for (let look = 0; look < moments; look += 1) {
        const { atMs } = past[world.choices.below(past.length)] ?? { atMs: 0 };
        const recorded = past.findLast((each) => each.atMs <= atMs);
        for (const computed of [balanceAt(entries, atMs), replayedUntil(entries, atMs)]) {
          const wrong = Object.entries(recorded?.balance ?? {}).find(
            ([bucket, cents]) => (computed[bucket] ?? 0) !== cents,
          );
          if (wrong)
            throw new Violation(
              'I14',
              `${ownerId} is reported to have had ${computed[wrong[0]]} ${wrong[0]}, not ${wrong[1]}`,
            );
        }
      }
    }
  }
}

type Cardholder = { readonly entity: string } & (Wallet | Card | ReferralAccount);

function holderOf(
  item: Cardholder,
): { readonly ownerId: LedgerOwner; readonly balance: Recorded['balance'] } | undefined {
  if (item.entity === 'wallet') {
    const { userId, availableCents, heldCents, debtCents, unclaimedCents: unclaimed = 0 } = item as Wallet;
    const spendable = { available: availableCents, held: heldCents, debt: debtCents };
    return { ownerId: userId, balance: { ...spendable, ...(unclaimed === 0 ? {} : { unclaimed }) } };
  }
  if (item.entity === 'card') {
    const { cardId, balanceCents, pendingOutCents: leaving, fetchCents: fetch = 0 } = item as Card;
    return { ownerId: cardId, balance: { balance: balanceCents, leaving, ...(fetch === 0 ? {} : { fetch }) } };
  }
  if (item.entity === 'referralAccount') {
    const { userId, balanceCents } = item as ReferralAccount;
    return { ownerId: `referral:${userId}`, balance: { rewards: balanceCents } };
  }
  return undefined;
}
