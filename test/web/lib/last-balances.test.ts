import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { call } from '#web/lib/api.ts';
import { keepLastBalances, lastBalances } from '#web/lib/last-balances.ts';
import { noteSession } from '#web/lib/session-hint.ts';
import { reportSessionLoss } from '#web/lib/session-loss.ts';

const now = Date.parse('2026-11-23T10:00:00.000Z');
const kept = new Map<string, string>();
const balances = {
  owner: 'usr_1',
  readAtMs: now,
  balance: 2_750,
  cards: [{ name: 'Travel', last4Digits: '4242', balance: 500 }],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  noteSession('usr_1');
  keepLastBalances(balances);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const isKept = () => [...kept.values()].some((value) => value.includes('4242'));

it('balances are shown to the person whose session it is, also after that person was read again', () => {
  noteSession('usr_1');
  expect(lastBalances()).toEqual(balances);
});

it.each([
  ['the person signs out', () => noteSession('signed-out')],
  ['the session cannot be renewed', () => noteSession(false)],
  ['another person signs in', () => noteSession('usr_2')],
  ['the account is suspended', () => reportSessionLoss('suspended')],
  ['the session ends', () => reportSessionLoss('ended')],
])('balances are gone once %s', (_what, end) => {
  end();
  expect(isKept()).toBe(false);
  expect(lastBalances()).toBeUndefined();
});

it('balances are gone once a call is refused because the account is suspended', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'AccountSuspended', message: 'No.' }, { status: 403 }));
  await call('user.read').catch(() => undefined);
  expect(isKept()).toBe(false);
});

it('balances are not kept by a page that has not noticed the end of the session', () => {
  noteSession('signed-out');
  keepLastBalances(balances);
  expect(isKept()).toBe(false);
  noteSession('usr_2');
  keepLastBalances(balances);
  expect(isKept()).toBe(false);
});

it('balances are not shown to a person who signed in through an older version of the site', () => {
  kept.set('satchel.signed-in', 'usr_2');
  expect(lastBalances()).toBeUndefined();
  expect(isKept()).toBe(false);
});

it('balances are neither shown nor kept for longer than a session lives', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: now + 30 * 24 * 60 * 60_000 });
  expect(lastBalances()).toBeUndefined();
  expect(isKept()).toBe(false);
});

it('no balances are kept or shown without storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('no storage');
    },
  });
  expect(() => keepLastBalances(balances)).not.toThrow();
  expect(lastBalances()).toBeUndefined();
});
