/**
 * The work of staff from a terminal: every command is a route of the API that the site's screens call, so bounds, roles and
 * audit records are the same.
 *
 *     npm run admin -- sign-in --email admin@satchel.test --site http://127.0.0.1:3000
 *     npm run admin -- desk --json
 *     npm run admin -- propose-adjustment userId=usr_… amount=500 direction=credit reason="Charged twice."
 *     npm run admin -- commands
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { flag, optional, required, rest, withDefault } from './command-line/arguments.ts';
import { email, siteAddress, text } from './command-line/kinds.ts';
import { CommandFailure, runCommand, WrongCall } from './command-line/run-command.ts';
import { describeStaffRoutes, staffRequest } from './operator/staff-routes.ts';
import { expectDone, StaffSession } from './operator/staff-session.ts';

/**
 * Reads the variable with this name; where it is not set, asks the question at the terminal. Throws CommandFailure when
 * there is no terminal either.
 */
async function askFor(variable: string, question: string): Promise<string> {
  const given = process.env[variable];
  if (given !== undefined && given !== '') return given;
  if (!process.stdin.isTTY) throw new CommandFailure(`Set ${variable}, or run this in a terminal.`);
  process.stderr.write(`${question}: `);
  // A password is typed here: the terminal does not show it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await terminal.question('')).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** The site of a local stack. */
const localSite = 'http://127.0.0.1:3000';

await runCommand(
  import.meta,
  {
    summary:
      'Does the work of staff from a terminal, by the API that the site calls.\n`commands` lists what there is; `sign-in` and `sign-out` begin and end a session. The password is SATCHEL_PASSWORD or asked for, the code of the second step SATCHEL_CODE.',
    positionals: {
      command: required(text, '`commands`, `sign-in`, `sign-out` or a route of staff: `desk`, `approve-adjustment`'),
      fields: rest(text, 'fields of the route: `id=adj_… reason="Agreed."`'),
    },
    options: {
      email: optional(email, 'for `sign-in`: the address of the staff account'),
      site: optional(siteAddress, `for \`sign-in\`: the address of the site (default: ${localSite})`),
      session: withDefault(text, '.local/admin-session.json', 'file of the session, for its owner only'),
      json: flag('prints the reply alone, as JSON'),
    },
  },
  async ({ command, fields, email: address, site, session: file, json }) => {
    if (command !== 'sign-in' && (address ?? site) !== undefined)
      throw new WrongCall('--email and --site are for sign-in: the session is of one person at one site.');
    if (['commands', 'sign-in', 'sign-out'].includes(command) && fields[0] !== undefined)
      throw new WrongCall(`${JSON.stringify(fields[0])} is one argument too many.`);
    const session = new StaffSession(file);
    if (command === 'commands') {
      console.log(describeStaffRoutes());
    } else if (command === 'sign-in') {
      if (address === undefined) throw new WrongCall('sign-in needs --email.');
      const password = await askFor('SATCHEL_PASSWORD', 'Password');
      const askCode = (methods: readonly string[]) => askFor('SATCHEL_CODE', `Code (${methods.join(', ')})`);
      await session.signIn(site ?? localSite, { email: address, password, askCode });
      if (!json) console.log(`Signed in as ${address}.`);
    } else if (command === 'sign-out') {
      await session.signOut();
      if (!json) console.log('Signed out.');
    } else {
      const { method, path, body } = staffRequest(command, fields);
      const answer = await session.call(method, path, body);
      const reply = expectDone(answer);
      // The session in the file may be one of another site, of weeks ago.
      if (method !== 'GET') console.error(`On ${session.site}.`);
      // A report asked for as CSV is a text.
      const shown = typeof reply === 'string' ? reply : JSON.stringify(reply, null, 2);
      console.log(json ? JSON.stringify(reply ?? null) : reply === undefined ? 'Done.' : shown);
      const next = /<\/api([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      if (next !== undefined)
        console.error(`There is more: cursor=${new URLSearchParams(next.split('?')[1]).get('cursor') ?? ''}`);
      if (answer.status === 202) {
        console.error(
          'Stored, not carried out: a second admin has to do the same. With a single admin it stays undone; make another one with bin/make-admin.ts.',
        );
      }
    }
  },
);
