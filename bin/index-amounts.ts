/**
 * Lets staff find activity lines of earlier versions by their amount, and deposits with refused money:
 *
 *     node bin/index-amounts.ts .local/services.json
 *     node bin/index-amounts.ts
 *
 * Without a path it works on AWS: TABLE_NAME is the table and SESSION_SECRET_ID the secret, with the operator's credentials
 * in the environment. To be run once after the deployment; may be repeated at any time.
 */
import { indexAmounts } from '#functions/domain/activity/index-amounts.ts';
import { runCommand } from './command-line/run-command.ts';
import { describeVariables, tableVariables } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

await runCommand(
  import.meta,
  {
    summary: 'Lets staff find activity lines of before by their amount, and deposits of before with refused money.',
    positionals: { services: servicesFile },
    variables: describeVariables(...tableVariables),
  },
  async ({ services }) => {
    const { people, lines } = await indexAmounts(operatorAccess(services).store);
    console.log(`${people} people seen, ${lines} lines written`);
  },
);
