import { zero } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { newOperation, sendBeforeOf, type OperationSteps, type Settlement } from './operation-steps.ts';

/**
 * Steps that register a person with the card issuer. No money moves, but the order is the same as for other operations:
 * the intent is stored, then the call is made, and a lost answer is asked for.
 */
export const cardholderRegistration: OperationSteps = {
  canSubmit: () => true,
  // The issuer takes one registration a minute of the same person.
  resubmitAfterMs: 70_000,

  async submit({ issuer, store }, operation) {
    const { userId } = operation;
    const user = await store.get('user', { userId });
    if (!user) throw new Error(`no such user: ${userId}`);
    // Otherwise the issuer would keep a nameless cardholder that no later erasure deletes.
    if (user.erasedAtMs !== undefined)
      return { outcome: 'declined', reason: 'rejected', detail: 'the person was erased' };
    const { firstname, lastname, email } = user;
    const answer = await issuer.registerCardholder({
      userId,
      firstname,
      lastname,
      email,
      sendBeforeMs: sendBeforeOf(operation),
    });
    return answer.outcome === 'success' ? { outcome: 'success', value: { holderId: answer.value.holderId } } : answer;
  },

  async ask({ issuer }, { userId, holderId }) {
    const found = holderId === undefined ? await issuer.findCardholder(userId) : await issuer.readCardholder(holderId);
    if (found.outcome !== 'success') return { verdict: 'unknown' };
    const cardholder = found.value;
    if (cardholder === undefined) return { verdict: 'absent' };
    switch (cardholder.status) {
      case 'verified':
        return { verdict: 'happened', evidence: { cardholder } };
      case 'failed':
        return { verdict: 'failed', reason: 'the issuer did not verify the holder' };
      case 'pending':
        return { verdict: 'pending' };
    }
  },

  async settle({ store }, { userId }, { cardholder }, nowMs): Promise<Settlement> {
    const user = await store.get('user', { userId });
    if (!user || !cardholder) throw new Error('a registered cardholder has a user and evidence');
    return { writes: [update('user', user, { holderId: cardholder.holderId, updatedAtMs: nowMs })] };
  },

  release: async () => [],
};

/** Returns the writes that begin a registration, for the transaction that makes it necessary. */
export function startCardholderRegistration(
  user: Pick<User, 'userId'>,
  needs: Pick<Services, 'clock' | 'random'>,
): { readonly writes: readonly Write[]; readonly operationId: Id<'operation'> } {
  const operationId = needs.random.id('operation');
  const operation = newOperation(
    {
      operationId,
      kind: 'holder_registration',
      userId: user.userId,
      cardId: undefined,
      holderId: undefined,
      issuerCardId: undefined,
      amountCents: zero,
      feeCents: zero,
      bonusCents: zero,
    },
    needs.clock.now(),
  );
  return { writes: [insert('operation', operation)], operationId };
}
