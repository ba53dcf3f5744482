import type * as z from 'zod/mini';
import type { TreasuryMove as WireMove } from '#shared/contract/treasury.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressesOf } from '../admin/addresses-of.ts';

type Described = z.input<typeof WireMove>;

/** Describes movements of our own money for staff, with the present addresses of their authors. */
export async function describeMoves(
  store: Pick<Store, 'getMany'>,
  moves: readonly TreasuryMove[],
): Promise<Described[]> {
  const addresses = await addressesOf(
    store,
    moves.map(({ proposedBy }) => proposedBy),
  );
  return moves.map((move) => described(move, addresses));
}

/** Describes one movement. */
export async function describeMove(store: Pick<Store, 'getMany'>, move: TreasuryMove): Promise<Described> {
  return described(move, await addressesOf(store, [move.proposedBy]));
}

function described(move: TreasuryMove, addresses: ReadonlyMap<string, string>): Described {
  return {
    _id: move.moveId,
    kind: move.kind,
    direction: move.direction,
    amount: move.amountCents,
    fee: move.feeCents,
    coin: move.coins?.coin ?? null,
    coinAmount: move.coins?.amount ?? null,
    reference: move.reference,
    reason: move.reason,
    state: move.state,
    proposedBy: move.proposedBy,
    proposedByEmail: addresses.get(move.proposedBy) ?? null,
    createdAt: new Date(move.createdAtMs).toISOString(),
    decidedBy: move.decidedBy ?? null,
    decidedAt: move.decidedAtMs === undefined ? null : new Date(move.decidedAtMs).toISOString(),
  };
}
