import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { startCardholderRegistration } from './cardholder-registration.ts';

/** Time after which a registration that failed is begun again, in milliseconds. */
const againAfterMs = hourMs;

/**
 * Begins the registration with the card issuer again for a person whose last one failed: without a cardholder they can
 * never create a card. The issuer may have been away for a day, or have refused a name that its owner has changed since.
 * Done while the person is there, so that nobody is registered again and again in vain. The sweeper drives it.
 */
export async function renewRegistration(
  { store, clock, random }: Pick<Services, 'store' | 'clock' | 'random'>,
  user: User,
): Promise<void> {
  const { holderId, registrationId } = user;
  if (holderId !== undefined || registrationId === undefined) return;
  const last = await store.get('operation', { operationId: registrationId });
  if (last?.state !== 'released' || clock.now() < last.updatedAtMs + againAfterMs) return;
  const { writes, operationId } = startCardholderRegistration(user, { clock, random });
  // The issuer may keep a record of the one that failed, under an id that nothing else remembers.
  const { formerHolderIds: before = [] } = user;
  const formerHolderIds = last.holderId === undefined ? {} : { formerHolderIds: [...before, last.holderId] };
  try {
    await store.commit([update('user', user, { registrationId: operationId, ...formerHolderIds }), ...writes]);
  } catch (thrown) {
    // The account has just changed, or another tab was faster: the next read sees to it.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
