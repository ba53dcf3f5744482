/** Writes the sheet of limits: `node bin/write-limits.ts`. A test fails when it was forgotten. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { limitsPage } from '#infra/limits-page.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  { summary: 'Writes where the walls are, and what is turned then, from the definition to infra/LIMITS.md.' },
  () => {
    writeFileSync(path.join(import.meta.dirname, '../infra/LIMITS.md'), limitsPage());
    console.log('wrote infra/LIMITS.md');
  },
);
