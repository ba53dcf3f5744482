import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { formatCents } from '#shared/money.ts';
import type { AuditedValue } from '#functions/ports/entities/audit.ts';
import type { LimitVersion, PriceVersion, Settings, SteeringValues } from '#functions/ports/entities/settings.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { auditWrites, type AuditNeeds } from '../admin/audit-write.ts';
import { isCountryCode } from './country-codes.ts';
import { firstSteering, settingsRef } from './read-steering.ts';
import { limitVersionsOf } from './card-limits.ts';
import { planLimits, type AskedLimits } from './plan-limits.ts';
import { planPrices, type AskedPrices } from './plan-prices.ts';
import { priceVersionsOf } from './prices.ts';
import { restrictedCountriesOf } from './refuse-action.ts';

/** Maximum number of versions kept beside the present one. The audit log has all. */
const historyMax = 10;

type Needs = AuditNeeds & Pick<Services, 'store'>;

/**
 * Stores a new version of the settings with its audit record, if the version is still the one that was read. Undoing a
 * change is putting the values of the version before again. Returns the settings; values that change nothing are not a
 * version. Throws AppError Conflict when another admin changed them meanwhile, ValidationFailed for an announcement that nobody
 * would see, and what `planVersions` throws.
 */
export async function changeSettings(
  needs: Needs,
  change: {
    readonly actorId: Id<'user'>;
    readonly readVersion: number;
    readonly values: Omit<SteeringValues, 'prices' | 'limits'>;
    /** The versions of the prices, begun and planned; without them all stay as they are. */
    readonly prices?: readonly AskedPrices[] | undefined;
    /** The versions of the limits, in the same way. */
    readonly limits?: readonly AskedLimits[] | undefined;
    readonly reason: string;
  },
): Promise<Settings | undefined> {
  const { store, clock } = needs;
  const { actorId, readVersion, reason } = change;
  const before = await store.get(settingsRef.kind, settingsRef.key);
  if ((before?.version ?? 0) !== readVersion) throw changedMeanwhile();
  refuseOver(change.values.announcement, before, clock.now());
  refuseNoCountry(change.values.restrictedCountries, before?.restrictedCountries);
  // An older page of staff, from before there were such lists, sends none.
  const nowMs = clock.now();
  const planned = change.prices ? planPrices(before, change.prices, nowMs) : before;
  const limited = change.limits ? planLimits(before, change.limits, nowMs) : before;
  const values: SteeringValues = {
    ...change.values,
    restrictedCountries: restrictedCountriesOf({ ...before, ...change.values }),
    prices: planned?.prices,
    limits: limited?.limits,
  };
  const [was, is] = [audited(before ?? firstSteering, nowMs), audited(values, nowMs)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  if (changed.length === 0) return before;
  const next: Settings = {
    scope: 'platform',
    ...values,
    lastPriceVersion: planned?.lastPriceVersion,
    lastLimitVersion: limited?.lastLimitVersion,
    changedAtMs: nowMs,
    changedBy: actorId,
    reason,
    history: before ? historyWith(before) : [],
    version: readVersion + 1,
  };
  const pick = (from: typeof is) => Object.fromEntries(changed.map((name) => [name, from[name] ?? '']));
  try {
    await store.commit([
      before ? update('settings', before, next) : insert('settings', next),
      ...auditWrites(needs, {
        action: 'settings',
        actorId,
        subjectId: 'platform',
        before: pick(was),
        after: pick(is),
        reason,
      }),
    ]);
  } catch (thrown) {
    if (thrown instanceof WriteConflict) throw changedMeanwhile();
    throw thrown;
  }
  return next;
}

function changedMeanwhile(): AppError {
  return new AppError('Conflict', 'Another admin has changed the settings. Look at the change, then make yours.');
}

/**
 * Throws AppError ValidationFailed for an announcement whose time is over. One that is in the settings or their history
 * passes: staff's page sends it with other changes, and an undo restores it with its version.
 */
function refuseOver(asked: SteeringValues['announcement'], before: Settings | undefined, nowMs: number): void {
  if (asked?.untilMs === undefined || asked.untilMs > nowMs) return;
  const known = before ? [before, ...before.history] : [];
  if (known.some(({ announcement: was }) => was?.text === asked.text && was.untilMs === asked.untilMs)) return;
  const why = 'is over';
  throw new AppError('ValidationFailed', `announcement.until ${why}.`, { fields: { 'announcement.until': why } });
}

/**
 * Throws AppError ValidationFailed for letters that are no country's. Those in the settings pass: another change must not
 * wait for them.
 */
function refuseNoCountry(asked: readonly string[] = [], before: readonly string[] = []): void {
  const unknown = asked.find((code) => !before.includes(code) && !isCountryCode(code));
  if (unknown === undefined) return;
  const why = `has ${unknown}, which is no country`;
  throw new AppError('ValidationFailed', `restrictedCountries ${why}.`, { fields: { restrictedCountries: why } });
}

function historyWith({
  history,
  scope: _scope,
  lastPriceVersion: _price,
  lastLimitVersion: _limit,
  ...version
}: Settings): Settings['history'] {
  return [version, ...history].slice(0, historyMax);
}

/** Returns the values as the audit log holds them. */
function audited(values: SteeringValues, nowMs: number): Readonly<Record<string, AuditedValue>> {
  const { switches, coinsOff, announcement } = values;
  return {
    ...switches,
    coinsOff: coinsOff.toSorted().join(', '),
    restrictedCountries: restrictedCountriesOf(values).toSorted().join(', '),
    pricesToCome: toCome(priceVersionsOf(values), pricesText, nowMs),
    limitsToCome: toCome(limitVersionsOf(values), limitsText, nowMs),
    announcement: announcement?.text ?? '',
    announcementUntil: announcement?.untilMs === undefined ? '' : new Date(announcement.untilMs).toISOString(),
  };
}

/** `2 from 2026-12-01T00:00:00.000Z: …; 3 from …` */
function toCome<V extends PriceVersion | LimitVersion>(
  versions: readonly V[],
  textOf: (version: V) => string,
  nowMs: number,
): string {
  return versions
    .filter(({ fromMs }) => fromMs > nowMs)
    .map((each) => `${each.version} from ${new Date(each.fromMs).toISOString()}: ${textOf(each)}`)
    .join('; ');
}

/** `balance $2,000.00, month $5,000.00` */
function limitsText({ balanceCents, monthlySpendCents }: LimitVersion): string {
  return `balance ${formatCents(balanceCents)}, month ${formatCents(monthlySpendCents)}`;
}

/** `card $20.00 + $5.00, load 3.5 % + $1.00` */
function pricesText(prices: PriceVersion): string {
  const card = `card ${formatCents(prices.cardFeeCents)} + ${formatCents(prices.firstLoadCents)}`;
  const load = `load ${prices.loadPercent} % + ${formatCents(prices.loadFixedCents)}`;
  return `${card}, ${load}`;
}
