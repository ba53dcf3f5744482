import type { FreezeReason } from '#shared/contract/cards.ts';

/** The fields by which cards stated why they are frozen, before the reasons were a set. */
type EarlierCard = {
  readonly desired?: unknown;
  readonly isSuspended?: unknown;
  readonly freezeReason?: unknown;
  readonly [field: string]: unknown;
};

/** An entity in its present form. Older cards lack newer fields, and are rewritten only when they change. */
export function upgraded(kind: unknown, entity: Record<string, unknown>): Record<string, unknown> {
  return kind === 'card' ? withReasons(withOneName(entity)) : entity;
}

/** Takes an older card's label as its name: owners could change only the label, so it was chosen last. */
function withOneName(entity: Record<string, unknown>): Record<string, unknown> {
  const { label, ...rest } = entity;
  return label === undefined || label === '' ? entity : { ...rest, name: label };
}

/** Gives a card that was stored before there was `frozenReasons` its reasons, from its earlier fields. */
function withReasons(entity: Record<string, unknown>): Record<string, unknown> {
  if (entity['frozenReasons'] !== undefined || entity['desired'] === undefined) return entity;
  const { desired, isSuspended, freezeReason, ...rest } = entity as EarlierCard;
  const isForDeclines = typeof freezeReason === 'string' && freezeReason.startsWith('Frozen to save the card');
  const own: FreezeReason = isForDeclines ? 'declines' : 'owner';
  const frozenReasons: readonly FreezeReason[] = [
    ...(desired === 'frozen' ? [own] : []),
    ...(isSuspended === true ? (['suspension'] as const) : []),
  ];
  return { ...rest, frozenReasons, ...(isForDeclines || freezeReason === undefined ? {} : { freezeReason }) };
}
