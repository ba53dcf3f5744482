import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { KeptBreak, Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { closeGoneBreaks, isOfPersonsCheck } from '#functions/domain/tickets/close-gone-breaks.ts';
import { evidenceMost, sightBreak } from '#functions/domain/tickets/sight-break.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { inParallel } from '../in-parallel.ts';
import { applyProposal } from './apply-proposal.ts';
import { keyOfBreak, person, type Break } from './break.ts';
import { brokenForm } from './broken-form.ts';
import {
  checkDay,
  checkRecordsSince,
  nothingSeen,
  seeing,
  type DayFindings,
  type Expected,
  type ReportedAlready,
  type Seen,
} from './check-day.ts';
import { checkLeaders } from './statistics/check-leaders.ts';
import { checkLiveness, checkTotals } from './check-liveness.ts';
import { checkTieOut } from './check-tie-out.ts';
import { checkPerson, type PersonFindings, type Reading, type SeenEntry } from './check-person.ts';
import { firstCheckpoint } from './books/checkpoint.ts';
import { isDueAgain, recentFromMs } from './books/checkpoint-due.ts';
import { textOf } from './books/text-of.ts';
import { withoutCopies } from './books/without-copies.ts';
import { addTie, noTies, restOf, type Ties } from './integrity/ties.ts';

/** The services of a reconciliation. `issuerEvents` is missing in an operator's command. */
export type ReconciliationNeeds = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer' | 'payments'> &
  Partial<Pick<Services, 'issuerEvents'>>;

/** The report of a run: counts, cents, the number of breaks per class, and the breaks. */
export type ReconciliationReport = Readonly<Record<string, number | readonly object[]>> & {
  readonly records: number;
  readonly holders: number;
  readonly breaks: number;
  readonly unanswered: number;
  readonly found: readonly object[];
};

/** Delay before a suspected break is checked again, in milliseconds, so that work in flight can land. */
const recheckDelayMs = 3_200;

/**
 * Maximum number of open tickets looked at before the days are chosen, and of those whose owners are checked again. The
 * oldest may be for people alone to close.
 */
const ticketsMost = { seen: 1_000, checked: 100 } as const;

/** Maximum number of people checked at the same time: most of a check is waiting for the providers. */
export const peopleAtOnce = 32;

/** Maximum number of breaks stored and reported. All are logged. */
const keptMost = 200;

/** Size at which no further break is stored, in bytes: an item of the table has 400 KB. */
const keptBytesMost = 200_000;

/** Maximum age of a change that the providers are asked about, in milliseconds. */
const askedBackMs = 14 * dayMs;

/** Age that an account has at least when it must have a checkpoint, in milliseconds: the list of everybody lags. */
const listLagsMs = 5 * 60_000;

/** The kind of a run. Only a full one moves checkpoints on. */
export type RunKind = { readonly mode: Reconciliation['mode']; readonly isByHand: boolean };

/** A run that may continue in another invocation: all of its memory is in `state`. */
export class ReconciliationRun {
  readonly #needs: ReconciliationNeeds;
  readonly #applied: ReadonlySet<string>;
  readonly #reported = new Set<string>();
  readonly #gapOwners = new Set<string>();
  /** Days with an edited record. */
  readonly #tamperedDays = new Set<string>();
  readonly #seen: Map<string, Seen>;
  readonly #startedAtMs: number;
  readonly #kind: RunKind;
  /** The people that were checked, and their entries since `#newsFromMs`, as `<account>|<record>`. */
  readonly #checked = new Set<Id<'user'>>();
  readonly #entriesSeen = new Set<string>();
  #newsFromMs = Infinity;
  #checkpointsAtMs: number | undefined;
  #isEveryDay: boolean;
  #isDayOpen = false;
  #openOwners: readonly Id<'user'>[] = [];
  #isDayWrong = false;
  readonly breaks: Break[] = [];
  ties: Ties;
  people: number;
  records: number;
  unanswered: number;
  mended: number;
  classes: Record<string, number>;
  readonly #kept: KeptBreak[];

  constructor(needs: ReconciliationNeeds, applied: ReadonlySet<string>, kind: RunKind, before?: Reconciliation) {
    this.#kind = kind;
    this.#isEveryDay = kind.isByHand;
    this.#needs = needs;
    this.#applied = applied;
    this.#startedAtMs = before?.startedAtMs ?? needs.clock.now();
    this.#seen = new Map(Object.entries(before?.progress.seen ?? {}));
    this.ties = before?.ties ?? noTies();
    this.people = before?.people ?? 0;
    this.records = before?.records ?? 0;
    this.unanswered = before?.unanswered ?? 0;
    this.mended = before?.mended ?? 0;
    this.classes = { ...before?.classes };
    this.#kept = [...(before?.breaks ?? [])];
    for (const found of this.#kept) this.#note(found as Break);
  }

  /** Returns the days of which entries were seen. */
  get days(): readonly string[] {
    return [...this.#seen.keys()];
  }

  /** Returns the people with an open finding of a check of one person. */
  get openOwners(): readonly Id<'user'>[] {
    return this.#openOwners;
  }

  /** True while a finding of the check of a day is open. */
  get isDayOpen(): boolean {
    return this.#isDayOpen;
  }

  /**
   * True for a day that is to be checked: a recent one, one whose turn it is, or any while a finding about a day is
   * open.
   */
  isDayDue(day: string): boolean {
    if (this.#isEveryDay || this.#checkpointsAtMs === undefined || day >= this.#recentFrom) return true;
    return isDueAgain(day, this.#checkpointsAtMs, this.#startedAtMs);
  }

  /**
   * Returns the first recent day. It lies further back when nights passed without a full run, because checkpoints then
   * end earlier.
   */
  get #recentFrom(): string {
    return dayOf(recentFromMs(Math.min(this.#startedAtMs, this.#checkpointsAtMs ?? this.#startedAtMs)));
  }

  /** Checks the stored state of earlier runs: an edit of it could make a run look finished, or be skipped. */
  async checkRuns(): Promise<void> {
    const { store, clock } = this.#needs;
    const open = await store.listWaiting('ticket', ticketsMost.seen);
    const ofRun = open.filter(({ foundBy }) => foundBy === 'run');
    this.#isEveryDay ||= ofRun.some(({ part }) => part === 'internal');
    this.#isDayOpen = ofRun.some(({ part, class: kind }) => part === 'internal' || kind === 'LAG');
    const ofPeople = open.filter(isOfPersonsCheck).slice(0, ticketsMost.checked);
    this.#openOwners = [...new Set(ofPeople.flatMap(({ userId }) => userId ?? []))];
    const modes = ['light', 'full'] as const;
    const runs = await store.getMany(
      'reconciliation',
      modes.map((mode) => ({ mode })),
    );
    // An edited time is not believed; without one, everything is read.
    const full = runs[1];
    const isEdited = full !== undefined && Object.keys(store.integrityErrorsOf('reconciliation', full)).length > 0;
    this.#checkpointsAtMs = isEdited ? undefined : full?.checkpointsAtMs;
    for (const [index, run] of runs.entries()) {
      const facts = { ownerId: undefined, atMs: clock.now() };
      const found = brokenForm(store, 'reconciliation', modes[index] ?? '', run, facts);
      if (found) await this.reportBreak(found);
    }
  }

  /** Checks the people of a list, in which copies of a profile may be, too. */
  async checkListed(users: readonly User[]): Promise<void> {
    const { store, clock } = this.#needs;
    const { items, copies } = withoutCopies(store, 'user', users, ({ userId }) => userId);
    await this.checkPeople([...new Set(items.map(({ userId }) => userId))]);
    for (const user of copies) {
      const { userId } = user;
      const found = brokenForm(store, 'user', `copy of ${userId}`, user, { ownerId: userId, atMs: clock.now() });
      if (found) await this.reportBreak(found);
    }
  }

  /**
   * Checks some people, and checks those with a suspected break a second time. Once `isOver` returns true, no further
   * person is begun. Returns the number of people checked.
   */
  async checkPeople(asked: readonly Id<'user'>[], isOver?: () => boolean): Promise<number> {
    const { clock } = this.#needs;
    const first = await this.#checkPeople(asked, isOver);
    const userIds = asked.filter((userId) => first.has(userId));
    const suspects = userIds.filter((userId) => (first.get(userId)?.breaks.length ?? 1) > 0);
    const second =
      suspects.length > 0 ? (await clock.sleep(recheckDelayMs), await this.#checkPeople(suspects)) : undefined;
    for (const userId of userIds) {
      const findings = second?.get(userId) ?? first.get(userId);
      if (findings === undefined) continue;
      const before = new Set(first.get(userId)?.breaks.map(keyOfBreak));
      const confirmed = findings.breaks.filter((found) => before.has(keyOfBreak(found)));
      const { provider, issuer } = findings.ties;
      this.unanswered += findings.unanswered;
      this.ties = {
        ...this.ties,
        provider: addTie(this.ties.provider, provider),
        issuer: addTie(this.ties.issuer, issuer),
      };
      if (this.#newsFromMs < Infinity) this.#checked.add(userId);
      for (const entry of findings.entries) this.#see(entry);
      for (const found of confirmed) await this.reportBreak(found, 'person');
      this.people += 1;
    }
    if (this.#kind.mode !== 'full') return userIds.length;
    const found = userIds.map((userId) => second?.get(userId) ?? first.get(userId));
    await inParallel(
      found.flatMap((findings) => (findings === undefined ? [] : checkpointToStore(findings))),
      peopleAtOnce,
      async (checkpoint) => this.#storeCheckpoint(checkpoint),
      ({ userId }, thrown) =>
        this.#needs.log.warn('a checkpoint was not stored', { userId, detail: failureMessage(thrown) }),
    );
    return userIds.length;
  }

  /** Checks one day of the journal, after the people who changed anything in it before this run. */
  async checkDay(day: string): Promise<void> {
    const noted = day < this.#recentFrom ? await this.#notedOf(day) : undefined;
    const expected = noted ?? { ...(this.#seen.get(day) ?? nothingSeen), isNoted: false };
    const { asked, confirmed } = await this.#checkRecords(() =>
      checkDay(this.#needs, day, expected, this.#startedAtMs, this.#reportedOf(day)),
    );
    this.#seen.delete(day);
    if (this.#kind.mode === 'full' && day <= dayOf(recentFromMs(this.#startedAtMs)))
      await this.#noteDay(day, confirmed.length === 0 ? asked : { count: -1, print: 0 });
    await this.#checkUnlisted(confirmed);
  }

  /** Begins to remember people's entries since a moment, for the check of the records since then. */
  beginNews(fromMs: number): void {
    this.#newsFromMs = fromMs;
  }

  /** Checks the new records of a day of the journal, after the people whose balance they changed. */
  async checkNews(day: string): Promise<void> {
    const seen = {
      isEntrySeen: (ownerId: string, journalId: string) => this.#entriesSeen.has(`${ownerId}|${journalId}`),
      isPersonChecked: (userId: Id<'user'>) => this.#checked.has(userId),
    };
    const { confirmed } = await this.#checkRecords(() =>
      checkRecordsSince(this.#needs, day, this.#newsFromMs, seen, this.#reportedOf(day)),
    );
    await this.#checkUnlisted(confirmed);
  }

  /** Checks overdue items, the tie-out and, when all days were checked, their totals and the list of leaders. */
  async checkRest({ withTotals }: { readonly withTotals: boolean }): Promise<void> {
    const check = async (): Promise<readonly Break[]> => [
      ...(await checkLiveness(this.#needs)),
      ...(await checkTieOut(this.#needs)),
      // A wrong day makes the total wrong, too.
      ...(withTotals && !this.#isDayWrong ? await checkTotals(this.#needs) : []),
      ...(withTotals ? await checkLeaders(this.#needs, (userId) => this.#isStatisticsReported(userId)) : []),
    ];
    for (const found of await this.#again(await check(), check)) await this.reportBreak(found);
  }

  /** Reports a break once, and makes its proposed call when its class is applied by this run. */
  async reportBreak(reported: Break, foundBy: Ticket['foundBy'] = 'run'): Promise<void> {
    const found = storable(reported, this.#needs.clock.now());
    const key = keyOfBreak(found);
    if (this.#reported.has(key)) return;
    this.#note(found);
    const { clock, log } = this.#needs;
    this.classes[found.class] = (this.classes[found.class] ?? 0) + 1;
    this.breaks.push(found);
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

  /** Closes the tickets whose finding is gone. `isWhole`: the run checked everybody and every day. */
  async closeGone({ isWhole }: { readonly isWhole: boolean }): Promise<void> {
    const found = Object.values(this.classes).reduce((total, count) => total + count, 0);
    await closeGoneBreaks(this.#needs, {
      startedAtMs: this.#startedAtMs,
      isWhole: isWhole && found <= this.#kept.length,
      askedBackMs,
    });
  }

  /** Returns the state of the run for storing. `phase` and `cursor` are where the next invocation continues. */
  state(
    mode: Reconciliation['mode'],
    { phase, cursor }: Pick<Reconciliation['progress'], 'phase' | 'cursor'>,
    isEnded: boolean,
  ): Omit<Reconciliation, 'version'> {
    return {
      mode,
      isByHand: this.#kind.isByHand || undefined,
      startedAtMs: this.#startedAtMs,
      endedAtMs: isEnded ? this.#needs.clock.now() : undefined,
      progress: { phase, cursor, seen: isEnded ? {} : Object.fromEntries(this.#seen) },
      people: this.people,
      records: this.records,
      unanswered: this.unanswered || undefined,
      mended: this.mended,
      ties: this.ties,
      classes: this.classes,
      breaks: this.#kept,
      checkpointsAtMs:
        mode === 'full' && isEnded
          ? this.#startedAtMs - listLagsMs
          : mode === 'full'
            ? this.#checkpointsAtMs
            : undefined,
    };
  }

  /** Stores the state over the one before. Returns false when another run has stored meanwhile. */
  async store(before: Reconciliation | undefined, state: Omit<Reconciliation, 'version'>): Promise<boolean> {
    const { store, log } = this.#needs;
    try {
      await store.commit([
        before ? update('reconciliation', before, state) : insert('reconciliation', { ...state, version: 1 }),
      ]);
      // An alarm waits for this line.
      if (state.endedAtMs !== undefined) log.info('reconciliation ended', { mode: state.mode });
      return true;
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict)) throw thrown;
      log.warn('another reconciliation is under way', { mode: state.mode });
      return false;
    }
  }

  /** Returns the report. `restCents` is the difference that no break explains, which has to be 0. */
  report(isComplete: boolean): ReconciliationReport {
    const nowMs = this.#needs.clock.now();
    const breaks = Object.values(this.classes).reduce((total, count) => total + count, 0);
    return {
      records: this.records,
      holders: this.people,
      breaks,
      unanswered: this.unanswered,
      mended: this.mended,
      isComplete: Number(isComplete),
      ...this.classes,
      debitsCents: this.ties.internal.oursCents,
      depositsAsked: this.ties.provider.count,
      depositsCents: this.ties.provider.oursCents,
      cardsAsked: this.ties.issuer.count,
      cardsCents: this.ties.issuer.oursCents,
      restCents: Object.values(this.ties).reduce((total, tie) => total + Math.abs(restOf(tie)), 0),
      found: this.#kept.map(({ atMs, ...found }) => ({ ...found, ageMs: nowMs - atMs })),
    };
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

  async #checkPeople(
    userIds: readonly Id<'user'>[],
    isOver?: () => boolean,
  ): Promise<ReadonlyMap<Id<'user'>, PersonFindings>> {
    const askSinceMs = this.#startedAtMs - askedBackMs;
    const { mode, isByHand } = this.#kind;
    const history = isByHand ? 'whole' : mode === 'full' ? 'whole when due' : 'recent';
    const reading: Reading = { history, checkpointsAtMs: this.#checkpointsAtMs };
    const found = new Map<Id<'user'>, PersonFindings>();
    await inParallel(
      userIds,
      peopleAtOnce,
      async (userId) => void found.set(userId, await checkPerson(this.#needs, userId, askSinceMs, reading)),
      (userId, thrown) => void found.set(userId, unreadable(userId, thrown, this.#needs.clock.now())),
      isOver,
    );
    return found;
  }

  /** Returns the note of a day of long ago; reports a note that is wrong or gone. */
  async #notedOf(day: string): Promise<Expected | undefined> {
    const { store } = this.#needs;
    const noted = await store.get('dayCheckpoint', { day });
    const facts = { ownerId: undefined, atMs: Date.parse(day) };
    const form = brokenForm(store, 'dayCheckpoint', day, noted, facts);
    const isGone =
      noted === undefined && this.#checkpointsAtMs !== undefined && day < dayOf(recentFromMs(this.#checkpointsAtMs));
    const subject = `checkpoint:${day}`;
    const proposal = person('find out who wrote to the table; this run has read the entries of the day instead');
    const gone = { ...facts, part: 'internal', class: 'GAP', subject, cents: 0, evidence: {}, proposal } as const;
    if (form ?? isGone) await this.reportBreak(form ? { ...form, subject, proposal } : gone);
    return noted === undefined || form ? undefined : { count: noted.count, print: noted.print, isNoted: true };
  }

  /** Notes the entries of a day, for the run that compares the day again. */
  async #noteDay(day: string, { count, print }: Seen): Promise<void> {
    const { store } = this.#needs;
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

  async #storeCheckpoint({ version, ...content }: Checkpoint): Promise<void> {
    const { store } = this.#needs;
    const { userId } = content;
    const write =
      version === 1
        ? insert('checkpoint', { ...content, version })
        : update('checkpoint', { ...content, version: version - 1 }, content);
    try {
      await store.commit([write]);
    } catch (thrown) {
      // The checkpoint exists already: made after a finding in the person's books, or by another run.
      if (!(thrown instanceof WriteConflict)) throw thrown;
      this.#needs.log.info('a checkpoint was there', { userId });
    }
  }

  /** Checks records, checks again those with a suspected break, and reports the breaks that are found both times. */
  async #checkRecords(
    check: () => Promise<DayFindings>,
  ): Promise<{ readonly asked: Seen; readonly confirmed: readonly Break[] }> {
    const first = await check();
    const confirmed = await this.#again(first.breaks, async () => (await check()).breaks);
    this.records += first.records;
    this.ties = { ...this.ties, internal: addTie(this.ties.internal, first.tie) };
    for (const found of confirmed) await this.reportBreak(found);
    return { asked: first.asked, confirmed };
  }

  #reportedOf(day: string): ReportedAlready {
    return {
      isGapReported: (ownerId) => this.#gapOwners.has(ownerId),
      isRecordReported: this.#tamperedDays.has(day),
      isReported: (found) => this.#reported.has(keyOfBreak(found)),
    };
  }

  /** Checks people who are in no list: nobody has checked them yet. */
  async #checkUnlisted(confirmed: readonly Break[]): Promise<void> {
    const unlisted = confirmed
      .filter(({ subject }) => subject.startsWith('user:'))
      .flatMap(({ ownerId }) => ownerId ?? []);
    if (unlisted.length > 0) await this.checkPeople(unlisted as Id<'user'>[]);
  }

  async #again(suspected: readonly Break[], check: () => Promise<readonly Break[]>): Promise<readonly Break[]> {
    const news = suspected.filter((found) => !this.#reported.has(keyOfBreak(found)));
    if (news.length === 0) return [];
    await this.#needs.clock.sleep(recheckDelayMs);
    const before = new Set(news.map(keyOfBreak));
    return (await check()).filter((found) => before.has(keyOfBreak(found)));
  }

  #see({ ownerId, journalId, atMs }: SeenEntry): void {
    // The time of an edited entry is unknown.
    if (!Number.isSafeInteger(atMs) || atMs <= 0 || atMs >= this.#startedAtMs) return;
    const day = dayOf(atMs);
    // Of earlier days, only some people's entries are read.
    if (atMs >= this.#newsFromMs) this.#entriesSeen.add(`${ownerId}|${journalId}`);
    if (!this.#kind.isByHand && this.#checkpointsAtMs !== undefined && day < this.#recentFrom) return;
    this.#seen.set(day, seeing(this.#seen.get(day) ?? nothingSeen, ownerId, journalId));
  }

  /** True when wrong statistics of a person are reported already. */
  #isStatisticsReported(userId: Id<'user'>): boolean {
    const names = [
      `internal:AGG:${userId}`,
      `internal:HASH:userFigures:${userId}`,
      `internal:UNREADABLE:userFigures:${userId}`,
    ];
    return names.some((name) => this.#reported.has(name));
  }

  #note(found: Break): void {
    this.#reported.add(keyOfBreak(found));
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
 * Returns the checkpoint to be stored after a check. A person with findings gets the first checkpoint, so that
 * everybody has one and its absence is a finding. It covers no history, so later checks find the same breaks again.
 */
function checkpointToStore({ userId, breaks, checkpoint }: PersonFindings): readonly Checkpoint[] {
  if (checkpoint) return [checkpoint];
  const isMissed = breaks.some(({ subject }) => subject === `checkpoint:${userId}`);
  return breaks.length === 0 || isMissed || userId === undefined ? [] : [firstCheckpoint(userId)];
}

function unreadable(userId: Id<'user'>, thrown: unknown, atMs: number): PersonFindings {
  const found: Break = {
    part: 'internal',
    class: 'UNREADABLE',
    subject: userId,
    ownerId: userId,
    cents: 0,
    atMs,
    evidence: { detail: failureMessage(thrown) },
    proposal: person('look into the log; the next run tries again'),
  };
  return { userId, breaks: [found], entries: [], ties: noTies(), unanswered: 0, isComplete: false };
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
