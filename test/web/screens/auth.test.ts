import { createElement } from 'react';
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
  refusal,
  settle,
  show,
  textOf,
  texts,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { replies } from '#test/support/screens/account-replies.ts';
import { CheckYourEmail } from '#web/features/auth/check-your-email.tsx';
import { enterSession } from '#web/features/auth/enter-session.ts';
import { ForgotPasswordPage } from '#web/features/auth/forgot-password-page.tsx';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { MailedLink } from '#web/features/auth/mailed-link.tsx';
import { PasswordRules } from '#web/features/auth/password-rules.tsx';
import { SignupPage } from '#web/features/auth/signup-page.tsx';
import { TwoFactorForm } from '#web/features/auth/two-factor-form.tsx';
import { VerifyEmailPage } from '#web/features/auth/verify-email-page.tsx';
import { sampleUser } from '#web/gallery/samples.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useRead } from '#web/lib/use-api.ts';

const nothing = (): void => undefined;
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

  it('sends the password as it was typed, says at once why it failed, and offers kept passwords and passkeys', async () => {
    await login({ 'POST /auth/login': refusal(401, 'InvalidCredentials', 'Wrong email or password.') });
    expect([field('Email').autocomplete, field('Password').autocomplete]).toEqual([
      'username webauthn',
      'current-password',
    ]);
    await type('Email', ' ada@example.com ');
    await type('Password', ' Long-Walks-88 ');
    await press('Sign in');
    expect(changes().at(-1)?.body).toEqual({ email: 'ada@example.com', password: ' Long-Walks-88 ' });
    expect(globalThis.document.querySelector('[role=alert]')?.textContent).toContain('Wrong email or password.');
  });

  it('leads on without an entry to which Back would return', async () => {
    const push = vi.spyOn(globalThis.history, 'pushState');
    await login({
      'POST /auth/login': { isTwoFactorRequired: false, userId: sampleUser._id },
      'GET /user': sampleUser,
    });
    await press('Sign in');
    await vi.waitFor(() => expect(address()).toBe('/dashboard'));
    expect(push).not.toHaveBeenCalled();
    push.mockRestore();
  });

  it('forgets what was read for the person before', async () => {
    const count = { now: 2 };
    function Cards() {
      const { data } = useRead('cards.list', {});
      return createElement('p', null, `Cards: ${data?.length ?? 'unknown'}`);
    }
    await show(Cards, {}, { 'GET /cards': () => Array.from({ length: count.now }), 'GET /user': sampleUser });
    expect(texts()).toContain('Cards: 2');
    await enterSession();
    await settle();
    expect(texts()).toContain('Cards: unknown');
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
      'POST /auth/login': {
        isTwoFactorRequired: true,
        userId: 'usr_1',
        methods: ['passkey', 'email', 'recovery_code'],
      },
    });
    await press('Sign in');
    await vi.waitFor(() => button('Verify'));
    // This browser knows no passkeys.
    expect(buttons('Use a passkey')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(31_000);
    await settle();
    await type('Verification code', '123');
    await press('Send a new code');
    expect(changes()).toHaveLength(2);
    expect(field('Verification code').value).toBe('');
    expect(textOf()).toContain('A new code is on its way.');
    await press('Use a recovery code');
    expect(textOf()).not.toContain('A new code is on its way.');
  });

  it('says where a reset link went', async () => {
    await show(ForgotPasswordPage, {}, { ...replies, 'POST /auth/password/forgot': {} }, '/password/forgot');
    await type('Email', ' ada@example.com ');
    await press('Send reset link');
    expect(textOf()).toContain('If ada@example.com has an account');
    expect(changes()[0]?.body).toEqual({ email: 'ada@example.com' });
    expect(globalThis.document.activeElement?.localName).toBe('h1');
  });

  it('by a mailed link does nothing before the press, and says why the link did nothing', async () => {
    const act = vi.fn<(token: string) => Promise<void>>().mockRejectedValue(new Error('x'));
    await show(
      MailedLink,
      {
        question: 'Freeze?',
        effect: '',
        action: 'Freeze',
        act,
        done: { heading: '', text: '' },
        life: 'The link works for 7 days.',
      },
      replies,
      '/freeze-card#token',
    );
    button('Freeze').focus();
    await settle();
    expect(act).not.toHaveBeenCalled();
    await press('Freeze');
    expect(act).toHaveBeenCalledWith('token');
    expect(textOf()).toContain('An error occurred.');
    act.mockRejectedValue(new ApiError({ status: 400, code: 'InvalidUndoLink' }));
    await press('Freeze');
    expect(texts()).toEqual(expect.arrayContaining(['Invalid or expired link', 'The link works for 7 days.']));
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

  it('sends the code of a link once, however often its page is drawn', async () => {
    await verify('once', [verified]);
    await verify('once', [refusal(400, 'InvalidVerificationLink', 'Invalid.')]);
    expect(textOf()).toContain('Email Successfully Verified!');
  });

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
