import { readFloat } from '#functions/domain/float/read-float.ts';
import { cents } from '#shared/money.ts';
import type { MoneyWorld } from './money-world.ts';

/** Empties our float at the issuer and lets the job read it. */
export async function emptyFloat(world: Pick<MoneyWorld, 'issuer' | 'services'>): Promise<void> {
  world.issuer.floatCents = cents(0);
  await readFloat(world.services, cents(0));
}
