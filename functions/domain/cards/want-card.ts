import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';
import { stirred } from './catch-up-schedule.ts';
import { convergeCard } from './converge-card.ts';
import { statusOf, visibleCard } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Freezes or unfreezes a card: what its owner wants is stored (from then on no load is accepted onto a frozen card),
 * then the issuer is brought to it. Repeating it is harmless. `reason` says why it is frozen when its owner did not ask
 * for it; a card that is frozen already keeps what it has.
 * Throws AppError NotFound, CardNotActive (being created or deleted), CardBlocked (unfreezing what the issuer blocked).
 */
export async function wantCard(
  needs: Needs,
  command: {
    readonly userId: Id<'user'>;
    readonly cardId: Id<'card'>;
    readonly desired: Card['desired'];
    readonly reason?: string;
  },
): Promise<Card> {
  const { userId, cardId, desired, reason } = command;
  await withRetries(needs, async () => {
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    const status = statusOf(card);
    if (status === 'pending') throw new AppError('CardNotActive', 'The card is still being created.');
    if (card.lifecycle === 'closing') throw new AppError('CardNotActive', 'This card is being deleted.');
    if (status === 'deleted') throw new AppError('CardNotActive', 'This card was deleted.');
    if (status === 'blocked' && desired === 'active') {
      throw new AppError('CardBlocked', card.blockedReason ?? 'This card is blocked and cannot be unfrozen.');
    }
    if (card.desired === desired && card.actual === desired && card.uncertainUntilMs === 0) return;
    const nowMs = needs.clock.now();
    await needs.store.commit([
      update('card', card, {
        desired,
        freezeReason: card.desired === desired ? card.freezeReason : reason,
        dueAtMs: nowMs + 5_000,
        updatedAtMs: nowMs,
        ...(desired === 'active' ? stirred(nowMs) : {}),
      }),
    ]);
  });
  return convergeCard(needs, { userId, cardId });
}
