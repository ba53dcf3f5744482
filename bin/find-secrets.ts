/**
 * Looks for every secret of a running local stack (card numbers, CVVs, 3DS codes, passwords, mailed codes, tokens, keys) in
 * its logs, table, queues, mails and refusals. `npm test` does so when its browsers and stack tests have ended. What callers
 * said is known where the stack was started with RECORD_API=<folder>.
 *
 *     node bin/find-secrets.ts .local/services.json [folder]
 */
import { checkSecrets } from '#test/secrets/check-secrets.ts';
import { optional } from './command-line/arguments.ts';
import { folder } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { localServicesFile } from './operator/services-file.ts';

await runCommand(
  import.meta,
  {
    summary: 'Looks for every secret of a running local stack in its logs, table, queues, mails and refusals.',
    positionals: { services: localServicesFile, recording: optional(folder, 'recorded with RECORD_API=<folder>') },
  },
  async ({ services, recording = '' }) => {
    const { lookedFor, places, found } = await checkSecrets(services, recording);
    console.log('looked for', lookedFor, 'in', places);
    for (const each of found) console.log(each);
    console.log(found.length === 0 ? 'no secret is where it must not be' : `${found.length} found`);
    process.exitCode = found.length === 0 ? 0 : 1;
  },
);
