import { describe, expect, it } from 'vitest';
import { addressTakenMail } from '#functions/domain/mails/address-taken-mail.ts';
import { renderMail } from '#functions/domain/mails/render-mail.ts';
import { sessionAlarmMail } from '#functions/domain/mails/session-alarm-mail.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';

const siteUrl = 'https://satchel.example';

describe('a mail', () => {
  it('holds its link in text and in HTML', () => {
    const { text, html } = verificationMail({ siteUrl, firstname: 'Ada', code: 'the-code' });
    expect(text).toContain('https://satchel.example/email/verify/the-code');
    expect(html).toContain('href="https://satchel.example/email/verify/the-code"');
    expect(text).toContain('Welcome, Ada');
  });

  it('is inert, whatever is put into it', () => {
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
        addressTakenMail({ siteUrl, firstname, code: undefined }),
        sessionAlarmMail({ siteUrl, firstname, atMs: 0 }),
      ]) {
        expect(mail.text + mail.html + mail.subject).not.toContain(firstname);
      }
    },
  );

  it.each(['Ada', 'Anne-Marie', "D'Arcy", 'José Luis', '李'])('greets %s', (firstname) => {
    expect(verificationMail({ siteUrl, firstname, code: 'c' }).text).toContain(`Welcome, ${firstname}`);
  });

  it('says when it happened in UTC', () => {
    const { text } = sessionAlarmMail({ siteUrl, firstname: 'Ada', atMs: Date.UTC(2026, 0, 15, 9, 30) });
    expect(text).toContain('2026-01-15 09:30 UTC');
  });
});
