/** `npm start`: the whole product on this machine. README says what it offers; decisions.md says what it promises. */
import path from 'node:path';

import { buildSite } from '#infra/build/build-site.ts';
import { superviseStack } from '#infra/local/supervisor/supervise-stack.ts';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (file: string) => path.join(root, file);

await superviseStack(root, {
  definitionModule: inRoot('infra/definition/index.ts'),
  simulators: {
    payments: inRoot('infra/local/simulators/payments/main.ts'),
    issuer: inRoot('infra/local/simulators/issuer/main.ts'),
  },
  buildSite,
  seedScript: inRoot('bin/seed.ts'),
});
