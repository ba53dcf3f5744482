import { describe, expect, it } from 'vitest';
import { accountReactivatedMail, accountSuspendedMail } from '#functions/domain/mails/suspension-mails.ts';
import { addressGoneMail, addressRestoredMail } from '#functions/domain/mails/address-undo-mails.ts';
import { addressTakenMail } from '#functions/domain/mails/address-taken-mail.ts';
import { emailChangeCodeMail } from '#functions/domain/mails/email-change-code-mail.ts';
import { emailChangedMail } from '#functions/domain/mails/email-changed-mail.ts';
import { newAddressTakenMail } from '#functions/domain/mails/new-address-taken-mail.ts';
import { notificationMail } from '#functions/domain/mails/notification-mail.ts';
import { passwordChangedMail } from '#functions/domain/mails/password-changed-mail.ts';
import { renderMail } from '#functions/domain/mails/render-mail.ts';
import { resetLinkMail } from '#functions/domain/mails/reset-link-mail.ts';
import { sessionAlarmMail } from '#functions/domain/mails/session-alarm-mail.ts';
import { signInCodeMail } from '#functions/domain/mails/sign-in-code-mail.ts';
import { twoFactorMail } from '#functions/domain/mails/two-factor-mail.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';

const siteUrl = 'https://satchel.example';

describe('a mail', () => {
  it('holds its link in text and in HTML', () => {
    const { text, html } = verificationMail({ siteUrl, firstname: 'Ada', code: 'the-code' });
    expect(text).toContain('https://satchel.example/email/verify/the-code');
    expect(html).toContain('href="https://satchel.example/email/verify/the-code"');
    expect(text).toContain('Welcome, Ada');
  });

  it('makes addresses of our site clickable wherever they stand, and no others', () => {
    const { html } = renderMail({
      subject: 'Subject',
      preview: 'Preview',
      heading: 'Heading',
      paragraphs: ['Look at https://evil.example/x and https://satchel.example.evil.example/x'],
      notes: [`Support: ${siteUrl}/support`],
      siteUrl,
    });
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(targets).toEqual([`${siteUrl}/support`, siteUrl]);
  });

  it('is inert, with any content', () => {
    const nasty = `"><img src=x onerror='alert(1)'>&`;
    const { html, text } = renderMail({
      subject: nasty,
      preview: nasty,
      heading: nasty,
      paragraphs: [nasty],
      action: { label: nasty, url: `https://satchel.example/${nasty}` },
      notes: [nasty],
      siteUrl,
    });
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/href="[^"]*'[^"]*"/);
    expect(html).toContain('&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;');
    expect(text).toContain(nasty);
  });

  it.each(['visit evil.example now', 'http://evil.example', 'You won 1000 USD', 'a'.repeat(40)])(
    'does not greet "%s": sign-ups are no way to mail a message to strangers',
    (firstname) => {
      for (const mail of [
        verificationMail({ siteUrl, firstname, code: 'c' }),
        addressTakenMail({ siteUrl, firstname }),
        sessionAlarmMail({ siteUrl, firstname, atMs: 0 }),
        signInCodeMail({ siteUrl, firstname, code: '123456', atMs: 0 }),
        resetLinkMail({ siteUrl, firstname, code: 'c', expiresAtMs: 0 }),
        passwordChangedMail({ siteUrl, firstname, atMs: 0, by: 'reset' }),
        emailChangedMail({ siteUrl, firstname, atMs: 0, undoToken: 't' }),
        addressRestoredMail({ siteUrl, firstname, atMs: 0 }),
        addressGoneMail({ siteUrl, firstname, atMs: 0 }),
        newAddressTakenMail({ siteUrl, firstname }),
        twoFactorMail({ siteUrl, firstname, atMs: 0, isEnabled: true, by: 'owner', isReplaced: false }),
        accountSuspendedMail({ siteUrl, firstname, atMs: 0, reasonForUser: undefined }),
        accountReactivatedMail({ siteUrl, firstname, atMs: 0 }),
      ]) {
        expect(mail.text + mail.html + mail.subject).not.toContain(firstname);
      }
    },
  );

  it.each(['Ada', 'Anne-Marie', "D'Arcy", 'José Luis', '李'])('greets %s', (firstname) => {
    expect(verificationMail({ siteUrl, firstname, code: 'c' }).text).toContain(`Welcome, ${firstname}`);
  });

  it('names the time of the event in UTC', () => {
    const { text } = sessionAlarmMail({ siteUrl, firstname: 'Ada', atMs: Date.UTC(2026, 0, 15, 9, 30) });
    expect(text).toContain('Jan 15, 2026 at 9:30 AM UTC');
  });

  it.each([
    signInCodeMail({ siteUrl, firstname: 'Ada', code: '012345', atMs: 0 }),
    emailChangeCodeMail({ siteUrl, code: '012345' }),
  ])('shows the code once, in one piece, in text and HTML, not in the subject: $subject', ({ subject, text, html }) => {
    expect(text.split('012345')).toHaveLength(2);
    expect(text).toMatch(/^012345$/m);
    expect(html.split('012345')).toHaveLength(2);
    expect(html).toContain('>012345</p>');
    expect(subject).not.toContain('012345');
  });

  it('about several refunds does not say where they went: of deleted cards, and of corrections, that is the balance', () => {
    const refund = {
      kind: 'refund',
      title: '$12.00 back from Blue Bottle',
      body: 'It was refunded to your balance, because Travel •••• 4444 was deleted.',
      link: '/cards/crd_1',
      createdAtMs: 0,
    } as const;
    const adjusted = {
      kind: 'refund',
      title: '$5.00 added to your balance',
      body: 'Corrected.',
      link: '/activity',
      createdAtMs: 0,
    } as const;
    const { subject } = notificationMail({ siteUrl, firstname: 'Ada', notifications: [refund, adjusted] });
    expect(subject).toBe('2 refunds');
  });

  it('about very many purchases spells out twenty, and counts the rest', () => {
    const one = { kind: 'purchase', title: 'Bought', body: 'Paid.', link: '/activity', createdAtMs: 0 } as const;
    const notifications = [one, ...Array.from({ length: 24 }, () => one)] as const;
    const { subject, text } = notificationMail({ siteUrl, firstname: 'Ada', notifications });
    expect(subject).toBe('25 purchases on your cards');
    expect(text.split('Bought. Paid.')).toHaveLength(21);
    expect(text).toContain('And 5 more.');
  });

  it('about a payment ahead names no time but that of the payment', () => {
    const renewal = {
      kind: 'renewal',
      title: 'Streambox expects $12.00 on Jan 18',
      body: 'Ready.',
      link: '/cards/crd_1',
      createdAtMs: 0,
    } as const;
    expect(notificationMail({ siteUrl, firstname: 'Ada', notifications: [renewal] }).text).not.toContain('As of');
  });

  it('holds the reset link with code and expiry, the same in text and in HTML', () => {
    const { text, html } = resetLinkMail({ siteUrl, firstname: 'Ada', code: 'usr_1.x-y_z', expiresAtMs: 1234 });
    expect(text).toContain('https://satchel.example/password/reset?code=usr_1.x-y_z&exp=1234\n');
    expect(html).toContain('href="https://satchel.example/password/reset?code=usr_1.x-y_z&amp;exp=1234"');
  });
});
