/** `npm start`: the whole product on this machine. README.md says what it offers. */
import path from 'node:path';

import { buildSite } from '#infra/build/build-site.ts';
import { superviseStack } from '#infra/local/supervisor/supervise-stack.ts';
import { seedFunctions } from '#infra/local/seed/seed-functions.ts';
import { runCommand } from './command-line/run-command.ts';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (file: string) => path.join(root, file);

await runCommand(
  import.meta,
  {
    summary:
      'Runs the whole product on this machine (npm start). PORT, DATA_DIR and SEED are read from the environment: see bin/README.md.',
  },
  () =>
    superviseStack(root, {
      definitionModule: inRoot('infra/definition/index.ts'),
      simulators: {
        payments: inRoot('infra/local/simulators/payments/main.ts'),
        issuer: inRoot('infra/local/simulators/issuer/main.ts'),
      },
      buildSite,
      seedScript: inRoot('bin/seed.ts'),
      seedFunctions,
    }),
);
