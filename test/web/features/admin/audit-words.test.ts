import { expect, it } from 'vitest';
import { auditKinds } from '#shared/contract/audit.ts';
import { auditCsv, changesText, kindNames, shortId, type AuditEntry } from '#web/features/admin/audit-words.ts';

it('names every kind of record', () => {
  expect(Object.keys(kindNames).toSorted()).toEqual([...auditKinds].toSorted());
});

it.each([
  [{ isSuspended: false }, { isSuspended: true }, 'Suspended: no → yes'],
  [{}, { why: 'by-owner' }, 'Why: by owner'],
  [{ state: 'review', amountCents: 500 }, { state: 'review' }, 'Amount: $5.00, state: review'],
  [
    { creditedCents: 5_000 },
    { creditedCents: 15_000, state: 'paid_over' },
    'Credited: $50.00 → $150.00, state: paid over',
  ],
  [{}, { balanceCents: -150, isNewDevice: true }, 'Balance: −$1.50, new device: yes'],
  [{}, { id: 'usr_01JQ', email: 'a-b@example.com' }, 'Email: a-b@example.com, id: usr_01JQ'],
  [{}, {}, ''],
])('describes the change from %j to %j as %s', (before, after, text) => {
  expect(changesText({ before, after })).toBe(text);
});

it('shortens the ids of users only', () => {
  expect(shortId('usr_01JQ5V8W7N3K2M4P6R8T0V2X4Z')).toBe('…0V2X4Z');
  expect(shortId('command-line')).toBe('command-line');
});

it('exports records with formulas defused', () => {
  const entry: AuditEntry = {
    _id: 'aud_1',
    at: '2026-11-22T20:00:00.000Z',
    actor: 'usr_1',
    actorEmail: '=ada@example.com',
    kind: 'suspend',
    subject: 'usr_2',
    subjectEmail: null,
    about: null,
    reason: '=HYPERLINK("https://evil.example")',
    before: { isSuspended: false },
    after: { isSuspended: true },
    requestId: 'r-1',
  };
  const [, line] = auditCsv([entry]).split('\r\n');
  expect(line).toBe(
    `2026-11-22 20:00:00,suspend,usr_1,'=ada@example.com,usr_2,,,"'=HYPERLINK(""https://evil.example"")",isSuspended: false,isSuspended: true,r-1,aud_1`,
  );
});
