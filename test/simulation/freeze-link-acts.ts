import { handler as freezeByLink } from '#functions/api/cards/freeze-by-link.ts';
import { handler as unfreezeCard } from '#functions/api/cards/unfreeze.ts';
import { freezeLinkMs, freezeTokenOf } from '#functions/domain/notifications/freeze-link.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { entitiesOf, Violation } from './audit.ts';
import { pick } from './choices.ts';
import { happenElsewhere } from './outside.ts';
import { simulatedKeys } from './simulated-keys.ts';
import { skewMaxMs, type Answered, type Asked, type SimulatedWorld } from './simulated-world.ts';
import type { Process } from './scheduler.ts';

/**
 * Freezes a card with the link of a mail about a purchase, also one that has just expired, and one that was changed to
 * name another card. Sometimes twice, after its owner unfroze the card, or while something happens to the card.
 */
export async function freezeWithLink(world: SimulatedWorld): Promise<void> {
  const { choices, scheduler, table } = world;
  const cards = entitiesOf(table, 'card').filter(({ issuerCardId }) => issuerCardId !== undefined);
  const card = pick(world, cards);
  if (card === undefined) return;
  const { userId, cardId } = card;
  if (choices.oneIn(3)) {
    await world.ask(userId, 'cards.unfreeze', { handler: unfreezeCard, params: { id: cardId } });
    await world.settle();
  }
  // The mail may be days old.
  const expiresAtMs = scheduler.nowMs + (choices.oneIn(4) ? choices.below(8_000) - 4_000 : choices.below(freezeLinkMs));
  const token = await freezeTokenOf({ keys: simulatedKeys }, { userId, cardId, expiresAtMs });
  const other = choices.oneIn(6) ? pick(world, cards) : undefined;
  const body = { token: other === undefined ? token : token.replace(cardId, other.cardId) };
  for (let times = choices.oneIn(4) ? 2 : 1; times > 0; times -= 1)
    await world.ask(userId, 'cards.freeze-by-link', { handler: freezeByLink, body });
  if (choices.oneIn(3)) happenElsewhere(world);
}

/**
 * Checks the answer to a link that freezes a card (I31): after a success its own card is to be frozen for its owner, or
 * was so until then, and nothing else was written; a wrong or old link changes nothing. Throws a Violation.
 */
export function freezeLinkAudit(
  { table }: SimulatedWorld,
  { request, route }: Asked,
  { status }: Answered,
  { from, startedAtMs, wrote }: Process,
): void {
  if (route !== 'cards.freeze-by-link') return;
  const broken = (what: string): Violation => new Violation('I31', `a link that freezes a card ${what}`);
  const { token } = request.body as { readonly token: string };
  const [, cardId, expires] = token.split('.');
  const others = [...wrote].filter((kind) => !['card', 'audit'].includes(kind));
  if (others.length > 0) throw broken(`changes ${others.join()}`);
  if (status >= 300) {
    if (wrote.size > 0 && status < 500) throw broken(`is refused with ${status}, and changes ${[...wrote].join()}`);
    return;
  }
  if (startedAtMs > Number(expires) + skewMaxMs) throw broken('works after its time');
  const now = entitiesOf(table, 'card').find((card) => card.cardId === cardId);
  const since = table.stream
    .slice(from)
    .flatMap(({ before, after }) => [before, after] as unknown as (Card | undefined)[]);
  const known = [now, ...since.filter((card) => card?.cardId === cardId)];
  if (!known.some((card) => card?.frozenReasons?.includes('owner') === true))
    throw broken(`is answered ${status}, and ${cardId} is frozen for [${now?.frozenReasons.join()}]`);
}
