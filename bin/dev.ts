/** `npm run dev`: the whole product, with a site that shows a saved file at once. */
import path from 'node:path';
import { createServer } from 'vite';

import { buildSite } from '#infra/build/build-site.ts';
import { siteProxy } from '#infra/local/dev-site/site-proxy.ts';
import { superviseStack } from '#infra/local/supervisor/supervise-stack.ts';
import { seedFunctions } from '#infra/local/seed/seed-functions.ts';
import { runCommand } from './command-line/run-command.ts';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (file: string) => path.join(root, file);

await runCommand(
  import.meta,
  {
    summary:
      'Runs the whole product with hot reload of the site (npm run dev). PORT is the site’s; the gateway behind it takes the next one. DATA_DIR, SEED, WATCH and DEBUG as for npm start; FUNCTIONS is together, so that a changed rule is taken over in seconds.',
  },
  async () => {
    const sitePort = Number(process.env['PORT'] ?? 3000);
    const gatewayPort = sitePort + 1;
    process.env['PORT'] = String(gatewayPort);
    process.env['FUNCTIONS'] ??= 'together';
    const server = await createServer({
      configFile: inRoot('web/vite.config.ts'),
      plugins: [siteProxy(`http://127.0.0.1:${gatewayPort}`)],
      server: { host: '127.0.0.1', port: sitePort, strictPort: true },
      appType: 'custom',
      logLevel: 'warn',
    });
    await server.listen();
    await superviseStack(root, {
      sitePort,
      definitionModule: inRoot('infra/definition/index.ts'),
      simulators: {
        payments: inRoot('infra/local/simulators/payments/main.ts'),
        issuer: inRoot('infra/local/simulators/issuer/main.ts'),
      },
      buildSite,
      seedScript: inRoot('bin/seed.ts'),
      seedFunctions,
    });
  },
);
