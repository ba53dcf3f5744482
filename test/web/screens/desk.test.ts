import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#shared/contract/index.ts';
import { cents } from '#shared/money.ts';
import {
  buttons,
  changes,
  describing,
  hide,
  linkTo,
  press,
  refusal,
  show,
  term,
  textOf,
  texts,
  type,
} from '#test/support/screen.ts';
import { person, replies, support } from '#test/support/screens/desk-replies.ts';
import { DeadLetters } from '#web/features/desk/dead-letters.tsx';
import { DeskPage } from '#web/features/desk/desk-page.tsx';
import { OpenBreaks } from '#web/features/desk/open-breaks.tsx';
import { OpenCases } from '#web/features/desk/open-cases.tsx';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
afterEach(() => {
  vi.useRealTimers();
  hide();
});

const breakTicket = {
  ...person,
  _id: 'tkt_1',
  class: 'AMOUNT',
  part: 'issuer',
  subject: 'crd_1',
  cents: 250,
  proposal: 'Look.',
  evidence: {},
  takenBy: 'usr_other',
  takenByEmail: 'eve@example.com',
  existsSince: at,
  since: at,
  seenCount: 1,
  seenAt: at,
};

describe('the lists of the desk', () => {
  it('are those that the role may read, with the number that waits', async () => {
    const waiting = { count: 2, oldestAt: at };
    const desk = Object.fromEntries(
      ['deposits', 'operations', 'breaks', 'deadLetters', 'cases', 'adjustments', 'treasury'].map((kind) => [
        kind,
        waiting,
      ]),
    );
    await show(DeskPage, {}, { ...replies, 'GET /admin/desk': desk, 'GET /admin/deposits': [] });
    expect(globalThis.document.title).toBe('Desk (14) · Satchel');
    expect(buttons('Payouts and top-ups (2)')).toHaveLength(1);
    expect(linkTo('Float')).toBe('/admin/float');
    await show(DeskPage, {}, { ...support, 'GET /admin/desk': desk, 'GET /admin/deposits': [] });
    expect(buttons(/^Payouts/)).toHaveLength(0);
    expect(texts()).not.toContain('Float');
    expect(texts()).not.toContain('Books');
  });

  it.each([
    ['deposits', '/admin/deposits'],
    ['operations', '/admin/operations'],
    ['breaks', '/admin/breaks'],
    ['cases', '/admin/cases?state=waiting'],
    ['adjustments', '/admin/adjustments?state=waiting'],
    ['treasury', '/admin/treasury'],
    ['deadLetters', '/admin/dead-letters'],
  ])('of %s are read again by themselves, with the counts', async (kind, path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 10 });
    const [desk, list] = [vi.fn(() => ({})), vi.fn(() => [])];
    const read = { 'GET /admin/adjustments': [], 'GET /admin/desk': desk, [`GET ${path}`]: list };
    await show(DeskPage, {}, { ...replies, ...read }, `/admin/desk?list=${kind}`);
    expect([desk, list].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect([desk, list].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it('mark what the first of two admins has decided, and show what was received', async () => {
    const waiting: ReplyOf<'admin.deposits'>[number] = {
      ...person,
      _id: 'dep_1',
      amount: cents(1_000),
      credited: cents(0),
      frozen: cents(0),
      surplus: cents(0),
      refused: cents(0),
      currency: 'USDT',
      received: { amount: '60.00', coin: 'USDT' },
      status: 'paid_over',
      why: 'more came',
      since: at,
      proposal: null,
    };
    await show(DeskPage, {}, { ...replies, 'GET /admin/deposits': [waiting] });
    expect(texts()).toContain('60.00 USDT received');
    expect(textOf()).not.toContain('Needs a second admin');
    const proposal = { credit: cents(1), by: 'usr_other', byEmail: null, reason: null } as const;
    await show(DeskPage, {}, { ...replies, 'GET /admin/deposits': [{ ...waiting, proposal }] });
    expect(textOf()).toContain('Needs a second admin');
  });

  it('take a break over from the one who has it', async () => {
    await show(
      OpenBreaks,
      { open: 'tkt_1', onOpen: nothing, onClose: nothing },
      {
        ...replies,
        'GET /admin/breaks': [breakTicket],
        'POST /admin/breaks/tkt_1/take': breakTicket,
      },
    );
    await press('Take Over from eve@example.com');
    expect(changes()[0]?.body).toEqual({ from: 'usr_other' });
  });

  it('call a break’s amount too much or too little only where two sides differ', async () => {
    const open = (each: object) =>
      show(
        OpenBreaks,
        { open: 'tkt_1', onOpen: nothing, onClose: nothing },
        { ...replies, 'GET /admin/breaks': [each] },
      );
    await open({ ...breakTicket, cents: -250 });
    expect(term('Difference')).toBe('$2.50 too little');
    await open({ ...breakTicket, part: 'liveness', class: 'STUCK', cents: 250 });
    expect(textOf()).not.toMatch(/too (much|little)/);
  });

  it('say of a message that was set aside whether it was worked on', async () => {
    const sample = [
      { eventId: 'evt_1', sentAt: at, processedAt: null },
      { eventId: 'evt_2', sentAt: at, processedAt: at },
    ];
    await show(
      DeadLetters,
      {},
      { ...replies, 'GET /admin/dead-letters': [{ queue: 'payment-events', count: 2, sample }] },
    );
    expect(term('evt_1')).toContain('not worked on');
    expect(term('evt_2')).toContain('worked on since');
  });
});

describe('a case on the desk', () => {
  const file: ReplyOf<'admin.case'> = {
    _id: 'cas_1',
    state: 'waiting',
    reason: 'not_mine',
    card: { _id: 'crd_1', name: 'Travel', last4Digits: '1111' },
    reference: 'ref_1',
    merchant: 'Corner Coffee',
    amount: cents(500),
    refunded: cents(200),
    paidAt: at,
    closedBy: null,
    closingReason: null,
    createdAt: at,
    since: at,
    user: 'usr_ann',
    userEmail: 'ann@example.com',
    messages: [
      { from: 'cardholder', text: 'Not mine.', at, by: null },
      { from: 'support', text: 'We ask.', at, by: 'boss@example.com' },
    ],
  };

  it('names who wrote what, and refuses a reply at its field', async () => {
    await show(
      OpenCases,
      { open: 'cas_1', onOpen: nothing, onClose: nothing },
      {
        ...replies,
        'GET /admin/cases': [],
        'GET /admin/cases/cas_1': file,
        'POST /admin/cases/cas_1/messages': refusal(400, 'ValidationFailed', 'No.', {
          fields: { text: 'is too long' },
        }),
      },
    );
    expect(term('Refunded')).toBe('$2.00');
    expect(texts().find((text) => text.startsWith('Cardholder ·'))).toContain('Not mine.');
    expect(texts().find((text) => text.startsWith('Satchel (boss@example.com) ·'))).toContain('We ask.');
    await type('Decision', 'reply');
    await type('Reply', 'Hello.');
    await press('Send');
    expect(changes()[0]?.body).toEqual({ text: 'Hello.', seenMessages: 2 });
    expect(describing('Reply')).toContain('This is too long.');
  });
});
