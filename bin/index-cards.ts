/**
 * Lets staff find cards of earlier versions by their id and by the end of their number:
 *
 *     node bin/index-cards.ts .local/services.json
 *     node bin/index-cards.ts
 *
 * Without a path it works on AWS: TABLE_NAME is the table and SESSION_SECRET_ID the secret, with the operator's credentials
 * in the environment. To be run once after the deployment; may be repeated at any time.
 */
import { indexCards } from '#functions/domain/cards/index-cards.ts';
import { runCommand } from './command-line/run-command.ts';
import { describeVariables, tableVariables } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

await runCommand(
  import.meta,
  {
    summary: 'Lets staff find cards of before by their id and the end of their number.',
    positionals: { services: servicesFile },
    variables: describeVariables(...tableVariables),
  },
  async ({ services }) => {
    const { people, indexed } = await indexCards(operatorAccess(services).store);
    console.log(`${people} people seen, ${indexed} cards added`);
  },
);
