import { AppError } from '#shared/errors.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { dayMs } from '#functions/domain/durations.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer' | 'keys'>;

/** Time to live of a freeze link, in milliseconds. */
export const freezeLinkMs = 7 * dayMs;

/** Words that notify the owner of the freeze, because others may have read the mail. */
const byLink = 'It was frozen with the link of an email about a purchase. If that wasn’t you, unfreeze it.';

/** The card that a link freezes, its owner, and when the link expires. */
type FreezeLink = { readonly userId: Id<'user'>; readonly cardId: Id<'card'>; readonly expiresAtMs: number };

/**
 * Returns the token of a freeze link: owner, card and expiry, with a keyed hash of the three. Every try of a mail gets
 * the same token.
 */
export async function freezeTokenOf({ keys }: Pick<Services, 'keys'>, link: FreezeLink): Promise<string> {
  const { userId, cardId, expiresAtMs } = link;
  const hash = await keys.codeHash('card-freeze', JSON.stringify([userId, cardId, expiresAtMs]));
  return [userId, cardId, expiresAtMs, hash].join('.');
}

/**
 * Freezes the card of a mailed link as its owner's Freeze does, and nothing else; repeating it changes nothing. Throws
 * AppError InvalidUndoLink for a token that is not ours or has expired, CardNotActive for a card that is gone.
 */
export async function freezeByLink(needs: Needs, given: { readonly token: string }): Promise<Card> {
  const token = given.token.trim();
  const link = readLink(token);
  if (link === undefined || !(await isSame(needs, token, await freezeTokenOf(needs, link)))) throw invalidLink();
  if (needs.clock.now() >= link.expiresAtMs) throw invalidLink();
  const { userId, cardId } = link;
  return setDesiredState(needs, { userId, cardId, desired: 'frozen', wordsForOwner: byLink });
}

function readLink(token: string): FreezeLink | undefined {
  const [user, card, time = '', ...rest] = token.split('.');
  const userId = idSchema('user').safeParse(user).data;
  const cardId = idSchema('card').safeParse(card).data;
  if (userId === undefined || cardId === undefined || rest.length !== 1 || !/^\d{1,15}$/.test(time)) return undefined;
  return { userId, cardId, expiresAtMs: Number(time) };
}

/** Compares hashes, so that the time it takes says nothing about the right token. */
async function isSame({ keys }: Pick<Services, 'keys'>, given: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all([given, right].map((token) => keys.codeHash('card-freeze-token', token)));
  return one === other;
}

function invalidLink(): AppError {
  return new AppError('InvalidUndoLink', 'This link is invalid or has expired. Sign in to freeze your card.');
}
