import type { FreezeReason } from '#shared/contract/cards.ts';

/** The fields by which cards stated why they are frozen, before the reasons were a set. */
type EarlierCard = {
  readonly desired?: unknown;
  readonly isSuspended?: unknown;
  readonly freezeReason?: unknown;
  readonly [field: string]: unknown;
};

/**
 * An entity in its present form: a card that was stored before its reasons to be frozen were a set gets them from its
 * earlier fields.
 */
export function upgraded(kind: unknown, entity: Record<string, unknown>): Record<string, unknown> {
  if (kind !== 'card' || entity['frozenReasons'] !== undefined || entity['desired'] === undefined) return entity;
  const { desired, isSuspended, freezeReason, ...rest } = entity as EarlierCard;
  const isForDeclines = typeof freezeReason === 'string' && freezeReason.startsWith('Frozen to save the card');
  const own: FreezeReason = isForDeclines ? 'declines' : 'owner';
  const frozenReasons: readonly FreezeReason[] = [
    ...(desired === 'frozen' ? [own] : []),
    ...(isSuspended === true ? (['suspension'] as const) : []),
  ];
  return { ...rest, frozenReasons, ...(isForDeclines || freezeReason === undefined ? {} : { freezeReason }) };
}
