import { minus, zero, type Cents } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Store } from '#functions/ports/store.ts';

/** Returns what a closed account has of the money that came after its closing, in cents: all beyond what was waived. */
export async function lateMoney(
  store: Pick<Store, 'get'>,
  { userId, unclaimedCents = zero }: Pick<Wallet, 'userId' | 'unclaimedCents'>,
): Promise<Cents> {
  const closing = await store.get('closing', { userId });
  return minus(unclaimedCents, closing?.waivedCents ?? zero);
}
