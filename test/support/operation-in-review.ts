import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import type { MoneyWorld } from './money-world.ts';

const day = 24 * 60 * 60_000;

/** Makes the issuer do and report nothing until `light` is called. */
export function goDark({ issuer }: Pick<MoneyWorld, 'issuer'>): { readonly light: () => void } {
  const names = ['load', 'unload', 'readTransfer', 'findCard', 'readCard', 'readTransaction'] as const;
  const before = Object.fromEntries(names.map((name) => [name, issuer[name]])) as Partial<CardIssuer>;
  const silent = async () => ({ outcome: 'unknown', detail: 'dark' }) as const;
  Object.assign(issuer, Object.fromEntries(names.map((name) => [name, silent])));
  return { light: () => void Object.assign(issuer, before) };
}

/** Loads a card of a person while the issuer is dark for a day. It stays dark until `light` is called. */
export async function operationInReview(
  world: MoneyWorld,
  user: User,
  amountCents = 5_000,
): Promise<{ readonly operationId: Id<'operation'>; readonly light: () => void }> {
  const { cardId } = await world.openCard(user);
  const operationId = await requestLoad(world.services, {
    user,
    cardId,
    requestedCents: cents(amountCents),
    includesFee: false,
    claim: undefined,
  });
  const { light } = goDark(world);
  for (let pass = 0; pass < 2; pass += 1) {
    await driveOperation(world.services, operationId, { untilMs: world.clock.now() });
    world.clock.advance(day + 60_000);
  }
  await driveOperation(world.services, operationId, { untilMs: world.clock.now() });
  const operation = await world.store.get('operation', { operationId });
  if (operation?.state !== 'review') throw new Error(`${operationId} is ${String(operation?.state)}`);
  return { operationId, light };
}
