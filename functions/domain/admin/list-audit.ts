import { securityKinds, type AuditKind } from '#shared/contract/audit.ts';
import type { Id } from '#shared/ids.ts';
import type { AuditList, AuditRecord } from '#functions/ports/entities/audit.ts';
import type { EntityKeys } from '#functions/ports/entities.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';

/** Criteria for the wanted records; an undefined one fits every record. */
export type AuditFilter = {
  readonly actorId?: AuditRecord['actorId'] | undefined;
  readonly subjectId?: AuditRecord['subjectId'] | undefined;
  readonly kind?: AuditKind | undefined;
};

/**
 * A page of wanted records. `reachedMs` is the time of the oldest record searched; undefined at the end of the list.
 */
export type FoundAudit = Page<AuditRecord> & { readonly reachedMs: number | undefined };

/**
 * Reads a page of the wanted records, newest first, in one round trip: from the narrowest list that holds them all. The
 * rest of the filter drops records of that page, so a page may be short or empty before the end. `inWords` adds the
 * free texts.
 */
export async function listAudit(
  store: Pick<Store, 'listAudit'>,
  filter: AuditFilter,
  page: PageQuery,
): Promise<FoundAudit> {
  const { items, cursor } = await store.listAudit(narrowest(filter), page);
  const isWanted = ({ actorId, subjectId, action }: AuditRecord): boolean =>
    (filter.actorId ?? actorId) === actorId &&
    (filter.subjectId ?? subjectId) === subjectId &&
    (filter.kind ?? action) === action;
  return keep(items, cursor, isWanted);
}

/** Reads a page of the security log of a person's account, as that person may see it. */
export async function listSecurityLog(
  store: Pick<Store, 'listAudit' | 'getMany'>,
  subjectId: Id<'user'>,
  page: PageQuery,
): Promise<FoundAudit> {
  const { items, cursor } = await store.listAudit({ of: 'subject', subjectId }, page);
  const found = keep(items, cursor, ({ action }) => securityKinds.some((kind) => kind === action));
  return { ...found, items: await inWords(store, found.items) };
}

function narrowest({ actorId, subjectId }: AuditFilter): AuditList {
  if (subjectId !== undefined) return { of: 'subject', subjectId };
  return actorId === undefined ? { of: 'all' } : { of: 'actor', actorId };
}

/** Shown in place of a reason that was erased with its subject's data. */
const erasedReason = 'Erased with the account.';

function keep(
  items: readonly AuditRecord[],
  cursor: string | undefined,
  isWanted: (record: AuditRecord) => boolean,
): FoundAudit {
  return { items: items.filter(isWanted), cursor, reachedMs: cursor === undefined ? undefined : items.at(-1)?.atMs };
}

/** Returns the records with their free texts: one round trip, or none when no record has a text. */
export async function inWords(
  store: Pick<Store, 'getMany'>,
  records: readonly AuditRecord[],
): Promise<readonly AuditRecord[]> {
  const keys = wordsOf(records);
  const found = keys.length === 0 ? [] : await store.getMany('auditWords', keys);
  return records.map((record) => {
    if (!record.hasWords) return record;
    const words = found.find((each) => each?.auditId === record.auditId);
    if (words === undefined) return { ...record, reason: erasedReason };
    const { reason, before, after } = words;
    return { ...record, reason, before: { ...record.before, ...before }, after: { ...record.after, ...after } };
  });
}

/** Returns the keys of the free texts of records. */
export function wordsOf(records: readonly AuditRecord[]): readonly EntityKeys['auditWords'][] {
  return records.flatMap(({ auditId, subjectId, hasWords }) =>
    hasWords && subjectId !== 'platform' ? [{ auditId, subjectId }] : [],
  );
}
