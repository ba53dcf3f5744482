/**
 * The mail inbox: aws-ses-v2-local in a process of its own. The package keeps mails in memory only, so each mail is
 * also appended to a file before SES replies; a restart, kill −9 included, reads them back.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';

import type { Email } from 'aws-ses-v2-local/dist/store.js';

import { reportReady, superviseMe } from '../supervisor/supervised.ts';
import { requiredVariable } from './required-variable.ts';

type MailPackage = { default: (config: { port: number; host: string }) => Promise<Server> };
type Returned = { readonly EmailAddress: string; readonly Reason: string; readonly LastUpdateTime: number };
type MailStore = { saveEmail: (email: Email) => void; clearStore: () => void };

const require = createRequire(import.meta.url);
const { default: startMailServer } = require('aws-ses-v2-local') as MailPackage;

superviseMe();
const port = Number(requiredVariable('PORT'));
const dataFile = requiredVariable('DATA_FILE');
/** SES's own list of addresses that it sends nothing to any more. */
const returnedFile = `${dataFile}.returned`;
keepMailsIn(dataFile);
// Without a host, the server would listen on every interface.
answerReturns(await startMailServer({ port, host: '127.0.0.1' }));
reportReady(`http://127.0.0.1:${port}`);

/**
 * Answers what the package does not: the list of addresses that mails came back from, and its door. `POST /returned {
 * address, reason: 'BOUNCE' | 'COMPLAINT' }` puts an address there, `DELETE /returned` forgets all.
 */
function answerReturns(server: Server): void {
  const [others] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const reply = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (pathname === '/v2/email/suppression/addresses') {
      const fromSeconds = Date.parse(searchParams.get('StartDate') ?? '1970-01-01') / 1000;
      const summaries = readReturned().filter(({ LastUpdateTime }) => LastUpdateTime >= fromSeconds);
      return reply({ SuppressedDestinationSummaries: summaries });
    }
    if (pathname !== '/returned') return others?.(request, response);
    if (request.method === 'DELETE') {
      writeFileSync(returnedFile, '[]');
      return reply([]);
    }
    void json(request).then((body) => {
      const { address, reason } = body as { address: string; reason: 'BOUNCE' | 'COMPLAINT' };
      const others = readReturned().filter(({ EmailAddress }) => EmailAddress !== address);
      const all = [...others, { EmailAddress: address, Reason: reason, LastUpdateTime: Date.now() / 1000 }];
      writeFileSync(returnedFile, JSON.stringify(all));
      reply(all);
    });
  });
}

function readReturned(): Returned[] {
  return existsSync(returnedFile) ? (JSON.parse(readFileSync(returnedFile, 'utf8')) as Returned[]) : [];
}

function keepMailsIn(file: string): void {
  // The package's parts call one another through this module's exports, so replacing them here is seen everywhere.
  const store = require('aws-ses-v2-local/dist/store.js') as MailStore;
  const { saveEmail, clearStore } = store;
  for (const email of readMails(file)) saveEmail(email);
  // A kill may have cut the last line short; what comes next begins a line of its own.
  appendFileSync(file, '\n');
  store.saveEmail = (email) => {
    // As at SES, such a mail is accepted and not delivered.
    const to = email.destination.to.map((each) => each.toLowerCase());
    if (readReturned().some(({ EmailAddress }) => to.includes(EmailAddress))) return;
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
