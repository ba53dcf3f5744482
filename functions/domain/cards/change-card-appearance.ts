import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { visibleCard } from './visible-card.ts';

/**
 * Gives a card another name or another color; a field that is absent stays. Both are for its owner's eyes only, so the
 * card can be in any state and the issuer is not informed. Earlier lines keep the name of their time. Throws AppError
 * NotFound.
 */
export async function changeCardAppearance(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  command: {
    readonly userId: Id<'user'>;
    readonly cardId: Id<'card'>;
    readonly name?: string | undefined;
    readonly colour?: Card['colour'];
  },
): Promise<Card> {
  const { userId, cardId } = command;
  return withRetries(needs, async () => {
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    const name = command.name ?? card.name;
    const colour = command.colour ?? card.colour;
    if (name === card.name && colour === card.colour) return card;
    const changes = { name, colour, updatedAtMs: needs.clock.now() };
    await needs.store.commit([update('card', card, changes)]);
    return { ...card, ...changes };
  });
}
