import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Case, OpenCases } from '#functions/ports/entities/cases.ts';
import { insert, unchanged, update, type Store, type Write } from '#functions/ports/store.ts';
import { refuseClosed } from '#functions/domain/ledger/refusals.ts';

type Place = OpenCases['open'][number];

/**
 * Returns the write that takes a place among a person's open cases: the limits hold in the write, as every opening and
 * closing changes that one item. Throws AppError Conflict while another case of the payment is open, TooManyCases.
 */
export function takePlace(places: OpenCases | undefined, { userId }: Pick<Case, 'userId'>, place: Place): Write {
  const open = places?.open ?? [];
  if (open.some(({ cardId, lineNumber }) => cardId === place.cardId && lineNumber === place.lineNumber)) {
    throw new AppError('Conflict', 'A case about this payment is open already. Please write to that one.');
  }
  if (open.length >= limits.openCasesMax) {
    throw new AppError(
      'TooManyCases',
      `You have ${limits.openCasesMax} open cases. Please wait until one of them is closed.`,
    );
  }
  return places === undefined
    ? insert('openCases', { userId, open: [place], version: 1 })
    : update('openCases', places, { open: [...open, place] });
}

/**
 * Returns the write that conflicts when the account is closed in this very moment: no case opens in a closed one.
 * Throws AppError InvalidAccessToken once it is closed.
 */
export async function accountStaysOpen(store: Pick<Store, 'get'>, userId: Case['userId']): Promise<Write> {
  const user = await store.get('user', { userId });
  if (!user) throw new AppError('InvalidAccessToken', 'Please sign in.');
  refuseClosed(user);
  return unchanged('user', { userId }, user);
}

/** Returns the write that gives up the place of a case; none when it has no place. */
export function giveUpPlace(places: OpenCases | undefined, caseId: Case['caseId']): readonly Write[] {
  const open = places?.open.filter((each) => each.caseId !== caseId);
  if (places === undefined || open === undefined || open.length === places.open.length) return [];
  return [update('openCases', places, { open })];
}
