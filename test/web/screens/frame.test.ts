import { createElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  address,
  button,
  buttons,
  changes,
  describing,
  field,
  hide,
  linkTo,
  press,
  readsOf,
  refusal,
  settle,
  show,
  textOf,
  texts,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { AppLayout } from '#web/app/app-layout.tsx';
import { CommandPalette } from '#web/app/command-palette.tsx';
import { ProofForm } from '#web/app/proof-form.tsx';
import { ProofDialog } from '#web/app/proof-dialog.tsx';
import { RoleGuard } from '#web/app/role-guard.tsx';
import { ServiceStatus } from '#web/app/service-status.tsx';
import { ThemeToggle } from '#web/app/theme-toggle.tsx';
import { UserFailure } from '#web/app/user-failure.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { keepFor, keepInTab } from '#web/lib/kept-in-tab.ts';
import { askForProof } from '#web/lib/proof-of-presence.ts';
import { readSettings, useRead, useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { usePoll } from '#web/lib/use-poll.ts';
import { Redirect } from '#web/navigation/router.tsx';
import { limits } from '#shared/limits.ts';
import { Bell } from '#web/features/notifications/bell.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { MoneyField, PasswordField, Switch, TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import { DataTable } from '#web/ui/table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';
import { sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const user = { ...sampleUser, balance: 0, held: 0 };
const replies: Replies = {
  'GET /user': user,
  'GET /notifications/unread': { unread: 0 },
  'GET /status': { parts: [] },
};

afterEach(() => {
  vi.useRealTimers();
  hide();
});

describe('the outcome of an earlier request', () => {
  const outcome = (earlier: object, more: object = {}) =>
    show(WriteOutcome, {
      write: {
        checking: false,
        error: undefined,
        earlier: { message: null, operation: null, input: '', ...earlier } as never,
        ...more,
      },
      refused: 'The card was not loaded',
      checking: 'Checking…',
    });
  const operation = { amount: 1_000, status: 'completed', reason: null };

  it('is said as it was: never sent, refused, failed, under way or done', async () => {
    await outcome({ outcome: 'none' });
    expect(texts()).toContain('Your earlier request was never sent');
    await outcome({ outcome: 'refused', message: 'Too much.' });
    expect(texts()).toEqual(expect.arrayContaining(['The card was not loaded', 'Too much.']));
    await outcome({
      outcome: 'taken',
      operation: { ...operation, status: 'failed', reason: 'The issuer refused it.' },
    });
    expect(texts()).toEqual(expect.arrayContaining(['The card was not loaded', 'The issuer refused it.']));
    await outcome({ outcome: 'taken', operation: { ...operation, status: 'pending' } });
    expect(texts()).toContain('Your earlier request is under way ($10.00)');
    await outcome({ outcome: 'taken', operation });
    expect(texts()).not.toContain('Your earlier request is under way ($10.00)');
    expect(texts()).toContain('Your earlier request went through ($10.00)');
  });
});

describe('what is read', () => {
  it('is fresh for ten seconds, and is not read again by itself after a failure', () => {
    expect(readSettings('cards.list')).toEqual(
      expect.objectContaining({ dedupingInterval: 10_000, focusThrottleInterval: 10_000, shouldRetryOnError: false }),
    );
  });

  it('of the person is kept until something changes it', () => {
    expect(readSettings('user.read')).toEqual(
      expect.objectContaining({ revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false }),
    );
  });
});

describe('a change', () => {
  function Changing() {
    useRead('user.read', {});
    const { run } = useWrite('user.lock', { refresh: ['user'] });
    const twice = (): void => {
      void run({});
      void run({});
    };
    return createElement('button', { type: 'button', onClick: twice }, 'Lock');
  }

  it('is sent once for two clicks, and what it may have changed is read again when its outcome is unknown', async () => {
    const failed = refusal(500, 'Internal', 'Something went wrong on our side.');
    await show(Changing, {}, { ...replies, 'POST /user/lock': failed });
    expect(readsOf('/user')).toBe(1);
    await press('Lock');
    expect(changes()).toHaveLength(1);
    expect(readsOf('/user')).toBe(2);
  });
});

describe('a typed text', () => {
  it('is found again for half an hour', async () => {
    function Draft() {
      const [text] = useDraft('note');
      return createElement('p', null, `Draft: ${text}`);
    }
    const after = async (minutes: number): Promise<readonly string[]> => {
      hide();
      keepFor(user._id);
      keepInTab('draft.note', ['typed', Date.now() - minutes * 60_000]);
      await show(Draft, {});
      return texts();
    };
    expect(await after(29)).toContain('Draft: typed');
    expect(await after(31)).toContain('Draft:');
  });
});

describe('a proof of presence', () => {
  const form = (replied: unknown, methods = ['password', 'totp'], onEnd: (outcome: string) => void = nothing) =>
    show(ProofForm, { email: user.email, methods, onEnd }, { ...replies, 'POST /auth/prove': replied });

  it('is sent once, and a text typed for one way is not that of another', async () => {
    const reply = Promise.withResolvers<unknown>();
    const onEnd = vi.fn();
    await form(() => reply.promise, ['password', 'recovery_code'], onEnd);
    await type('Password', 'Long-Walks-88');
    await press('Confirm');
    await press('Confirm');
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settle();
    expect(changes()).toHaveLength(1);
    reply.resolve(refusal(401, 'InvalidCredentials', 'The current password is wrong.'));
    await settle();
    expect(describing('Password')).toContain('The current password is wrong.');
    expect(field('Password').autocomplete).toBe('current-password');
    await press('Confirm');
    expect(changes()).toHaveLength(2);
    await press('Use a recovery code');
    expect(field('Recovery code').value).toBe('');
    await press('Close');
    expect(onEnd).toHaveBeenCalledWith('canceled');
  });

  it('by an app takes six digits', async () => {
    await form({}, ['totp']);
    await type('Code', '12345');
    expect(button('Confirm').disabled).toBe(true);
    await type('Code', '123456');
    expect(button('Confirm').disabled).toBe(false);
  });

  it('that is still asked for when the page goes is canceled', async () => {
    await show(ProofDialog, { email: user.email }, replies);
    const outcome = askForProof(['password']);
    await settle();
    hide();
    expect(await outcome).toBe('canceled');
  });
});

describe('the frame of a page', () => {
  const frame = (also: Replies = {}, person: object = {}) =>
    show(
      AppLayout as never,
      { children: createElement('p', null, 'Page') } as never,
      { ...replies, 'GET /user': { ...user, ...person }, ...also },
      '/activity',
    );

  it('marks the page that is shown, and has each role’s own entries', async () => {
    await frame();
    const current = Array.from(globalThis.document.querySelectorAll('a[aria-current="page"]'));
    expect(current.map((link) => link.textContent)).toEqual(['Activity']);
    expect(button('Account menu').getAttribute('aria-expanded')).toBe('false');
    await press('Account menu');
    expect(button('Account menu').getAttribute('aria-expanded')).toBe('true');
    expect(buttons('Reported Payments')).toHaveLength(1);
    await frame({}, { role: 'admin' });
    await press('Account menu');
    expect(buttons('Reported Payments')).toHaveLength(0);
  });

  it('has a notice of new terms until they are accepted', async () => {
    let isDue = true;
    await frame({
      'GET /user': () => ({ ...user, ...(isDue && { termsDue: '2026-11-22' }) }),
      'POST /user/terms': () => {
        isDue = false;
        return user;
      },
    });
    await vi.waitFor(() => button('I accept the terms'));
    await press('I accept the terms');
    expect(buttons('I accept the terms')).toHaveLength(0);
  });

  it('says why a sign-out failed', async () => {
    await frame({ 'GET /auth/logout': refusal(503, 'TemporarilyUnavailable', 'Try again in a minute.') });
    await press('Account menu');
    await press('Logout');
    expect(texts()).toContain('Try again in a minute.');
    expect(address()).toBe('/activity');
  });
});

describe('the palette', () => {
  const chosen = (): string => {
    const id = field('Page, action, card or search').getAttribute('aria-activedescendant') ?? '';
    return globalThis.document.getElementById(id)?.textContent ?? '';
  };
  const key = async (name: string): Promise<void> => {
    const pressed = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
    field('Page, action, card or search').dispatchEvent(pressed);
    await settle();
  };

  it('says which entry is chosen, goes around its end, and starts at the first with other words', async () => {
    await show(CommandPalette, { user: sampleUser, onClose: nothing }, { ...replies, 'GET /cards': [] });
    expect(chosen()).toMatch(/^Dashboard/);
    await key('ArrowUp');
    expect(chosen()).toMatch(/^Support/);
    await type('Page, action, card or search', 'se');
    expect(chosen()).toMatch(/^Security/);
    await type('Page, action, card or search', 'z');
    expect(texts()).toContain('No results for “z”.');
  });
});

describe('the status of the service', () => {
  it('is not shown again once it is dismissed', async () => {
    const paused = {
      'GET /status': { parts: [{ name: 'load', state: 'paused', since: '' }], announcement: undefined },
    };
    await show(ServiceStatus, {}, paused);
    expect(textOf()).toContain('Paused for now: loading cards.');
    await press('Dismiss announcement');
    expect(textOf()).not.toContain('Paused for now');
    await show(ServiceStatus, {}, paused);
    expect(textOf()).not.toContain('Paused for now');
  });
});

describe('a person who could not be read', () => {
  it('is not sent to the sign-in', async () => {
    const down = refusal(503, 'Busy', 'Please try again in a moment.');
    await show(RoleGuard, { roles: ['user'], children: null }, { 'GET /user': down }, '/dashboard');
    expect(address()).toBe('/dashboard');
    expect(textOf()).toContain('Please try again in a moment.');
  });

  it('is asked for again when a page comes back by the browser’s Back, which may be after a sign-out', async () => {
    await show(RoleGuard, { roles: ['user'], children: null }, replies, '/dashboard');
    const before = readsOf('/user');
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
    expect(readsOf('/user')).toBe(before + 1);
    keepFor(undefined);
  });

  it('is read again once the browser is online', async () => {
    const onRetry = vi.fn();
    await show(UserFailure, { error: new ApiError({}), onRetry });
    globalThis.dispatchEvent(new Event('online'));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('parts of screens', () => {
  it('a code that was wrong is selected, and is no text to complete for a card', async () => {
    const code = (more: object) =>
      show(CodeInput, { length: 4, value: '48', onChange: nothing, label: 'Code', ...more });
    await code({ masked: true });
    expect(field('Code').type).toBe('password');
    expect([field('Code').autocomplete, field('Code').inputMode]).toEqual(['off', 'numeric']);
    await press('Show code');
    expect(field('Code').type).toBe('text');
    const select = vi.spyOn(HTMLInputElement.prototype, 'select');
    await code({ error: 'Wrong.' });
    expect(globalThis.document.activeElement).toBe(field('Code'));
    expect(select).toHaveBeenCalledOnce();
    expect(describing('Code')).toBe('Wrong.');
  });

  it('the switch of the theme says whether the theme is dark', async () => {
    await show(ThemeToggle, {});
    const before = button('Dark theme').getAttribute('aria-pressed');
    await press('Dark theme');
    expect(button('Dark theme').getAttribute('aria-pressed')).toBe(before === 'true' ? 'false' : 'true');
    expect(before).toMatch(/^(?:true|false)$/);
    await press('Dark theme');
  });

  it('a copy is announced for two seconds, and only when it was made', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 10 });
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText: async () => undefined } });
    await show(CopyButton, { value: 'x', label: 'Copy key' });
    await press('Copy key');
    expect(buttons('Copied')).toHaveLength(1);
    const statuses = Array.from(globalThis.document.querySelectorAll('[role="status"]'));
    expect(statuses.map((each) => each.textContent)).toContain('Copied');
    await vi.advanceTimersByTimeAsync(2_100);
    await settle();
    expect(buttons('Copy key')).toHaveLength(1);
    vi.spyOn(console, 'warn').mockImplementation(nothing);
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText: async () => Promise.reject(new Error('no')) } });
    await press('Copy key');
    expect(buttons('Copied')).toHaveLength(0);
  });

  it('a field says that it is wrong, and brings the keyboard of its kind', async () => {
    await show(TextField, { label: 'Name', error: 'Enter a name.' });
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(describing('Name')).toBe('Enter a name.');
    await show(PasswordField, { label: 'Word', error: 'Wrong.' });
    expect(field('Word').getAttribute('aria-invalid')).toBe('true');
    await show(MoneyField, { label: 'Sum', valueText: '', onChange: nothing, error: 'Too much.' });
    expect([field('Sum').getAttribute('aria-invalid'), field('Sum').inputMode]).toEqual(['true', 'decimal']);
    await show(Switch, { label: 'Codes', checked: false, onChange: nothing });
    expect(field('Codes').getAttribute('role')).toBe('switch');
  });

  it('a failure interrupts what is read out, and other news wait for it', async () => {
    const roles = (): readonly (string | null)[] =>
      Array.from(globalThis.document.querySelectorAll('.notice'), (each) => each.getAttribute('role'));
    await show(Notice, { tone: 'danger', live: true });
    expect(roles()).toEqual(['alert']);
    await show(Notice, { tone: 'warning', live: true });
    expect(roles()).toEqual(['status']);
  });

  it('a press beside a dialog closes it only while nothing is typed or sent', async () => {
    const onClose = vi.fn();
    const beside = async (more: object): Promise<number> => {
      onClose.mockClear();
      const cancel = createElement('button', { type: 'button', 'data-cancel': true }, 'Cancel');
      await show(Modal, { open: true, onClose, title: 'Load', children: null, footer: cancel, ...more });
      const pressed = new MouseEvent('mousedown', { bubbles: true });
      globalThis.document.querySelector('dialog')?.dispatchEvent(pressed);
      return onClose.mock.calls.length;
    };
    expect(await beside({})).toBe(1);
    expect(button('Cancel').disabled).toBe(false);
    expect(await beside({ guard: () => true })).toBe(0);
    expect(await beside({ busy: true })).toBe(0);
    expect(button('Cancel').disabled).toBe(true);
  });

  it('a button that waits takes no press, says so, and keeps the focus', async () => {
    const onClick = vi.fn();
    await show(Button, { busy: true, onClick, children: 'Send' });
    await press('Send');
    expect(onClick).not.toHaveBeenCalled();
    expect(button('Send').getAttribute('aria-busy')).toBe('true');
    expect(globalThis.document.activeElement).toBe(button('Send'));
  });

  it('the emoji of a status is not read out', async () => {
    await show(StatusBadge, { status: 'paid_over' });
    globalThis.document.querySelector('[aria-hidden]')?.remove();
    expect(textOf(globalThis.document.querySelector('.badge') ?? undefined).trim()).toBe('Paid over');
  });

  it('a page that leads elsewhere leaves no entry to go back to', async () => {
    const push = vi.spyOn(globalThis.history, 'pushState');
    await show(Redirect, { to: '/login' }, {}, '/dashboard');
    expect(address()).toBe('/login');
    expect(push).not.toHaveBeenCalled();
    push.mockRestore();
  });

  it('what is asked for again and again waits while nobody sees the page, and is asked for at once then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 10 });
    const ask = vi.fn(async () => undefined);
    await show(() => (usePoll(ask, 5_000), null), {});
    const state = vi.spyOn(globalThis.document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(5_100);
    const asked = ask.mock.calls.length;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ask.mock.calls.length).toBe(asked);
    state.mockRestore();
    globalThis.document.dispatchEvent(new Event('visibilitychange'));
    expect(ask.mock.calls.length).toBe(asked + 1);
  });

  it('another code can be asked for after half a minute, each time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await show(ResendButton, { onResend: async () => undefined });
    await vi.advanceTimersByTimeAsync(31_000);
    await settle();
    await press('Send a new code');
    expect(button(/^New code in/).disabled).toBe(true);
  });

  it('the bell says how many notifications are unread, and of many that they are more', async () => {
    await show(Bell, {}, { 'GET /notifications/unread': { unread: 3 } });
    expect(linkTo('Open notifications, 3 unread')).toBe('/notifications');
    await show(Bell, {}, { 'GET /notifications/unread': { unread: limits.notificationsUnreadMax } });
    expect(linkTo(`Open notifications, ${limits.notificationsUnreadMax - 1}+ unread`)).toBe('/notifications');
  });

  it('tabs are one stop of the keyboard, and its arrows go round', async () => {
    const tabs = ['Day', 'Month'].map((label) => ({ key: label, label, content: `By ${label}` }));
    await show(Tabs, { label: 'Spending', tabs });
    const all = [...globalThis.document.querySelectorAll<HTMLElement>('[role=tab]')];
    expect(all.map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
    all[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    await settle();
    expect(globalThis.document.activeElement).toBe(all[1]);
    const panel = globalThis.document.querySelector('[role=tabpanel]');
    expect(panel?.textContent).toBe('By Month');
    expect(panel?.getAttribute('aria-labelledby')).toBe(all[1]?.id);
  });

  it('a message goes by itself, unless it has a reference to quote', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 10 });
    function Says() {
      const toast = useToast();
      return createElement(
        'button',
        {
          type: 'button',
          onClick: () => {
            toast.success('Done.');
            toast.error(new ApiError({ status: 500, code: 'Internal', message: 'Broken.', requestId: 'req-7' }));
          },
        },
        'Say',
      );
    }
    await show(Says, {});
    await press('Say');
    await vi.advanceTimersByTimeAsync(4_000);
    await settle();
    expect(texts()).toContain('Done.');
    await vi.advanceTimersByTimeAsync(1_500);
    await settle();
    expect(texts()).not.toContain('Done.');
    expect(texts()).toContain('Broken.');
  });

  it('a table goes a page back by one, and shows rows after it has become shorter', async () => {
    const table = {
      caption: 'Numbers',
      columns: [{ key: 'n', header: 'N', cell: (n: number) => `row ${n}` }],
      rowKey: String,
    };
    await show(DataTable<number>, { ...table, rows: Array.from({ length: 25 }, (_, n) => n) });
    await press('Last page');
    await press('Previous page');
    expect(texts()).toContain('row 10');
    expect(button('Page 2').getAttribute('aria-current')).toBe('page');
    const onNeedMore = vi.fn();
    const count = { now: 25 };
    function Shrinking() {
      const [, draw] = useState(0);
      const rows = Array.from({ length: count.now }, (_, n) => n);
      return createElement(
        'div',
        null,
        createElement('button', { type: 'button', onClick: () => draw(1) }, 'Shorten'),
        createElement(DataTable<number>, { ...table, rows, onNeedMore }),
      );
    }
    await show(Shrinking, {});
    expect(onNeedMore).not.toHaveBeenCalled();
    await press('Last page');
    expect(onNeedMore).toHaveBeenCalledOnce();
    count.now = 15;
    await press('Shorten');
    expect(texts()).toContain('row 14');
  });

  it('what could not be read can be read again, unless it is forbidden', async () => {
    const onRetry = vi.fn();
    await show(LoadFailure, { error: new ApiError({ status: 500, code: 'Internal' }), onRetry });
    await press('Retry');
    expect(onRetry).toHaveBeenCalledOnce();
    await show(LoadFailure, {
      error: new ApiError({ status: 403, code: 'Forbidden', message: 'Not yours.' }),
      onRetry,
    });
    expect(buttons('Retry')).toHaveLength(0);
    expect(texts()).toContain('Not yours.');
    expect(readsOf('/user')).toBe(0);
  });
});
