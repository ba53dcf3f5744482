/** Writes the table of all alarms from the stacks: `node bin/write-alarms.ts`. A test fails when it was forgotten. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { alarmTable } from '#infra/aws/alarm-table.ts';
import { alarmsOf } from '#test/infra/aws/alarms-of.ts';
import { synthesize } from '#test/infra/aws/synthesize.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  { summary: 'Writes what breaks and which alarm rings from the stacks to infra/ALARMS.md.' },
  async () => {
    writeFileSync(path.join(import.meta.dirname, '../infra/ALARMS.md'), alarmTable(alarmsOf(await synthesize('prod'))));
    console.log('wrote infra/ALARMS.md');
  },
);
