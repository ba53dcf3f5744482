/** Writes every mail that the product sends to .build/mails, as a browser and as a terminal would show it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressTakenMail } from '#functions/domain/mails/address-taken-mail.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { sessionAlarmMail } from '#functions/domain/mails/session-alarm-mail.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';

const about = { siteUrl: 'https://satchel.example', firstname: 'Ada' };
const code = 'Zm9yLXRoZS1wcmV2aWV3LW9ubHktbm90LWEtY29kZSE';

const mails: Readonly<Record<string, MailContent>> = {
  verification: verificationMail({ ...about, code }),
  'address-taken': addressTakenMail({ ...about, code: undefined }),
  'address-taken-unconfirmed': addressTakenMail({ ...about, code }),
  'session-alarm': sessionAlarmMail({ ...about, atMs: Date.UTC(2026, 0, 15, 9, 30) }),
};

const folder = join(import.meta.dirname, '..', '.build', 'mails');
mkdirSync(folder, { recursive: true });
for (const [name, { subject, text, html }] of Object.entries(mails)) {
  writeFileSync(join(folder, `${name}.html`), html);
  writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
  console.log(`${subject}\n  ${pathToFileURL(join(folder, `${name}.html`)).href}`);
}
