import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { routes, type Route } from '#shared/contract/index.ts';
import { staffRoles, type StaffRole } from '#shared/contract/staff.ts';
import { findEntries } from '#web/app/find-entries.ts';
import { closedTo } from '#web/lib/staff-facts.ts';
import { mayCall } from '#web/session/use-may.ts';

const features = path.resolve(import.meta.dirname, '../../../web/features');

/** Files whose content another file shows only to a role that may use it. */
const shownBy: Readonly<Record<string, string>> = {
  'admin/factor-reset-panel.tsx': 'admin/user-page.tsx',
  'admin/propose-adjustment.tsx': 'admin/user-page.tsx',
  'admin/user-access.tsx': 'admin/user-page.tsx',
  'books/books-screen.tsx': 'desk/desk-page.tsx',
  'books/enter-move.tsx': 'desk/desk-page.tsx',
};

/** Pages with an address of their own: a role that may not read one sees the refusal, and no link leads there. */
const refusedInPlace: readonly string[] = ['float/float-page.tsx'];

/** The roles among the staff that may call a route, or undefined for one that is not for staff alone. */
const staffOf = (id: string): readonly StaffRole[] | undefined => (routes as Record<string, Route>)[id]?.staff;

const textOf = (file: string): string => readFileSync(path.join(features, file), 'utf8');
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, id = '']) => id);

it('lists the routes that each role among the staff may not call', () => {
  expect(closedTo.admin).toEqual([]);
  expect(closedTo.finance).toContain('admin.suspend');
  expect(closedTo.finance).not.toContain('admin.float');
  for (const id of ['admin.suspend', 'admin.float', 'admin.take-break']) expect(closedTo.support).toContain(id);
  expect(closedTo.support).not.toContain('admin.answer-case');
});

it('lets a role of a later API call nothing that is for staff', () => {
  expect(mayCall('auditor' as 'support', 'admin.float')).toBe(false);
  expect(mayCall(undefined, 'admin.float')).toBe(false);
  expect(mayCall('admin', 'admin.float')).toBe(true);
});

it('stands before every call of the site that some role among the staff may not make', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const calls = files.flatMap((file) =>
    found(textOf(file), /use(?:Write|Read|List)\(\s*'([\w.-]+)'/g)
      .filter((id) => (staffOf(id)?.length ?? staffRoles.length) < staffRoles.length)
      .map((id) => ({ file, id })),
  );
  expect(calls.length).toBeGreaterThan(15);
  const ungated = calls.filter(({ file, id }) => {
    const text = textOf(file) + (shownBy[file] === undefined ? '' : textOf(shownBy[file]));
    const gates = found(text, /(?:useMay\('|\broute=")([\w.-]+)/g);
    return !refusedInPlace.includes(file) && !gates.some((gate) => String(staffOf(gate)) === String(staffOf(id)));
  });
  expect(ungated).toEqual([]);
});

it('agrees with the places that the palette offers to each role among the staff', () => {
  const needs = [
    ['Books', 'admin.daily-report'],
    ['Float', 'admin.float'],
    ['Platform Settings', 'admin.settings'],
  ] as const;
  for (const staffRole of staffRoles) {
    const entries = findEntries({ role: 'admin', staffRole, cards: [], subscriptions: [], merchants: [] }, '');
    const offered = entries.map(({ label }) => label);
    expect(offered).toContain('Desk');
    for (const [label, id] of needs)
      expect([staffRole, label, offered.includes(label)]).toEqual([staffRole, label, staffOf(id)?.includes(staffRole)]);
  }
});
