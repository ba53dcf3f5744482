import path from 'node:path';

import { StackError } from './stack-error.ts';

/** What a person may choose by environment variables. */
export type StackSettings = {
  readonly port: number;
  readonly dataDirectory: string;
  readonly seed: 'demo' | 'none';
};

/** Reads PORT, DATA_DIR and SEED; a relative folder is inside the clone. */
export function readStackSettings(env: NodeJS.ProcessEnv, root: string): StackSettings {
  const { PORT = '3000', DATA_DIR = '.local', SEED = 'demo' } = env;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port < 1 || port > 65_535) {
    throw new StackError(`PORT is ${PORT}, but a port is a number from 1 to 65535, for example PORT=3100.`);
  }
  if (SEED !== 'demo' && SEED !== 'none') {
    throw new StackError(`SEED is ${SEED}, but it can only be demo (accounts to look around with) or none.`);
  }
  if (DATA_DIR === '') throw new StackError('DATA_DIR is empty: name a folder, or leave it out for .local.');
  return { port, dataDirectory: path.resolve(root, DATA_DIR), seed: SEED };
}
