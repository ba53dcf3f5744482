import { localStore } from '#bin/operator/local-store.ts';
import { cents, zero } from '#shared/money.ts';
import { journal } from '#functions/domain/ledger/journal.ts';
import { treasuryPosted } from '#functions/domain/treasury/treasury-posting.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import { insert } from '#functions/ports/store.ts';

const moveId = 'trs_00000000000000000000000000';

/**
 * Enters the float that a local stack's issuer begins with as its first top-up, so that the demo's books tie. Written past
 * the rule of two admins, into the local table: the demo has one.
 */
export async function openFloat(servicesFile: string, issuer: string): Promise<void> {
  const { store } = localStore(servicesFile);
  if ((await store.get('treasuryMove', { moveId })) !== undefined) return;
  const { amountCents } = (await (await fetch(`${issuer}/sandbox/wallet`)).json()) as { amountCents: number };
  const atMs = Date.now();
  const move: TreasuryMove = {
    moveId,
    kind: 'top_up',
    direction: 'out',
    amountCents: cents(amountCents),
    feeCents: zero,
    coins: undefined,
    reference: 'Demo',
    reason: 'The float that the simulated issuer begins with.',
    state: 'approved',
    proposedBy: 'usr_00000000000000000000000000',
    createdAtMs: atMs,
    decidedAtMs: atMs,
    version: 1,
  };
  await store.commit([insert('treasuryMove', move), insert('journal', journal(treasuryPosted(move), atMs))]);
}
