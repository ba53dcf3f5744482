import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  button,
  changes,
  describing,
  field,
  focused,
  hide,
  press,
  refusal,
  settle,
  show,
  textOf,
  texts,
  toggle,
  type,
} from '#test/support/screen.ts';
import { preferences, replies, user } from '#test/support/screens/account-replies.ts';
import { PreferencesPanel } from '#web/features/notifications/preferences-panel.tsx';
import { EmailPanel } from '#web/features/settings/email-panel.tsx';
import { NamePanel } from '#web/features/settings/name-panel.tsx';
import { PasswordPanel } from '#web/features/settings/password-panel.tsx';
import { SettingsPage } from '#web/features/settings/settings-page.tsx';
import { TwoFactorPanel } from '#web/features/settings/two-factor-panel.tsx';

const refusedAt = (fields: object): Response => refusal(400, 'ValidationFailed', 'No.', { fields });
afterEach(hide);

describe('the settings', () => {
  it('are without the cardholder’s parts for an admin', async () => {
    await show(SettingsPage, {}, replies);
    await vi.waitFor(() => expect(textOf()).toContain('Close your account'));
    await vi.waitFor(() => expect(textOf()).toContain('Your data'));
    expect(textOf()).toContain('Reported payments');
    await show(SettingsPage, {}, { ...replies, 'GET /user': { ...user, role: 'admin' } });
    await vi.waitFor(() => expect(textOf()).toContain('Notification emails'));
    for (const part of ['Close your account', 'Your data', 'Reported payments']) expect(textOf()).not.toContain(part);
  });

  it('the name is sent as it stands in the fields, and refused at its own', async () => {
    await show(NamePanel, { user }, { ...replies, 'PATCH /user': refusedAt({ lastname: 'is too long' }) });
    await type('Last name', 'Lund');
    await press('Update Name');
    expect(changes()[0]?.body).toEqual({ firstname: 'Dana', lastname: 'Lund' });
    expect([describing('First name'), describing('Last name')]).toEqual(['', 'This is too long.']);
  });

  it('a new password needs the present one and no slip in the second', async () => {
    await show(PasswordPanel, { email: 'ada@example.com' }, replies);
    await type('New password', 'Short-Runs-99');
    await type('Confirm password', 'Short-Runs-98');
    expect(describing('Confirm password')).toBe('The passwords don’t match.');
    await type('Confirm password', 'Short-Runs-99');
    expect(button('Update Password').disabled).toBe(true);
    await type('Current password', 'Long-Walks-88');
    expect(button('Update Password').disabled).toBe(false);
    expect(globalThis.document.querySelector<HTMLInputElement>('input[name="username"]')?.value).toBe(
      'ada@example.com',
    );
  });

  it('another code for a new address takes the error of the one before away, and the last leaves nothing typed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const verified = [refusal(400, 'InvalidCode', 'The code is wrong.'), { message: 'Changed.' }];
    await show(
      EmailPanel,
      { email: 'ada@example.com' },
      {
        ...replies,
        'POST /user/update/email/init': { message: 'Sent.' },
        'POST /user/update/email/verify': () => verified.shift(),
      },
    );
    await press('Change Email');
    await type('New email', 'new@example.com');
    await press('Send OTP');
    await type('OTP code', '123456');
    await press('Verify');
    expect(describing('OTP code')).toContain('The code is wrong.');
    expect(focused()).toBe('OTP code');
    await vi.advanceTimersByTimeAsync(31_000);
    await settle();
    await press('Send a new code');
    expect(describing('OTP code')).toBe('');
    await type('OTP code', '654321');
    await press('Verify');
    vi.useRealTimers();
    await press('Change Email');
    expect(field('New email').value).toBe('');
  });

  it('a switch of the mailed codes that was refused goes back, with the reason', async () => {
    await show(TwoFactorPanel, { user }, { ...replies, 'PATCH /user/2fa': refusal(409, 'Conflict', 'Not now.') });
    await toggle('Email-based two-factor authentication');
    expect(changes()[0]?.body).toEqual({ enabled: true });
    expect(field('Email-based two-factor authentication').checked).toBe(false);
    expect(texts()).toContain('Not now.');
    await show(TwoFactorPanel, { user, isReplaced: true }, replies);
    expect(textOf()).toContain('Not used while your authenticator app or a passkey is on.');
    await show(TwoFactorPanel, { user }, replies);
    expect(textOf()).toContain('Every sign-in asks for a 6-digit code that we mail to dana@example.com.');
  });

  it('a mail that must be sent cannot be switched off, and a refused switch goes back', async () => {
    await show(PreferencesPanel, {}, { ...replies, 'PATCH /user/notifications': refusal(409, 'Conflict', 'Not now.') });
    expect(field('Email: Security').disabled).toBe(true);
    expect(field('Email: Refund').disabled).toBe(false);
    await toggle('Email: Refund');
    expect(field('Email: Refund').checked).toBe(true);
    expect(texts()).toContain('Not now.');
    await show(
      PreferencesPanel,
      {},
      { ...replies, 'PATCH /user/notifications': { ...preferences, purchaseMinCents: 0 } },
    );
    await type('No email for purchases below', '');
    await press('Save');
    expect(changes()[0]?.body).toEqual({ purchaseMinCents: 0 });
  });
});
