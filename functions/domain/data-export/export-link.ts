import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';

type Needs = Pick<Services, 'keys' | 'clock'>;

/** The owner of the data that a link opens, and when the link expires. */
type ExportLink = { readonly userId: Id<'user'>; readonly expiresAtMs: number };

/**
 * Returns the token of an export link: its expiry, with a keyed hash of expiry and owner. Every try of a mail gets the
 * same token.
 */
export async function exportTokenOf({ keys }: Pick<Needs, 'keys'>, link: ExportLink): Promise<string> {
  const { userId, expiresAtMs } = link;
  return `${expiresAtMs}.${await keys.codeHash('data-export', JSON.stringify([userId, expiresAtMs]))}`;
}

/** Throws AppError InvalidExportLink unless the token is of a link of this person that has not expired. */
export async function assertExportToken(needs: Needs, userId: Id<'user'>, token: string): Promise<void> {
  const time = /^\d{1,15}(?=\.)/.exec(token)?.[0];
  const expiresAtMs = Number(time);
  if (time !== undefined && needs.clock.now() < expiresAtMs) {
    const right = await exportTokenOf(needs, { userId, expiresAtMs });
    // Compares hashes, so that the time it takes says nothing about the right token.
    const [one, other] = await Promise.all(
      [token, right].map((each) => needs.keys.codeHash('data-export-token', each)),
    );
    if (one === other) return;
  }
  throw new AppError(
    'InvalidExportLink',
    'This link has expired, or is for another account. Ask for a new one in Settings.',
  );
}
