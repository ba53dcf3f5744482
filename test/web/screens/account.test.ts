import { afterEach, describe, expect, it, vi } from 'vitest';

import type { ReplyOf } from '#shared/contract/index.ts';
import { cents } from '#shared/money.ts';
import {
  address,
  button,
  buttons,
  changes,
  describing,
  field,
  focused,
  hide,
  linkTo,
  press,
  readsOf,
  refusal,
  settle,
  show,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { AccountNotices } from '#web/app/account-notices.tsx';
import { CheckYourEmail } from '#web/features/auth/check-your-email.tsx';
import { ForgotPasswordPage } from '#web/features/auth/forgot-password-page.tsx';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { MailedLink } from '#web/features/auth/mailed-link.tsx';
import { PasswordRules } from '#web/features/auth/password-rules.tsx';
import { SignupPage } from '#web/features/auth/signup-page.tsx';
import { TwoFactorForm } from '#web/features/auth/two-factor-form.tsx';
import { VerifyEmailPage } from '#web/features/auth/verify-email-page.tsx';
import { CasePage } from '#web/features/cases/case-page.tsx';
import { CasesPage } from '#web/features/cases/cases-page.tsx';
import { ReportDialog } from '#web/features/cases/report-payment.tsx';
import { CloseAccountPanel } from '#web/features/closing/close-account-panel.tsx';
import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx';
import { PreferencesPanel } from '#web/features/notifications/preferences-panel.tsx';
import { AppPanel } from '#web/features/security/app-panel.tsx';
import { AppSetup } from '#web/features/security/app-setup.tsx';
import { LockPanel } from '#web/features/security/lock-panel.tsx';
import { LogPanel } from '#web/features/security/log-panel.tsx';
import { PasskeysPanel } from '#web/features/security/passkeys-panel.tsx';
import { RecoveryCodesModal } from '#web/features/security/recovery-codes-modal.tsx';
import { RecoveryPanel } from '#web/features/security/recovery-panel.tsx';
import { RemoveFactor } from '#web/features/security/remove-factor.tsx';
import { SecurityPage } from '#web/features/security/security-page.tsx';
import { SessionsPanel } from '#web/features/security/sessions-panel.tsx';
import { EmailPanel } from '#web/features/settings/email-panel.tsx';
import { NamePanel } from '#web/features/settings/name-panel.tsx';
import { PasswordPanel } from '#web/features/settings/password-panel.tsx';
import { SettingsPage } from '#web/features/settings/settings-page.tsx';
import { TwoFactorPanel } from '#web/features/settings/two-factor-panel.tsx';
import { sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
const user = { ...sampleUser, balance: cents(1_500), held: cents(0) };
const preferences = Object.fromEntries(
  'deposit_seen deposit_credited deposit_trouble card_ready card_failed purchase decline refund low_balance auto_load renewal card_warning card_frozen debt payout case security'
    .split(' ')
    .map((kind) => [kind, { mail: true }]),
);
const replies: Replies = {
  'GET /user': user,
  'GET /cards': [],
  'GET /status': { parts: [] },
  'GET /user/notifications': { ...preferences, purchaseMinCents: 0 },
  'GET /user/sessions': [],
  'GET /user/security/log': [],
};
const refusedAt = (fields: object): Response => refusal(400, 'ValidationFailed', 'No.', { fields });

afterEach(hide);

describe('the sign-up', () => {
  const fill = async (password = 'Long-Walks-88'): Promise<void> => {
    await type('First name', 'Ada');
    await type('Last name', 'Lund');
    await type('Email', 'ada@example.com');
    await type('Password', 'Long-Walks-88');
    await type('Confirm password', password);
  };

  it('takes the password twice, and says when they differ', async () => {
    await show(SignupPage, {}, replies, '/signup');
    await fill('Long-Walks-89');
    expect(describing('Confirm password')).toBe('The passwords don’t match.');
    expect(button('Create account').disabled).toBe(true);
    await type('Confirm password', 'Long-Walks-88');
    expect(button('Create account').disabled).toBe(false);
  });

  it('says each refusal at its own field', async () => {
    const fields = { lastname: 'is too long', email: 'is no address' };
    await show(SignupPage, {}, { ...replies, 'POST /auth/register': refusedAt(fields) }, '/signup?ref=usr_1');
    await fill();
    await press('Create account');
    expect(changes()[0]?.body).toMatchObject({ firstname: 'Ada', lastname: 'Lund', referredBy: 'usr_1' });
    expect([describing('First name'), describing('Last name'), describing('Email')]).toEqual([
      '',
      'This is too long.',
      'This is no address.',
    ]);
  });

  it('ticks the rules that a password meets', async () => {
    await show(PasswordRules, { password: 'abc', id: 'rules' });
    expect(textOf()).toContain('A lowercase letter (met)');
    expect(textOf()).toContain('A number (not met yet)');
  });

  it('says why no other link was sent', async () => {
    await show(CheckYourEmail, { address: 'ada@example.com', error: new Error('x'), onResend: async () => undefined });
    expect(textOf()).toContain('An error occurred.');
    expect(textOf()).not.toContain('A new link is on its way.');
  });
});

describe('the sign-in', () => {
  const login = async (also: Replies): Promise<void> => {
    await show(LoginPage, {}, { ...replies, ...also }, '/login');
    await type('Email', 'ada@example.com');
    await type('Password', 'Long-Walks-88');
  };

  it('takes a second press only after the answer, and has a way back from the second step', async () => {
    const reply = Promise.withResolvers<unknown>();
    await login({ 'POST /auth/login': () => reply.promise });
    await press('Sign in');
    await press('Sign in');
    expect(button('Sign in').getAttribute('aria-busy')).toBe('true');
    reply.resolve({ isTwoFactorRequired: true, userId: 'usr_1', methods: ['email'] });
    await vi.waitFor(() => button('Verify'));
    await press('Back to sign in');
    expect(button('Sign in').getAttribute('aria-busy')).toBe(null);
  });

  it('by a code is sent once when it is wrong, and a recovery code whole', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 });
    await show(
      TwoFactorForm,
      {
        userId: 'usr_1',
        methods: ['email', 'recovery_code'],
        onVerified: async () => undefined,
        onResend: async () => undefined,
        onBack: nothing,
        fallback: 'No.',
      },
      { 'POST /auth/2fa/verify': refusal(401, 'InvalidCredentials', 'The code is wrong.') },
    );
    await type('Verification code', '123456');
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(textOf()).toContain('The code is wrong.'));
    await type('Verification code', '654321');
    await vi.advanceTimersByTimeAsync(5_000);
    await settle();
    expect(changes()).toHaveLength(1);
    expect(buttons(/^New code in/)).toHaveLength(1);
    vi.useRealTimers();
    await press('Use a recovery code');
    await type('Recovery code', 'abcd-efgh-ijkl');
    await press('Verify');
    expect(changes().at(-1)?.body).toEqual({ code: 'abcd-efgh-ijkl', userId: 'usr_1' });
  });

  it('by a mailed code has another one mailed, of which no other way speaks', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await login({
      'POST /auth/login': { isTwoFactorRequired: true, userId: 'usr_1', methods: ['email', 'recovery_code'] },
    });
    await press('Sign in');
    await vi.waitFor(() => button('Verify'));
    await vi.advanceTimersByTimeAsync(31_000);
    await settle();
    await press('Send a new code');
    expect(changes()).toHaveLength(2);
    expect(textOf()).toContain('A new code is on its way.');
    await press('Use a recovery code');
    expect(textOf()).not.toContain('A new code is on its way.');
  });

  it('says where a reset link went', async () => {
    await show(ForgotPasswordPage, {}, { ...replies, 'POST /auth/password/forgot': {} }, '/password/forgot');
    await type('Email', ' ada@example.com ');
    await press('Send reset link');
    expect(textOf()).toContain('If ada@example.com has an account');
  });

  it('by a mailed link says why the link did nothing', async () => {
    await show(
      MailedLink,
      {
        question: 'Freeze?',
        effect: '',
        action: 'Freeze',
        act: async () => {
          throw new Error('x');
        },
        done: { heading: '', text: '' },
        life: '',
      },
      replies,
      '/freeze-card#token',
    );
    await press('Freeze');
    expect(textOf()).toContain('An error occurred.');
  });

  const verified = { referral: { attempted: false, eligible: false } };
  const verify = (code: string, answers: unknown[]) =>
    show(
      VerifyEmailPage,
      {},
      {
        [`GET /auth/email/verify/${code}`]: () => {
          const answer = answers.shift();
          if (answer instanceof Error) throw answer;
          return answer;
        },
      },
      `/email/verify/${code}`,
    );

  it('verifies an address again when no answer came, or one that says nothing of the link', async () => {
    await verify('some', [
      new TypeError('offline'),
      new Response('Too many requests', { status: 429 }),
      refusal(503, 'TemporarilyUnavailable', 'Try again in a minute.'),
      verified,
    ]);
    for (let tries = 0; tries < 3; tries += 1) {
      expect(texts()).toContain('We could not verify your email yet');
      await press('Try again');
    }
    expect(textOf()).toContain('Email Successfully Verified!');
    await verify('used', [refusal(400, 'InvalidVerificationLink', 'Invalid.')]);
    expect(texts()).toContain('Invalid Verification Link');
    expect(linkTo('Request a new link')).toBe('/password/forgot');
  });
});

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

describe('the security of an account', () => {
  it('says what removing an app means, with a passkey and without', async () => {
    const remove = async (hasPasskeys: boolean): Promise<void> => {
      await show(AppPanel, { isOn: true, hasPasskeys }, replies);
      await press('Remove your authenticator app');
    };
    await remove(true);
    expect(textOf()).toContain('You’ll sign in with a passkey or a recovery code.');
    await remove(false);
    expect(textOf()).toContain('Your password alone will sign you in');
  });

  it('says in the dialog of an app that its code was wrong, and copies the key', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      onLine: true,
      clipboard: { writeText: async (text: string) => void written.push(text) },
    });
    await show(
      AppSetup,
      { secret: 'ABCD2345', uri: 'otpauth://totp/x', onClose: nothing },
      {
        ...replies,
        'POST /user/totp/confirm': refusal(400, 'InvalidCode', 'The code is wrong.'),
      },
    );
    await press('Copy key');
    expect(written).toEqual(['ABCD2345']);
    await type('Code from your app', '123456');
    await press('Confirm');
    expect(describing('Code from your app')).toContain('The code is wrong.');
  });

  it('hands out all recovery codes, and says how many are left', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      onLine: true,
      clipboard: { writeText: async (text: string) => void written.push(text) },
    });
    let file: Blob | undefined;
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          file = blob;
          return 'blob:x';
        },
        revokeObjectURL: nothing,
      }),
    );
    await show(RecoveryCodesModal, { codes: ['aaaa', 'bbbb'], onClose: nothing }, replies);
    await press('Copy recovery codes');
    expect(written).toEqual(['aaaa\nbbbb\n']);
    await press('Download');
    expect(await file?.text()).toContain('aaaa\nbbbb');
    await show(RecoveryPanel, { left: 1 }, { ...replies, 'POST /user/recovery-codes': { recoveryCodes: ['cccc'] } });
    expect(textOf()).toContain('1 code is left.');
    expect(textOf()).toContain('Make new codes before you run out.');
    await press('Make new codes');
    expect(texts()).toContain('cccc');
    await show(RecoveryPanel, { left: 8 }, replies);
    expect(textOf()).toContain('8 codes are left.');
    expect(textOf()).not.toContain('before you run out');
  });

  it('says why a lock or a removal was refused', async () => {
    await show(LockPanel, { isLocked: false }, { ...replies, 'POST /user/lock': refusal(409, 'Conflict', 'Not now.') });
    await press('Lock everything');
    expect(texts()).toContain('Not now.');
    await show(
      RemoveFactor,
      { name: 'your app', meaning: '' },
      { ...replies, 'DELETE /user/totp': refusal(409, 'Conflict', 'Not so.') },
    );
    await press('Remove your app');
    await press('Remove');
    expect(texts()).toContain('Not so.');
  });

  it('tells acts of our team from the person’s own', async () => {
    const event = { _id: '1', at, kind: 'suspend', details: {} };
    await show(LogPanel, {}, { ...replies, 'GET /user/security/log': [{ ...event, by: 'support' }] });
    expect(texts()).toContain('Account suspended by our team');
    expect(textOf()).not.toContain('Nothing yet.');
    await show(LogPanel, {}, { ...replies, 'GET /user/security/log': [{ ...event, kind: 'lock', by: 'owner' }] });
    expect(texts()).toContain('Everything locked');
    await show(LogPanel, {}, replies);
    expect(textOf()).toContain('Nothing yet.');
  });

  it('says why another device could not be signed out', async () => {
    const session = {
      device: 'Chrome on Android',
      createdAt: '2020-01-01T00:00:00.000Z',
      lastSeenAt: '2021-01-01T00:00:00.000Z',
      isCurrent: false,
    };
    const refused = refusal(409, 'Conflict', 'Not now.');
    await show(
      SessionsPanel,
      {},
      {
        ...replies,
        'GET /user/sessions': [
          { ...session, _id: 'ses_1' },
          { ...session, _id: 'ses_2', device: 'This', isCurrent: true },
        ],
        'DELETE /user/sessions': refused,
      },
    );
    expect(textOf()).toContain('Last seen Jan 1, 2021 · Signed in Jan 1, 2020');
    await press('Sign out everywhere else');
    expect(texts()).toContain('Not now.');
  });

  const security: ReplyOf<'user.security'> = {
    emailCodes: false,
    totp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    factorReset: null,
  };
  const page = (more: object, person: object = {}) =>
    show(
      SecurityPage,
      {},
      { ...replies, 'GET /user': { ...user, ...person }, 'GET /user/security': { ...security, ...more } },
    );

  it('has recovery codes with a factor alone, and the lock for cardholders alone', async () => {
    await page({});
    expect(textOf()).not.toContain('Recovery codes');
    expect(buttons('Lock everything')).toHaveLength(1);
    expect(textOf()).toContain('that we mail to');
    await page({ totp: true }, { role: 'admin' });
    expect(textOf()).toContain('Recovery codes');
    expect(buttons('Lock everything')).toHaveLength(0);
    expect(textOf()).toContain('Not used while your authenticator app or a passkey is on.');
  });

  it('says that a passkey could not be made', async () => {
    vi.stubGlobal('PublicKeyCredential', {
      parseRequestOptionsFromJSON: nothing,
      parseCreationOptionsFromJSON: nothing,
    });
    await show(
      PasskeysPanel,
      { passkeys: [], hasApp: false },
      { ...replies, 'POST /user/passkeys/options': refusal(429, 'TooManyRequests', 'Later.') },
      '/security',
    );
    await press('Add a passkey');
    await press('Continue');
    expect(texts()).toContain('Later.');
  });
});

describe('closing an account', () => {
  it('gives up the rest by its sum, and says why it was refused', async () => {
    await show(
      CloseAccountPanel,
      { user },
      { ...replies, 'POST /user/close': refusal(422, 'BalanceLeft', 'Your balance has changed.') },
    );
    await press('Close account');
    expect(textOf()).toContain('You give up your balance of $15.00.');
    const before = readsOf('/user');
    await press('Give up $15.00 and close');
    expect(changes()[0]?.body).toEqual({ waiveCents: 1_500 });
    expect(texts()).toContain('The account was not closed');
    expect(texts()).toContain('Your balance has changed.');
    expect(readsOf('/cards')).toBe(2);
    expect(before).toBe(0);
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

  it('is in the list by its own address', async () => {
    await show(CasesPage, {}, { ...replies, 'GET /cases': [file] });
    expect(linkTo('Corner Coffee')).toBe('/cases/cas_1');
  });

  it('is reported for what can be wrong with it, and says why it was refused', async () => {
    const payment = { of: 'card', kind: 'purchase', state: 'completed', card: file.card, reference: 'ref_1' } as const;
    await show(
      ReportDialog,
      { payment, onClose: nothing },
      {
        ...replies,
        'POST /cards/crd_1/transactions/ref_1/report': refusal(422, 'TooManyCases', 'You have ten open reports.'),
      },
    );
    await type('Reason', 'not_mine');
    expect(buttons('Freeze card and report')).toHaveLength(1);
    await type('Reason', 'duplicate');
    await type('Tell us more', 'Twice.');
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
