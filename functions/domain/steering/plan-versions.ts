import { AppError } from '#shared/errors.ts';
import { priceBounds } from '#shared/price-bounds.ts';

/** A version of what staff plan: it holds from its beginning until the next one begins. */
export type Version = { readonly version: number; readonly fromMs: number };

/** A version as staff ask for it. Without a number it is new. */
export type AskedVersion<V extends Version> = Omit<V, 'version'> & { readonly version: number | undefined };

/** The versions in the order of their beginning, and the highest number given so far. */
export type Plan<V extends Version> = { readonly versions: readonly V[]; readonly lastNumber: number };

/**
 * Time before its beginning within which a version can no longer be called off, in milliseconds. A function may know
 * settings that are 30 seconds old, and all functions have to agree on the present version.
 */
const lastCallMs = 60_000;

/**
 * Plans the versions that staff ask for: begun versions stay as they are, later ones are as asked. A version that
 * changes gets a new number, and no number is given twice. If the latest begun version in the list has other values
 * than the present one, as after an undo, those values are planned again. `keptOf` chooses the begun versions to keep.
 * Throws AppError ValidationFailed for a version that would begin within 5 minutes or together with another one, or for
 * too many versions; Conflict for calling one off in its last minute.
 */
export function planVersions<V extends Version>(
  before: Plan<V>,
  asked: readonly AskedVersion<V>[],
  nowMs: number,
  rules: { readonly field: 'prices' | 'limits'; readonly keptOf: (begun: readonly V[]) => readonly V[] },
): Plan<V> {
  const { versions: known, lastNumber } = before;
  const { field, keptOf } = rules;
  const begun = known.filter(({ fromMs }) => fromMs <= nowMs);
  const isPast = (each: AskedVersion<V>): boolean => isOver(each, before, nowMs);
  const wanted = asked.filter((each) => !isPast(each));
  const held = asked.filter(isPast).toSorted(byBeginning).at(-1);
  const present = begun.at(-1);
  const isUndone = held && present && !isSame({ ...held, version: present.version, fromMs: present.fromMs }, present);
  const [kept, fresh] = [
    known.filter((each) => each.fromMs > nowMs && wanted.some((one) => isSame(one, each))),
    [
      ...wanted.filter((one) => !known.some((each) => isSame(one, each))),
      ...(isUndone ? [{ ...held, fromMs: nowMs + priceBounds.aheadMs }] : []),
    ],
  ];
  const gone = known.filter((each) => each.fromMs > nowMs && !kept.includes(each));
  if (gone.some(({ fromMs }) => fromMs < nowMs + lastCallMs))
    throw new AppError('Conflict', `These ${field} begin within a minute and can no longer be called off.`);
  if (fresh.some(({ fromMs }) => fromMs < nowMs + priceBounds.aheadMs))
    throw invalidPlan(field, 'must begin at least 5 minutes from now');
  if (kept.length + fresh.length > priceBounds.upcomingMax)
    throw invalidPlan(field, `has more than ${priceBounds.upcomingMax} versions that are still to begin`);
  const moments = [...kept, ...fresh].map(({ fromMs }) => fromMs);
  if (new Set(moments).size < moments.length) throw invalidPlan(field, 'must not begin at the same time as others');
  const numbered = fresh
    .toSorted(byBeginning)
    .map((values, place) => ({ ...values, version: lastNumber + place + 1 }) as V);
  return {
    versions: [...keptOf(begun), ...[...kept, ...numbered].toSorted(byBeginning)],
    lastNumber: lastNumber + numbered.length,
  };
}

/** Returns the error for a list of versions. */
export function invalidPlan(field: 'prices' | 'limits', why: string): AppError {
  return new AppError('ValidationFailed', `${field} ${why}.`, { fields: { [field]: why } });
}

function byBeginning(one: Pick<Version, 'fromMs'>, other: Pick<Version, 'fromMs'>): number {
  return one.fromMs - other.fromMs;
}

/**
 * True for a begun version that is known with the same values, or is no longer kept. It is in the lists that staff
 * read, and stays as it is.
 */
function isOver<V extends Version>(asked: AskedVersion<V>, { versions, lastNumber }: Plan<V>, nowMs: number): boolean {
  if (asked.version === undefined || asked.version > lastNumber || asked.fromMs > nowMs) return false;
  const known = versions.find(({ version }) => version === asked.version);
  return known === undefined || isSame(asked, known);
}

function isSame<V extends Version>(asked: AskedVersion<V>, known: V): boolean {
  return (Object.keys(known) as (keyof V)[]).every((name) => (asked as Partial<V>)[name] === known[name]);
}
