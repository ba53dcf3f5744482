import { runAsProcess } from '../kit/run-as-process.ts';
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

runAsProcess('issuer simulator', simulator);
