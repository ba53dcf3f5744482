import vm from 'node:vm';
import { expect, it } from 'vitest';
import { cents, formatCents } from '#shared/money.ts';
import { outlineScript, outlineTemplates, usedStyles } from '#web/build/page-outlines.ts';
import { greet } from '#web/features/dashboard/greeting.ts';
import { hintKey, roleKey } from '#web/lib/session-hint.ts';
import { moneyText } from '#web/ui/money.tsx';

type Role = 'user' | 'admin';
const outlines = [
  { start: '/dashboard', role: 'user' },
  { start: '/dashboard', role: 'admin' },
  { start: '/cards/', role: 'user' },
  { start: '/users', role: 'admin' },
] as const;

/** Runs the script at an address. Returns the outline that it drew, and the texts in its gaps once all is answered. */
async function drawnAt(
  pathname: string,
  { noted, signedIn = true, hour = 9 }: { noted?: Role; signedIn?: boolean; hour?: number },
  replies: Readonly<Record<string, object | undefined>> = {},
) {
  const gaps: Record<string, { textContent?: string }> = { greeting: {}, balance: {}, spent: {}, ofMonth: {} };
  let shown: string | undefined;
  const place = {
    append: (content: string) => (shown = content),
    remove: () => (shown = undefined),
    querySelector: () => (shown === '/users admin' ? null : gaps['greeting']),
    querySelectorAll: (selector: string) => [gaps[/data-fact=(\w+)/.exec(selector)?.[1] ?? ''] ?? {}],
  };
  const templates = outlines.map(({ start, role }) => ({ dataset: { start, role }, content: `${start} ${role}` }));
  const kept = new Map<string, string>();
  if (signedIn) kept.set(hintKey, 'usr_1');
  if (noted) kept.set(roleKey, noted);
  const earlyReads = Object.fromEntries(
    Object.entries(replies).map(([url, said]) => [
      url,
      Promise.resolve(said && { ok: true, clone: () => ({ json: async () => said }) }),
    ]),
  );
  class Now extends Date {
    override getHours() {
      return hour;
    }
  }
  const window: { readonly earlyReads: object; readonly outlined?: Promise<unknown> } = {
    earlyReads: { '/api/user': Promise.resolve(undefined), ...earlyReads },
  };
  vm.runInNewContext(outlineScript, {
    document: { querySelector: () => place, querySelectorAll: () => templates },
    window,
    location: { pathname },
    localStorage: { getItem: (key: string) => kept.get(key) ?? null },
    Date: Now,
  });
  await new Promise((resolve) => setTimeout(resolve));
  const [greeting, balance, spent, ofMonth] = Object.values(gaps).map(({ textContent }) => textContent);
  const month = spent && `${spent}${ofMonth}`;
  return { shown, greeting, balance, month, isAwaited: window.outlined !== undefined };
}

it('draws the outline of the page for the role that is noted, and none for a guest or a page without one', async () => {
  expect((await drawnAt('/dashboard', { noted: 'user' })).shown).toBe('/dashboard user');
  expect((await drawnAt('/dashboard', { noted: 'admin' })).shown).toBe('/dashboard admin');
  expect((await drawnAt('/cards/crd_1', { noted: 'user' })).shown).toBe('/cards/ user');
  expect((await drawnAt('/users', { noted: 'admin' })).shown).toBe('/users admin');
  expect((await drawnAt('/users', { noted: 'user' })).shown).toBeUndefined();
  expect((await drawnAt('/users/usr_1', { noted: 'admin' })).shown).toBeUndefined();
  expect((await drawnAt('/dashboard', {})).shown).toBeUndefined();
  expect((await drawnAt('/dashboard', { noted: 'user', signedIn: false })).shown).toBeUndefined();
});

it('fills in no fact before the API has answered', async () => {
  const before = await drawnAt('/dashboard', { noted: 'user' });
  expect(before).toEqual({ shown: '/dashboard user', isAwaited: true });
});

it.each([0, 4, 5, 11, 12, 17, 18, 23])(
  'greets as the dashboard does at %d, and writes sums as it does',
  async (hour) => {
    for (const [firstname, balance] of [
      ['Ada', 123_456],
      [' ', 0],
      ['Bo ', -705],
    ] as const) {
      const said = { '/api/user': { role: 'user', firstname, balance } };
      const now = new Date(2026, 0, 5, hour);
      expect(await drawnAt('/dashboard', { noted: 'user', hour }, said)).toEqual({
        shown: '/dashboard user',
        greeting: greet(firstname, now),
        balance: moneyText(balance),
        isAwaited: true,
      });
    }
  },
);

it('removes the outline as soon as the person turns out to have another role', async () => {
  const said = { '/api/user': { role: 'admin', firstname: 'Ada', balance: 0 } };
  expect((await drawnAt('/dashboard', { noted: 'user' }, said)).shown).toBeUndefined();
});

const limits = { spentThisMonth: 5_844, monthlySpend: 1_000_000 };

it('writes a card’s balance and month on its page, and nothing for a deleted card', async () => {
  const read = (status: string) => ({ '/api/cards/crd_1/public': { status, balance: 4_656, limits } });
  expect(await drawnAt('/cards/crd_1', { noted: 'user' }, read('active'))).toMatchObject({
    balance: '$46.56',
    month: `${formatCents(cents(5_844))} of ${formatCents(cents(1_000_000))} spent this month`,
  });
  expect(await drawnAt('/cards/crd_1', { noted: 'user' }, read('deleted'))).toEqual({
    shown: '/cards/ user',
    isAwaited: true,
  });
});

it('delays no script for an outline without facts to fill in', async () => {
  expect(await drawnAt('/users', { noted: 'admin' })).toEqual({ shown: '/users admin', isAwaited: false });
  expect((await drawnAt('/dashboard', {})).isAwaited).toBe(false);
});

it.each(['user first', 'card first'])(
  'never writes the balance of the account on the page of a card: %s',
  async (order) => {
    const user = { '/api/user': { role: 'user', firstname: 'Ada', balance: 12_600 } };
    const of = { '/api/cards/crd_1/public': { status: 'active', balance: 4_656, limits } };
    const replies = order === 'user first' ? { ...user, ...of } : { ...of, ...user };
    expect(await drawnAt('/cards/crd_1', { noted: 'user' }, replies)).toMatchObject({ balance: '$46.56' });
    expect((await drawnAt('/cards/crd_1', { noted: 'user' }, user)).balance).toBeUndefined();
  },
);

it('brings the styles that an outline needs, and no others', async () => {
  const html = '<div class="page_a"><p class="sum_a">…</p></div>';
  const css = [
    '.page_a{display:grid}.page_a,.gone_a{gap:1px}.gone_a>.sum_a{color:red}',
    '@media (width<=480px){.sum_a{font-size:2rem}.gone_a{margin:0}}@media print{.gone_a{margin:0}}',
    '@keyframes pulse{50%{opacity:.5}}.page_a:has(>[aria-busy=true],>.sum_a){margin:.5rem}',
  ].join('');
  const used = [
    '.page_a{display:grid}.page_a{gap:1px}@media (width<=480px){.sum_a{font-size:2rem}}',
    '.page_a:has(>[aria-busy=true],>.sum_a){margin:.5rem}',
  ].join('');
  expect(usedStyles(css, html)).toBe(used);
  expect(await outlineTemplates([{ start: '/x', role: 'user', html, module: 'x.tsx' }], async () => css)).toBe(
    `<template data-start="/x" data-role="user"><style>${used}</style>${html}</template>`,
  );
  expect(() => usedStyles('.page_a{', html)).toThrow('has no end');
});
