import * as z from 'zod/mini';

/** The prefix of each kind of id: sortable by time, greppable, safe in a log. */
export const idPrefixes = {
  user: 'usr',
  card: 'crd',
  deposit: 'dep',
  operation: 'op',
  session: 'ses',
  movement: 'mov',
  event: 'evt',
  reward: 'rwd',
  audit: 'aud',
  passkey: 'pky',
  notification: 'ntf',
  case: 'cas',
  ticket: 'tkt',
  adjustment: 'adj',
  treasury: 'trs',
} as const;

/** A kind of thing that has an id. */
export type IdKind = keyof typeof idPrefixes;

/** The id of one kind of thing: `crd_01J…`. */
export type Id<K extends IdKind> = `${(typeof idPrefixes)[K]}_${string}`;

const ulid = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** The schema of an id of one kind. */
export function idSchema<K extends IdKind>(kind: K): z.ZodMiniType<Id<K>, Id<K>> {
  const pattern = new RegExp(`^${idPrefixes[kind]}_${ulid}$`);
  return z
    .string()
    .check(z.regex(pattern, `must be an id that begins with ${idPrefixes[kind]}_`)) as unknown as z.ZodMiniType<
    Id<K>,
    Id<K>
  >;
}
