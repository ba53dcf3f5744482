import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { closeGoneBreaks, isOfPersonsCheck } from '#functions/domain/tickets/close-gone-breaks.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { inParallel } from '../in-parallel.ts';
import type { ReconciliationNeeds } from './apply-proposal.ts';
import { keyOfBreak, person, type Break } from './break.ts';
import { brokenForm } from './broken-form.ts';
import {
  checkDay,
  checkRecordsSince,
  nothingSeen,
  seeing,
  type DayFindings,
  type Expected,
  type Seen,
} from './check-day.ts';
import { checkLeaders } from './statistics/check-leaders.ts';
import { checkLiveness, checkTotals } from './check-liveness.ts';
import { checkTieOut } from './check-tie-out.ts';
import { checkPerson, type PersonFindings, type Reading, type SeenEntry } from './check-person.ts';
import { storeCheckpoint } from './books/store-checkpoint.ts';
import { isDueAgain, recentFromMs } from './books/checkpoint-due.ts';
import { withoutCopies } from './books/without-copies.ts';
import { readDayNote, writeDayNote } from './day-note.ts';
import { recheckDelayMs, RunBreaks } from './run-breaks.ts';
import { addTie, noTies, restOf, type Ties } from './integrity/ties.ts';

/** The report of a run: counts, cents, the number of breaks per class, and the breaks. */
export type ReconciliationReport = Readonly<Record<string, number | readonly object[]>> & {
  readonly records: number;
  readonly holders: number;
  readonly breaks: number;
  readonly unanswered: number;
  readonly found: readonly object[];
};

/**
 * Maximum number of open tickets looked at before the days are chosen, and of those whose owners are checked again. The
 * oldest may be for people alone to close.
 */
const ticketsMost = { seen: 1_000, checked: 100 } as const;

/** Maximum number of people checked at the same time: most of a check is waiting for the providers. */
export const peopleAtOnce = 32;

/** Maximum age of a change that the providers are asked about, in milliseconds. */
const askedBackMs = 14 * dayMs;

/** Age that an account has at least when it must have a checkpoint, in milliseconds: the list of everybody lags. */
const listLagsMs = 5 * 60_000;

/** The kind of a run. Only a full one moves checkpoints on. */
export type RunKind = { readonly mode: Reconciliation['mode']; readonly isByHand: boolean };

/** A run that may continue in another invocation: all of its memory is in `state`. */
export class ReconciliationRun {
  readonly #needs: ReconciliationNeeds;
  readonly #breaks: RunBreaks;
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
  #ties: Ties;
  #people: number;
  #records: number;
  #unanswered: number;

  constructor(needs: ReconciliationNeeds, applied: ReadonlySet<string>, kind: RunKind, before?: Reconciliation) {
    this.#kind = kind;
    this.#isEveryDay = kind.isByHand;
    this.#needs = needs;
    this.#breaks = new RunBreaks(needs, applied, before);
    this.#startedAtMs = before?.startedAtMs ?? needs.clock.now();
    this.#seen = new Map(Object.entries(before?.progress.seen ?? {}));
    this.#ties = before?.ties ?? noTies();
    this.#people = before?.people ?? 0;
    this.#records = before?.records ?? 0;
    this.#unanswered = before?.unanswered ?? 0;
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
      if (found) await this.#breaks.report(found);
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
      if (found) await this.#breaks.report(found);
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
    const checked: PersonFindings[] = [];
    for (const userId of userIds) {
      const findings = second?.get(userId) ?? first.get(userId);
      if (findings === undefined) continue;
      checked.push(findings);
      const before = new Set(first.get(userId)?.breaks.map(keyOfBreak));
      const confirmed = findings.breaks.filter((found) => before.has(keyOfBreak(found)));
      const { provider, issuer } = findings.ties;
      this.#unanswered += findings.unanswered;
      this.#ties = {
        ...this.#ties,
        provider: addTie(this.#ties.provider, provider),
        issuer: addTie(this.#ties.issuer, issuer),
      };
      if (this.#newsFromMs < Infinity) this.#checked.add(userId);
      for (const entry of findings.entries) this.#see(entry);
      for (const found of confirmed) await this.#breaks.report(found, 'person');
      this.#people += 1;
    }
    if (this.#kind.mode !== 'full') return userIds.length;
    await inParallel(
      checked,
      peopleAtOnce,
      async (findings) => storeCheckpoint(this.#needs, findings),
      ({ userId }, thrown) =>
        this.#needs.log.warn('a checkpoint was not stored', { userId, detail: failureMessage(thrown) }),
    );
    return userIds.length;
  }

  /** Checks one day of the journal, after the people who changed anything in it before this run. */
  async checkDay(day: string): Promise<void> {
    const expected = (day < this.#recentFrom ? await this.#noted(day) : undefined) ?? {
      ...(this.#seen.get(day) ?? nothingSeen),
      isNoted: false,
    };
    const { asked, confirmed } = await this.#checkRecords(() =>
      checkDay(this.#needs, day, expected, this.#startedAtMs, this.#breaks.reportedOf(day)),
    );
    this.#seen.delete(day);
    if (this.#kind.mode === 'full' && day <= dayOf(recentFromMs(this.#startedAtMs)))
      await writeDayNote(this.#needs, day, confirmed.length === 0 ? asked : { count: -1, print: 0 });
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
      checkRecordsSince(this.#needs, day, this.#newsFromMs, seen, this.#breaks.reportedOf(day)),
    );
    await this.#checkUnlisted(confirmed);
  }

  /** Checks overdue items, the tie-out and, when all days were checked, their totals and the list of leaders. */
  async checkRest({ withTotals }: { readonly withTotals: boolean }): Promise<void> {
    const check = async (): Promise<readonly Break[]> => [
      ...(await checkLiveness(this.#needs)),
      ...(await checkTieOut(this.#needs)),
      // A wrong day makes the total wrong, too.
      ...(withTotals && !this.#breaks.isDayWrong ? await checkTotals(this.#needs) : []),
      ...(withTotals ? await checkLeaders(this.#needs, (userId) => this.#breaks.isStatisticsReported(userId)) : []),
    ];
    for (const found of await this.#breaks.confirm(await check(), check)) await this.#breaks.report(found);
  }

  /** Closes the tickets whose finding is gone. `isWhole`: the run checked everybody and every day. */
  async closeGone({ isWhole }: { readonly isWhole: boolean }): Promise<void> {
    await closeGoneBreaks(this.#needs, {
      startedAtMs: this.#startedAtMs,
      isWhole: isWhole && this.#breaks.count <= this.#breaks.kept.length,
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
      people: this.#people,
      records: this.#records,
      unanswered: this.#unanswered || undefined,
      mended: this.#breaks.mended,
      ties: this.#ties,
      classes: this.#breaks.classes,
      breaks: this.#breaks.kept,
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
    const { count: breaks, mended, classes, kept } = this.#breaks;
    return {
      records: this.#records,
      holders: this.#people,
      breaks,
      unanswered: this.#unanswered,
      mended,
      isComplete: Number(isComplete),
      ...classes,
      debitsCents: this.#ties.internal.oursCents,
      depositsAsked: this.#ties.provider.count,
      depositsCents: this.#ties.provider.oursCents,
      cardsAsked: this.#ties.issuer.count,
      cardsCents: this.#ties.issuer.oursCents,
      restCents: Object.values(this.#ties).reduce((total, tie) => total + Math.abs(restOf(tie)), 0),
      found: kept.map(({ atMs, ...found }) => ({ ...found, ageMs: nowMs - atMs })),
    };
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
  async #noted(day: string): Promise<Expected | undefined> {
    const mustExist = this.#checkpointsAtMs !== undefined && day < dayOf(recentFromMs(this.#checkpointsAtMs));
    const { expected, wrong } = await readDayNote(this.#needs, day, { mustExist });
    if (wrong) await this.#breaks.report(wrong);
    return expected;
  }

  /** Checks records, checks again those with a suspected break, and reports the breaks that are found both times. */
  async #checkRecords(
    check: () => Promise<DayFindings>,
  ): Promise<{ readonly asked: Seen; readonly confirmed: readonly Break[] }> {
    const first = await check();
    const confirmed = await this.#breaks.confirm(first.breaks, async () => (await check()).breaks);
    this.#records += first.records;
    this.#ties = { ...this.#ties, internal: addTie(this.#ties.internal, first.tie) };
    for (const found of confirmed) await this.#breaks.report(found);
    return { asked: first.asked, confirmed };
  }

  /** Checks people who are in no list: nobody has checked them yet. */
  async #checkUnlisted(confirmed: readonly Break[]): Promise<void> {
    const unlisted = confirmed
      .filter(({ subject }) => subject.startsWith('user:'))
      .flatMap(({ ownerId }) => ownerId ?? []);
    if (unlisted.length > 0) await this.checkPeople(unlisted as Id<'user'>[]);
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
