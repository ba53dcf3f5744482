import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#shared/contract/index.ts';
import { buttons, describing, hide, press, readsOf, refusal, show, textOf, texts, type } from '#test/support/screen.ts';
import { replies, user } from '#test/support/screens/account-replies.ts';
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

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
afterEach(hide);

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
    const onClose = vi.fn();
    await show(RecoveryCodesModal, { codes: ['aaaa', 'bbbb'], onClose }, replies);
    // They are shown once: a press beside them does not take them away.
    document.querySelector('dialog')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
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
        'DELETE /user/sessions/ses_1': {},
      },
    );
    expect(textOf()).toContain('Last seen Jan 1, 2021 · Signed in Jan 1, 2020');
    expect(buttons(/^Sign out (?!every)/)).toHaveLength(1);
    await press('Sign out Chrome on Android');
    expect(readsOf('/user/sessions')).toBe(2);
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
