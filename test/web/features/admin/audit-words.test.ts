import { expect, it } from 'vitest';
import { auditKinds } from '#shared/contract/audit.ts';
import {
  auditCsv,
  changesText,
  kindNames,
  partyHint,
  partyOf,
  shortId,
  type AuditEntry,
} from '#web/features/admin/audit-words.ts';

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
  [{}, { direction: 'debit', amountCents: 500 }, 'Amount: $5.00, direction: taken from the balance'],
  [{ load: true }, { load: false }, 'Loads: on → off'],
  [{ emailHash: 'k3J9x' }, { emailHash: 'pQ2zz' }, 'Email: changed'],
  [
    { pricesToCome: '' },
    { pricesToCome: '2 from 2026-12-01T00:00:00.000Z: card $15.00; 3 from 2027-01-01T00:00:00.000Z: card $16.00' },
    'Prices to come: none → version 2 from Dec 1, 2026, 12:00 AM UTC: card $15.00; version 3 from Jan 1, 2027, 12:00 AM UTC: card $16.00',
  ],
  [{}, { endsAtMs: Date.UTC(2026, 11, 1) }, 'Ends: Dec 1, 2026, 12:00 AM UTC'],
  [{}, {}, ''],
])('describes the change from %j to %j as %s', (before, after, text) => {
  expect(changesText({ before, after })).toBe(text);
});

it('shows the outcome of an operation as the state that it ended in, and not that of a proposal', () => {
  const change = { before: { state: 'review' }, after: { outcome: 'never', movedCents: 0 } };
  const ended = 'Moved: $0.00, state: review → it never happened';
  expect(changesText({ ...change, kind: 'operation-ended' })).toBe(ended);
  expect(changesText({ ...change, kind: 'decide-operation' })).toBe(ended);
  expect(changesText({ ...change, kind: 'propose-operation-decision' })).toContain('outcome: it never happened');
});

it('takes the party of a filter by its whole name or id, or the only one found', () => {
  const [ada, adam] = [
    { id: 'usr_1', name: 'ada@example.test' },
    { id: 'usr_2', name: 'ada@example.test.org' },
  ] as const;
  expect(partyOf('4242', [ada])).toBe(ada);
  expect(partyOf('ada', [ada, adam])).toBeUndefined();
  expect(partyOf(' Ada@example.test ', [ada, adam])).toBe(ada);
  expect(partyOf('usr_2', [ada, adam])).toBe(adam);
  expect(partyHint('4242', [ada])).toBe('Press Enter for ada@example.test.');
  expect(partyHint('ada', [ada, adam])).toBe('ada@example.test, ada@example.test.org. Type more to choose one.');
  expect(partyHint('', [])).toBe('Email, name, TID or last four digits.');
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
