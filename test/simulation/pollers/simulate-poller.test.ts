import { describe, expect, it } from 'vitest';
import { usualTimeouts as issuerTimeouts } from '#functions/adapters/issuer/bridgecard/client.ts';
import { usualTimeouts as paymentTimeouts } from '#functions/adapters/payments/cryptomus/client.ts';
import { catchUpLimits } from '#functions/domain/cards/catch-up-cards.ts';
import { nextCatchUpAtMs } from '#functions/domain/cards/catch-up-schedule.ts';
import { depositPollerLimits } from '#functions/domain/deposits/poll-deposits.ts';
import { nextPollAtMs } from '#functions/domain/deposits/poll-schedule.ts';
import { dueShards } from '#functions/adapters/dynamo/table.ts';
import { testSeed } from '#test/support/test-seed.ts';
import { simulatePoller, type PollerFigures, type PollerScene } from './simulate-poller.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Number of people, spread over all shards. A tenth of a shard with a tenth of the parallel calls has the same queue.
 */
const people = 1_000_000;
const scale = 10;
const outage = { fromMs: hour, toMs: 2 * hour };

const cards: PollerScene = {
  items: people / dueShards / scale,
  // Twenty purchases and two loads a month.
  changesEveryMs: (30 * day) / 22,
  nextAtMs: (lastActivityAtMs, nowMs) => nextCatchUpAtMs({ lifecycle: 'open', lastActivityAtMs }, nowMs),
  callsOf: (changedAtMs, nowMs) => (nowMs - changedAtMs >= hour ? 2 : 1),
  callMs: 5_000,
  timeoutMs: issuerTimeouts.totalMs,
  outage,
  lastsMs: 5 * hour,
  limits: scaled(catchUpLimits),
  seed: testSeed,
};

const deposits: PollerScene = {
  items: people / dueShards / scale,
  changesEveryMs: 30 * day,
  nextAtMs: nextPollOfPaid,
  callsOf: () => 1,
  callMs: 5_000,
  timeoutMs: paymentTimeouts.totalMs,
  outage,
  lastsMs: 5 * hour,
  limits: scaled(depositPollerLimits),
  seed: testSeed,
};

/** Returns the next poll of a deposit that waits for 20 minutes, confirms for five, and is then watched for 14 days. */
function nextPollOfPaid(openedAtMs: number, nowMs: number): number | undefined {
  const stages = [
    ['waiting', openedAtMs],
    ['confirming', openedAtMs + 20 * minute],
    ['paid', openedAtMs + 25 * minute],
  ] as const;
  const index = stages.findLastIndex(([, fromMs]) => nowMs >= fromMs);
  const [state, updatedAtMs] = stages[index] ?? stages[0];
  const [, changesAtMs = Infinity] = stages[index + 1] ?? [];
  // A webhook about the next change comes before the next poll, and sets the turn after it.
  if (changesAtMs <= (nextPollAtMs({ state, updatedAtMs, invoiceExpiresAtMs: undefined }, nowMs) ?? Infinity))
    return changesAtMs === Infinity ? undefined : changesAtMs + minute;
  return nextPollAtMs({ state, updatedAtMs, invoiceExpiresAtMs: undefined }, nowMs);
}

function scaled(limits: PollerScene['limits']): PollerScene['limits'] {
  return { ...limits, atOnce: Math.floor(limits.atOnce / scale), window: Math.floor(limits.window / scale) };
}

/** Returns the deadlines that a poller misses, in words. */
function broken(figures: PollerFigures, { limits }: PollerScene): string[] {
  const { caughtUpAfterMs = Infinity } = figures;
  return [
    ...(figures.atOnce > limits.atOnce ? ['more calls at once than are stated'] : []),
    ...(figures.turns === 0 ? ['nothing was asked'] : []),
    ...(figures.overlaps > 0 ? ['a run began behind another'] : []),
    ...(figures.longestRunMs > 55_000 ? ['a run outlived its function'] : []),
    ...(figures.lateMs > 2 * minute ? ['one turn in a hundred was more than two minutes late'] : []),
    ...(figures.lateUrgentAfterOutageMs > 5 * minute ? ['what changed within the hour waited behind an outage'] : []),
    ...(caughtUpAfterMs > 2 * hour ? ['an outage of an hour was not made good in two'] : []),
  ];
}

describe.each([
  ['cards', cards],
  ['deposits', deposits],
])('the poller of a million people: %s, at five seconds a call and after an outage of an hour', (_name, scene) => {
  it('meets its deadlines', async () => {
    const figures = await simulatePoller(scene);
    expect(broken(figures, scene)).toEqual([]);
  });

  it('misses its deadlines with one call at a time, even for a tenth of the people', async () => {
    const serial = { ...scene, limits: { ...scene.limits, atOnce: 1 } };
    const figures = await simulatePoller(serial);
    expect(broken(figures, serial)).not.toEqual([]);
  });

  it('misses its deadlines if a run has no time limit', async () => {
    const endless = { ...scene, limits: { ...scene.limits, beginsForMs: 5 * minute } };
    expect(broken(await simulatePoller(endless), endless)).toContain('a run began behind another');
  });
});
