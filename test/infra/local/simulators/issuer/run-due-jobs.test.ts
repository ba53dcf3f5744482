import { describe, expect, it } from 'vitest';
import { openBooks } from '#infra/local/simulators/issuer/books/open-books.ts';
import type { Work } from '#infra/local/simulators/issuer/books/records.ts';
import { runDueJobs } from '#infra/local/simulators/issuer/engine/run-due-jobs.ts';
import { VirtualClock } from '#infra/local/simulators/kit/virtual-clock.ts';

describe('a scheduled job of the issuer simulator', () => {
  const staged = () => {
    const issuer = { books: openBooks(undefined), clock: new VirtualClock(0, () => undefined) };
    for (const reference of ['first', 'second']) {
      const work = { kind: 'settle_transfer', reference } as const;
      issuer.books.jobs.put({ id: `job_${reference}`, dueAt: issuer.clock.now(), work });
    }
    const done: string[] = [];
    const printed: unknown[] = [];
    let isBroken = true;
    const run = (work: Work): void => {
      if (work.kind !== 'settle_transfer') throw new Error('no such job');
      issuer.books.facts.put({ id: work.reference, value: 1 });
      if (isBroken && work.reference === 'first') throw new Error('scripted');
      done.push(work.reference);
    };
    const pass = (ms: number): void => {
      issuer.clock.advance(ms);
      runDueJobs(issuer, run, (line) => printed.push(line));
    };
    return { issuer, done, printed, pass, mend: () => (isBroken = false) };
  };

  it('that throws leaves nothing behind, is printed, and lets the next one run', () => {
    const { issuer, done, printed, pass } = staged();
    pass(0);
    expect(done).toEqual(['second']);
    expect(issuer.books.facts.get('first')).toBeUndefined();
    expect(printed).toEqual(['issuer simulator: settle_transfer failed and runs again in 1 s']);
    issuer.books.close();
  });

  it('that throws runs again, later each time, until it succeeds; then it is gone', () => {
    const { issuer, done, printed, pass, mend } = staged();
    for (const ms of [0, 1_000, 2_000, 4_000]) pass(ms);
    expect(printed.at(-1)).toBe('issuer simulator: settle_transfer failed and runs again in 8 s');
    for (let hours = 0; hours < 20; hours += 1) pass(60 * 60_000);
    expect(printed.at(-1)).toBe('issuer simulator: settle_transfer failed and runs again in 3600 s');
    mend();
    pass(60 * 60_000);
    expect(done).toEqual(['second', 'first']);
    expect(issuer.books.jobs.count()).toBe(0);
    issuer.books.close();
  });
});
