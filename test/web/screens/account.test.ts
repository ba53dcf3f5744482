import { createElement, Fragment, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#shared/contract/index.ts';
import { cents } from '#shared/money.ts';
import {
  address,
  button,
  buttons,
  changes,
  field,
  hide,
  linkTo,
  press,
  readsOf,
  refusal,
  show,
  textOf,
  texts,
  type,
} from '#test/support/screen.ts';
import { replies, user } from '#test/support/screens/account-replies.ts';
import { AccountNotices } from '#web/app/account-notices.tsx';
import { CasePage } from '#web/features/cases/case-page.tsx';
import { CasesPage } from '#web/features/cases/cases-page.tsx';
import { ReportDialog } from '#web/features/cases/report-payment.tsx';
import { CloseAccountPanel } from '#web/features/closing/close-account-panel.tsx';
import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx';
import { forgetTab, keepFor, keepInTab, keptInTab } from '#web/lib/kept-in-tab.ts';
import { keepDrafts } from '#web/lib/use-draft.ts';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
afterEach(hide);

describe('closing an account', () => {
  it('gives up the rest by its sum, and says why it was refused', async () => {
    await show(
      CloseAccountPanel,
      { user },
      { ...replies, 'POST /user/close': refusal(422, 'BalanceLeft', 'Your balance has changed.') },
    );
    await press('Close account');
    // Return, pressed once too often, closes no account.
    expect(globalThis.document.activeElement).toBe(button('Keep account'));
    expect(textOf()).toContain('You give up your balance of $15.00.');
    const before = readsOf('/user');
    await press('Give up $15.00 and close');
    expect(changes()[0]?.body).toEqual({ waiveCents: 1_500 });
    expect(texts()).toContain('The account was not closed');
    expect(texts()).toContain('Your balance has changed.');
    expect(readsOf('/cards')).toBe(2);
    expect(before).toBe(0);
  });

  it('leaves nothing in this tab that was typed', async () => {
    keepFor(user._id);
    keepInTab('draft.message', ['They charged me twice.', Date.now()]);
    await show(CloseAccountPanel, { user }, { ...replies, 'POST /user/close': { closedAt: at, returnUntil: at } });
    await press('Close account');
    await press('Give up $15.00 and close');
    keepFor(user._id);
    expect(keptInTab('draft.message')).toBeUndefined();
    keepFor(undefined);
  });
});

describe('notifications', () => {
  it('are marked as read up to the newest', async () => {
    const one = (id: string) => ({
      _id: id,
      kind: 'purchase',
      title: id,
      body: '',
      link: null,
      createdAt: at,
      readAt: null,
    });
    await show(
      NotificationsPage,
      {},
      {
        ...replies,
        'GET /notifications': [one('ntf_2'), one('ntf_1')],
        'POST /notifications/read': { unread: 0 },
      },
    );
    expect(changes()[0]?.body).toEqual({ through: 'ntf_2' });
    expect(buttons('Show older')).toHaveLength(0);
    const link = new Response(JSON.stringify([one('ntf_2')]), {
      headers: { link: '</api/notifications?cursor=x>; rel="next"' },
    });
    await show(
      NotificationsPage,
      {},
      { ...replies, 'GET /notifications': link, 'POST /notifications/read': { unread: 0 } },
    );
    expect(buttons('Show older')).toHaveLength(1);
  });

  it('are new at the first look only', async () => {
    const row = { _id: 'ntf_1', kind: 'purchase', title: 'A', body: '', link: null, createdAt: at, readAt: null };
    function Visits() {
      const [isThere, setThere] = useState(true);
      return createElement(
        Fragment,
        null,
        createElement('button', { onClick: () => setThere(!isThere) }, 'Go'),
        isThere && createElement(NotificationsPage),
      );
    }
    await show(Visits, {}, { ...replies, 'GET /notifications': [row], 'POST /notifications/read': { unread: 0 } });
    expect(textOf()).toContain('New: A');
    await press('Go');
    await press('Go');
    expect(textOf()).toContain('A');
    expect(textOf()).not.toContain('New: A');
  });
});

describe('a reported payment', () => {
  const file: ReplyOf<'cases.read'> = {
    _id: 'cas_1',
    state: 'answered',
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
    messages: [
      { from: 'cardholder', text: 'Not mine.', at },
      { from: 'support', text: 'We ask.', at },
    ],
  };
  const page = (shown: typeof file, reply: unknown = shown) =>
    show(CasePage, {}, { ...replies, 'GET /cases/cas_1': shown, 'POST /cases/cas_1/messages': reply }, '/cases/cas_1');

  it('names who wrote what, and what came back', async () => {
    await page(file);
    expect(textOf()).toContain('$2.00 refunded');
    expect(texts().find((text) => text.startsWith('You ·'))).toContain('Not mine.');
    expect(texts().find((text) => text.startsWith('Satchel ·'))).toContain('We ask.');
    expect(textOf()).not.toContain('A message opens the case again.');
    await page({ ...file, state: 'closed', closedBy: 'support' });
    expect(textOf()).toContain('A message opens the case again.');
  });

  it('takes a message, empties the field, and says why one was not sent', async () => {
    await page(file);
    await type('Your message', 'And now?');
    await press('Send');
    expect(field('Your message').value).toBe('');
    await page(file, refusal(422, 'TooManyMessages', 'That is too much for today.'));
    await type('Your message', 'And now?');
    await press('Send');
    expect(texts()).toContain('The message was not sent');
    expect(field('Your message').value).toBe('And now?');
  });

  it('keeps the text of a message and of a report over the end of a session', async () => {
    keepFor('usr_1');
    const payment = { of: 'card', kind: 'purchase', state: 'completed', card: file.card, reference: 'ref_1' } as const;
    const report = () => show(ReportDialog, { payment, onClose: nothing }, replies);
    for (const [label, open] of [
      ['Your message', () => page(file)],
      ['Tell us more', report],
    ] as const) {
      await open();
      await type(label, 'A long story.');
      keepDrafts();
      await open();
      expect(field(label).value).toBe('A long story.');
    }
    forgetTab();
  });

  it('is in the list by its own address', async () => {
    await show(CasesPage, {}, { ...replies, 'GET /cases': [file] });
    expect(linkTo('Corner Coffee')).toBe('/cases/cas_1');
  });

  it('is reported for what can be wrong with it, and says why it was refused', async () => {
    const payment = { of: 'card', kind: 'purchase', state: 'completed', card: file.card, reference: 'ref_1' } as const;
    const onClose = vi.fn();
    await show(
      ReportDialog,
      { payment, onClose },
      {
        ...replies,
        'POST /cards/crd_1/transactions/ref_1/report': refusal(422, 'TooManyCases', 'You have ten open reports.'),
      },
    );
    await type('Reason', 'not_mine');
    expect(buttons('Freeze card and report')).toHaveLength(1);
    await type('Reason', 'duplicate');
    await type('Tell us more', 'Twice.');
    document.querySelector('dialog')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
    await press('Report');
    expect(changes()[0]?.body).toEqual({ reason: 'duplicate', text: 'Twice.' });
    expect(texts()).toContain('You have ten open reports.');
    await show(ReportDialog, { payment: { ...payment, state: 'declined' }, onClose: nothing }, replies);
    expect(textOf(field('Reason'))).toBe('I didn’t make this payment');
  });
});

describe('the notices of an account', () => {
  it('say what is wrong with its mails, and are gone once the terms are accepted', async () => {
    await show(
      AccountNotices,
      { user: { ...user, mailReturned: 'complaint', termsDue: '2026-11-22' } },
      { ...replies, 'POST /user/terms': user },
    );
    expect(textOf()).toContain('An email to dana@example.com was marked as spam.');
    await press('I accept the terms');
    expect(changes()[0]?.body).toEqual({ version: '2026-11-22' });
    expect(address()).toBe('/');
  });
});
