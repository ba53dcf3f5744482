/** Writes every mail that the product sends to .build/mails, as a browser and as a terminal would show it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sampleMails } from '#test/support/sample-mails.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(import.meta, { summary: 'Writes every mail that the product sends to .build/mails.' }, () => {
  const folder = join(import.meta.dirname, '..', '.build', 'mails');
  mkdirSync(folder, { recursive: true });
  for (const [name, { subject, text, html }] of Object.entries(sampleMails)) {
    writeFileSync(join(folder, `${name}.html`), html);
    writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
    console.log(`${subject}\n  ${pathToFileURL(join(folder, `${name}.html`)).href}`);
  }
});
