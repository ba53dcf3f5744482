import { flushCompileCache } from 'node:module';

import { pickSettings } from './engine/settings.ts';
import { startIssuerSimulator } from './start-issuer-simulator.ts';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`issuer simulator: ${name} is missing`);
  return value;
}

const { PORT = '0', HOST, DATA_FILE, WEBHOOK_URL, HOLDER_IDENTITY, TIMEOUT_HOLD_MS } = process.env;

const simulator = await startIssuerSimulator({
  port: Number(PORT),
  accessToken: required('ACCESS_TOKEN'),
  secretKey: required('SECRET_KEY'),
  webhookSecret: required('WEBHOOK_SECRET'),
  ...pickSettings(HOLDER_IDENTITY ? { holderIdentity: HOLDER_IDENTITY } : {}),
  ...(HOST ? { host: HOST } : {}),
  ...(DATA_FILE ? { dataFile: DATA_FILE } : {}),
  ...(WEBHOOK_URL ? { webhookUrl: WEBHOOK_URL } : {}),
  ...(TIMEOUT_HOLD_MS ? { timeoutHoldMs: Number(TIMEOUT_HOLD_MS) } : {}),
});

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await simulator.close();
  process.exit(0);
}

process.once('SIGTERM', () => void end());
process.once('SIGINT', () => void end());
// The channel closes when the parent process has gone.
process.once('disconnect', () => void end());

console.log(`issuer simulator ready at ${simulator.url}`);
// Saves the code that Node has compiled now: kill −9 leaves no other moment.
flushCompileCache();
process.send?.({ ready: true, url: simulator.url });
