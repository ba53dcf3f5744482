import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { person, type Break } from './break.ts';
import { brokenForm } from './broken-form.ts';
import type { Expected, Seen } from './check-day.ts';

type Needs = Pick<Services, 'store'>;

/**
 * Reads the note of a day of long ago, with which its entries are compared. `wrong` reports a note that was edited, or
 * that is gone though the day must have one.
 */
export async function readDayNote(
  { store }: Needs,
  day: string,
  { mustExist }: { readonly mustExist: boolean },
): Promise<{ readonly expected?: Expected; readonly wrong?: Break }> {
  const noted = await store.get('dayCheckpoint', { day });
  const facts = { ownerId: undefined, atMs: Date.parse(day) };
  const form = brokenForm(store, 'dayCheckpoint', day, noted, facts);
  const isGone = noted === undefined && mustExist;
  const subject = `checkpoint:${day}`;
  const proposal = person('find out who wrote to the table; this run has read the entries of the day instead');
  if (form ?? isGone) {
    const gone = { ...facts, part: 'internal', class: 'GAP', subject, cents: 0, evidence: {}, proposal } as const;
    return { wrong: form ? { ...form, subject, proposal } : gone };
  }
  return noted ? { expected: { count: noted.count, print: noted.print, isNoted: true } } : {};
}

/** Notes the entries of a day, for the run that compares the day again. */
export async function writeDayNote({ store }: Needs, day: string, { count, print }: Seen): Promise<void> {
  const stored = await store.get('dayCheckpoint', { day });
  if (
    stored?.count === count &&
    stored.print === print &&
    Object.keys(store.integrityErrorsOf('dayCheckpoint', stored)).length === 0
  )
    return;
  const write = stored
    ? update('dayCheckpoint', stored, { day, count, print })
    : insert('dayCheckpoint', { day, count, print, version: 1 });
  await store.commit([write]);
}
