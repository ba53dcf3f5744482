import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginIntent, endIntent, intentScope, isUnsettled, loseIntent, openIntent } from '#web/lib/intents.ts';
import { forgetTab, keepFor, keepInTab, keptInTab } from '#web/lib/kept-in-tab.ts';

const load = { params: { id: 'crd_1' }, body: { amount: 500 } };
const scope = intentScope('cards.load', load);

beforeEach(() => {
  const kept = new Map<string, string>();
  // Like a browser's storage, whose keys are its own properties.
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      kept.set(key, value);
      Object.assign(storage, { [key]: value });
    },
    removeItem(key: string) {
      kept.delete(key);
      Reflect.deleteProperty(storage, key);
    },
  };
  vi.stubGlobal('sessionStorage', storage);
  keepFor('usr_1');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the key of an intent', () => {
  it('is stored before anything is sent, and kept for the same input while its outcome is not known', () => {
    const { key } = beginIntent(scope, load);
    expect(openIntent(scope)).toMatchObject({ key });
    expect(beginIntent(scope, load).key).toBe(key);
  });

  it('differs for another input and for another card', () => {
    const { key } = beginIntent(scope, load);
    expect(beginIntent(scope, { ...load, body: { amount: 600 } }).key).not.toBe(key);
    const other = intentScope('cards.load', { params: { id: 'crd_2' } });
    expect(other).not.toBe(scope);
    expect(openIntent(other)).toBeUndefined();
  });

  it('differs for another person whom the body names, by the scope that a form asks for', () => {
    const proposed = intentScope('admin.propose-adjustment', { body: { userId: 'usr_1', amount: 500 } });
    expect(proposed).toBe('admin.propose-adjustment usr_1');
    expect(proposed).not.toBe(intentScope('admin.propose-adjustment', { body: { userId: 'usr_2', amount: 500 } }));
  });

  it('is given up once the outcome is known', () => {
    const { key } = beginIntent(scope, load);
    endIntent(scope);
    expect(openIntent(scope)).toBeUndefined();
    expect(beginIntent(scope, load).key).not.toBe(key);
  });

  it('is kept for a second try when the request never arrived, and is asked about no more', () => {
    const { key } = beginIntent(scope, load);
    expect(isUnsettled(scope)).toBe(true);
    loseIntent(scope);
    expect(openIntent(scope)).toMatchObject({ key, isLost: true });
    expect(isUnsettled(scope)).toBe(false);
    const again = beginIntent(scope, load);
    expect(again.key).toBe(key);
    expect(openIntent(scope)?.isLost).toBeUndefined();
    expect(isUnsettled(scope)).toBe(true);
  });

  it('is stored without the 3DS code, and is the same for any code', () => {
    // Neither the time nor the random key may hold these digits by chance.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
    const create = (pin: number) => ({ body: { name: 'Trips', pin } });
    const { key, input } = beginIntent('cards.create', create(4826));
    expect(input).toBe('{"body":{"name":"Trips"}}');
    expect(beginIntent('cards.create', create(4827)).key).toBe(key);
    expect(JSON.stringify(sessionStorage).replaceAll(key, '')).not.toMatch(/482[67]/);
  });

  it('belongs to one person, and is asked about for a day', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    beginIntent(scope, load);
    keepFor('usr_2');
    expect(openIntent(scope)).toBeUndefined();
    keepFor('usr_1');
    vi.setSystemTime(Date.now() + 23 * 3_600_000);
    expect(openIntent(scope)).toBeDefined();
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    expect(openIntent(scope)).toBeUndefined();
  });
});

describe('the kept state of a tab', () => {
  it('is removed at the sign-out but for what another person typed, and nothing more is kept', () => {
    keepInTab('a', 1);
    keepFor('usr_2');
    keepInTab('b', 2);
    sessionStorage.setItem('another', 'stays');
    forgetTab();
    keepInTab('c', 3);
    expect(keptInTab('c')).toBeUndefined();
    expect(sessionStorage.getItem('another')).toBe('stays');
    expect(JSON.stringify(sessionStorage)).not.toContain('usr_2');
    keepFor('usr_1');
    expect(keptInTab('a')).toBe(1);
  });

  it('is nothing where there is no storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(() => keepInTab('a', 1)).not.toThrow();
    expect(keptInTab('a')).toBeUndefined();
    expect(() => forgetTab()).not.toThrow();
  });
});
