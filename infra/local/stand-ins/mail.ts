/**
 * The mail inbox: aws-ses-v2-local in a process of its own. The package keeps mails in memory only, so each mail is
 * also appended to a file before SES replies; a restart, kill −9 included, reads them back.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';

import type { Email } from 'aws-ses-v2-local/dist/store.js';

import { reportReady, superviseMe } from '../supervisor/supervised.ts';
import { requiredVariable } from './required-variable.ts';

type MailPackage = { default: (config: { port: number; host: string }) => Promise<Server> };
type MailStore = { saveEmail: (email: Email) => void; clearStore: () => void };

const require = createRequire(import.meta.url);
const { default: startMailServer } = require('aws-ses-v2-local') as MailPackage;

superviseMe();
const port = Number(requiredVariable('PORT'));
keepMailsIn(requiredVariable('DATA_FILE'));
// Without a host it would listen on every interface.
await startMailServer({ port, host: '127.0.0.1' });
reportReady(`http://127.0.0.1:${port}`);

function keepMailsIn(file: string): void {
  // The package's parts call one another through this module's exports, so replacing them here is seen everywhere.
  const store = require('aws-ses-v2-local/dist/store.js') as MailStore;
  const { saveEmail, clearStore } = store;
  for (const email of readMails(file)) saveEmail(email);
  // A kill may have cut the last line short; what comes next begins a line of its own.
  appendFileSync(file, '\n');
  store.saveEmail = (email) => {
    appendFileSync(file, `${JSON.stringify(email)}\n`);
    saveEmail(email);
  };
  store.clearStore = () => {
    rmSync(file, { force: true });
    clearStore();
  };
}

function readMails(file: string): Email[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Email];
    } catch {
      // The last line of a file that a kill cut short: that mail was never accepted.
      return [];
    }
  });
}
