/**
 * Erases again, after a restore from a backup, everybody who was erased since that backup:
 *
 *     node bin/replay-erasures.ts .local/services.json
 *     node bin/replay-erasures.ts
 *
 * Without a path it works on AWS: TABLE_NAME is the restored table, ERASURES_TABLE_NAME the list of erasures and
 * SESSION_SECRET_ID the secret, with the operator's credentials in the environment. May be repeated at any time.
 */
import { replayErasures } from '#functions/domain/closing/replay-erasures.ts';
import { silentLog } from '#functions/ports/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';
import { describeVariables, tableVariables, valuesOf } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

await runCommand(
  import.meta,
  {
    summary: 'Erases again everybody whom a restored backup brought back.',
    positionals: { services: servicesFile },
    variables: describeVariables(...tableVariables, 'ERASURES_TABLE_NAME'),
  },
  async ({ services }) => {
    if (services === undefined) valuesOf(['ERASURES_TABLE_NAME']);
    const access = operatorAccess(services);
    const { listed, erased, failed } = await replayErasures({
      ...access,
      random: createRandom(access.clock),
      log: silentLog,
    });
    console.log(`${listed} erasures listed, ${erased} accounts erased again`);
    if (failed.length > 0) {
      const names = failed.map(({ userId, detail }) => `  ${userId}: ${detail}`).join('\n');
      throw new CommandFailure(`${failed.length} accounts were not erased; run this again:\n${names}`);
    }
  },
);
