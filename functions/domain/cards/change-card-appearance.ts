import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { visibleCard } from './visible-card.ts';

/**
 * Puts a label on a card or gives it another colour; what is not named stays, and an empty label takes it off. It is
 * for its owner's eyes only, so the card can be in any state and the issuer is not informed. Throws AppError NotFound.
 */
export async function changeCardAppearance(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  command: {
    readonly userId: Id<'user'>;
    readonly cardId: Id<'card'>;
    readonly label?: string | undefined;
    readonly colour?: Card['colour'];
  },
): Promise<Card> {
  const { userId, cardId } = command;
  return withRetries(needs, async () => {
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    const label = command.label ?? card.label;
    const colour = command.colour ?? card.colour;
    if (label === card.label && colour === card.colour) return card;
    const changes = { label, colour, updatedAtMs: needs.clock.now() };
    await needs.store.commit([update('card', card, changes)]);
    return { ...card, ...changes };
  });
}
