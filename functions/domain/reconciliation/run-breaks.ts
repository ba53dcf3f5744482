import type { Id } from '#shared/ids.ts';
import type { KeptBreak, Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { evidenceMost, sightBreak } from '#functions/domain/tickets/sight-break.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { applyProposal, type ReconciliationNeeds } from './apply-proposal.ts';
import { textOf } from './books/text-of.ts';
import { keyOfBreak, type Break } from './break.ts';
import type { ReportedAlready } from './check-day.ts';

/** Delay before a suspected break is checked again, in milliseconds, so that work in flight can land. */
export const recheckDelayMs = 3_200;

/** Maximum number of breaks stored. All are logged. */
const keptMost = 200;

/** Size at which no further break is stored, in bytes: an item of the table has 400 KB. */
const keptBytesMost = 200_000;

/** The breaks that a run has found. Each is reported once, also when the run continues in another invocation. */
export class RunBreaks {
  readonly #needs: ReconciliationNeeds;
  readonly #applied: ReadonlySet<string>;
  readonly #keys = new Set<string>();
  readonly #gapOwners = new Set<string>();
  /** Days with an edited record. */
  readonly #tamperedDays = new Set<string>();
  readonly #kept: KeptBreak[];
  #isDayWrong = false;
  mended: number;
  /** Number of breaks of each class. */
  readonly classes: Record<string, number>;

  /** `applied`: the classes of breaks whose proposed calls the run makes. */
  constructor(needs: ReconciliationNeeds, applied: ReadonlySet<string>, before?: Reconciliation) {
    this.#needs = needs;
    this.#applied = applied;
    this.mended = before?.mended ?? 0;
    this.classes = { ...before?.classes };
    this.#kept = [...(before?.breaks ?? [])];
    for (const found of this.#kept) this.#note(found as Break);
  }

  /** Returns the breaks that are stored. */
  get kept(): readonly KeptBreak[] {
    return this.#kept;
  }

  /** Returns the number of all breaks. */
  get count(): number {
    return Object.values(this.classes).reduce((total, count) => total + count, 0);
  }

  /** True when the sums of a day are wrong. */
  get isDayWrong(): boolean {
    return this.#isDayWrong;
  }

  /** Reports a break once, and makes its proposed call when its class is applied by this run. */
  async report(reported: Break, foundBy: Ticket['foundBy'] = 'run'): Promise<void> {
    const found = storable(reported, this.#needs.clock.now());
    if (this.#has(found)) return;
    this.#note(found);
    const { clock, log } = this.#needs;
    this.classes[found.class] = (this.classes[found.class] ?? 0) + 1;
    const isKept = this.#kept.length < keptMost && Buffer.byteLength(JSON.stringify(this.#kept)) < keptBytesMost;
    if (isKept) this.#kept.push(found);
    const { part, subject, ownerId, cents, atMs, evidence, proposal } = found;
    // A finding that an admin closed and that is merely still there is listed, and pages nobody.
    const isOpen = !isKept || (await this.#sight(found, foundBy));
    log[isOpen ? 'error' : 'info']('reconciliation break', {
      ...evidence,
      part,
      class: found.class,
      subject,
      ownerId,
      cents,
      ageMs: clock.now() - atMs,
      proposal: JSON.stringify(proposal),
    });
    if (!this.#applied.has(found.class)) return;
    try {
      if (await applyProposal(this.#needs, found)) this.mended += 1;
    } catch (thrown) {
      log.error('reconciliation could not mend', { class: found.class, subject, detail: failureMessage(thrown) });
    }
  }

  /** Checks again what a check suspects. Returns the breaks not reported yet that are found both times. */
  async confirm(suspected: readonly Break[], check: () => Promise<readonly Break[]>): Promise<readonly Break[]> {
    const news = suspected.filter((found) => !this.#has(found));
    if (news.length === 0) return [];
    await this.#needs.clock.sleep(recheckDelayMs);
    const before = new Set(news.map(keyOfBreak));
    return (await check()).filter((found) => before.has(keyOfBreak(found)));
  }

  /** Returns what the check of a day leaves out because it is reported already. */
  reportedOf(day: string): ReportedAlready {
    return {
      isGapReported: (ownerId) => this.#gapOwners.has(ownerId),
      isRecordReported: this.#tamperedDays.has(day),
      isReported: (found) => this.#has(found),
    };
  }

  /** True when wrong statistics of a person are reported already. */
  isStatisticsReported(userId: Id<'user'>): boolean {
    const names = [
      `internal:AGG:${userId}`,
      `internal:HASH:userFigures:${userId}`,
      `internal:UNREADABLE:userFigures:${userId}`,
    ];
    return names.some((name) => this.#keys.has(name));
  }

  #has(found: Pick<Break, 'part' | 'class' | 'subject'>): boolean {
    return this.#keys.has(keyOfBreak(found));
  }

  /**
   * Opens the break's ticket, or notes that it was seen again, and returns whether the ticket is open. If that fails, the
   * log has the break, and the next run tries again.
   */
  async #sight(found: Break, foundBy: Ticket['foundBy']): Promise<boolean> {
    try {
      return await sightBreak(this.#needs, found, foundBy);
    } catch (thrown) {
      const { class: kind, subject } = found;
      this.#needs.log.error('no ticket for a break', { class: kind, subject, detail: failureMessage(thrown) });
      return true;
    }
  }

  #note(found: Break): void {
    this.#keys.add(keyOfBreak(found));
    if (found.class === 'AGG' && /^\d{4}-\d\d-\d\d$/.test(found.subject)) this.#isDayWrong = true;
    if (['HASH', 'INDEX'].includes(found.class) && found.subject.startsWith('journal:'))
      this.#tamperedDays.add(dayOf(found.atMs));
    if (found.class === 'LEGS' || found.class === 'UNBALANCED' || found.class === 'GAP')
      this.#tamperedDays.add(dayOf(found.atMs));
    // Accounts with missing entries: the subject of such a break is `<account>#<sequence>`.
    if (found.class === 'GAP' || found.class === 'UNEXPLAINED') this.#gapOwners.add(found.subject.split('#')[0] ?? '');
    // A card or person that is gone has no account to check.
    if (found.class === 'GAP' && found.ownerId !== undefined && found.subject.endsWith(':user'))
      this.#gapOwners.add(found.ownerId);
  }
}

/**
 * Makes a break storable: a value computed from a malformed item may be no number, which the table refuses, or a text as
 * long as an item.
 */
function storable(found: Break, nowMs: number): Break {
  const evidence = Object.entries(found.evidence).map(([name, value]) => [
    name,
    isStorable(value) ? value : `${value}`.slice(0, evidenceMost),
  ]);
  return {
    ...found,
    subject: textOf(found.subject),
    cents: Number.isSafeInteger(found.cents) ? found.cents : 0,
    atMs: Number.isSafeInteger(found.atMs) ? found.atMs : nowMs,
    evidence: Object.fromEntries(evidence) as Break['evidence'],
  };
}

function isStorable(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value));
}
