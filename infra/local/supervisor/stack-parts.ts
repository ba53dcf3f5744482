import path from 'node:path';

import type { GatewayMessage, PartState } from '../gateway/settings.ts';
import type { DynamodbEngine } from './dynamodb-engine.ts';
import type { LocalSecrets } from './local-secrets.ts';
import { startPart } from './part.ts';
import type { Part, PartSettings } from './part.ts';
import type { StackPorts } from './ports.ts';
import type { ProcessLedger } from './process-ledger.ts';
import type { Services } from './services.ts';
import type { SupervisorMessage } from './supervised.ts';

/** Files of the simulators that stand for the two providers, unless these run elsewhere. */
export type Simulators = { readonly payments: string; readonly issuer: string };

/** Every process of the stack but the supervisor. */
export type StackParts = {
  readonly dynamodb: Part;
  readonly sqs: Part;
  readonly gateway: Part;
  readonly all: readonly Part[];
};

/** The settings of the parts. */
export type PartsSettings = {
  readonly dataDirectory: string;
  readonly engine: DynamodbEngine;
  readonly ports: StackPorts;
  readonly secrets: LocalSecrets;
  readonly services: Pick<Services, 'webhooks'>;
  readonly simulators: Partial<Simulators>;
  readonly ledger: ProcessLedger;
  /** The gateway, which runs the functions, opens an inspector. */
  readonly isDebugging: boolean;
  /** Called whenever the gateway starts, with a function that sends it messages. */
  readonly onGatewayStart: (send: (message: GatewayMessage) => void) => void;
};

/** Where a debugger finds the functions with DEBUG=1. */
export const inspectorAddress = '127.0.0.1:9229';

const debugFlags = [`--inspect=${inspectorAddress}`, '--enable-source-maps'];

/**
 * The gateway has a thread for each function. Their small heaps are collected by the thread itself: waking helpers for
 * each collection costs an eighth of the CPU of a start.
 */
const gatewayFlags = ['--single-threaded-gc'];

/** Starts every process at once. They are all up or on their way when this returns. */
export function startParts(settings: PartsSettings): StackParts {
  const { dataDirectory, ports, secrets, services, simulators, ledger, isDebugging, onGatewayStart } = settings;
  const file = (name: string) => path.join(dataDirectory, name);
  const all: Part[] = [];

  const start = (part: Omit<PartSettings, 'logFile'>): Part => {
    const started = startPart({
      ...part,
      logFile: path.join(dataDirectory, 'logs', `${part.name}.log`),
      onStart: (self) => {
        const pid = self.pid();
        if (pid !== undefined) ledger.record(part.name, pid);
        part.onStart?.(self);
      },
      onChange: notifyEverybody,
    });
    all.push(started);
    return started;
  };

  /** Sends changed process ids: the parts end the engine if the supervisor dies, and the gateway reports health. */
  const notifyEverybody = () => {
    const enginePid = all.find(({ name }) => name === 'dynamodb')?.pid();
    const wards: SupervisorMessage = { kind: 'wards', pids: enginePid === undefined ? [] : [enginePid] };
    for (const name of ['sqs', 'mail', 'gateway']) all.find((part) => part.name === name)?.send(wards);
    const message: GatewayMessage = { kind: 'parts', parts: all.map(partState) };
    all.find(({ name }) => name === 'gateway')?.send(message);
  };

  const { engine } = settings;
  const dynamodb = start({
    name: 'dynamodb',
    command: engine.command,
    args: engine.args(ports.dynamodb, dataDirectory),
    ready: async () => (await fetch(`http://127.0.0.1:${ports.dynamodb}`)).status > 0,
    probe: probeOf(ports.dynamodb),
  });
  const ours = path.resolve(import.meta.dirname, '..');
  const sqs = start(
    node('sqs', ports.sqs, path.join(ours, 'stand-ins/sqs.ts'), { PORT: String(ports.sqs), DATA_FOLDER: file('sqs') }),
  );
  start(
    node('mail', ports.mail, path.join(ours, 'stand-ins/mail.ts'), {
      PORT: String(ports.mail),
      DATA_FILE: file('mails.jsonl'),
    }),
  );
  if (simulators.payments !== undefined) {
    start(
      node('payments', ports.payments, simulators.payments, {
        PORT: String(ports.payments),
        DATA_FILE: file('payments.sqlite'),
        MERCHANT_ID: secrets.payments.merchantId,
        PAYMENT_KEY: secrets.payments.paymentKey,
        PAYOUT_KEY: secrets.payments.payoutKey,
        PROFILE: 'cryptomus',
      }),
    );
  }
  if (simulators.issuer !== undefined) {
    start(
      node('issuer', ports.issuer, simulators.issuer, {
        PORT: String(ports.issuer),
        DATA_FILE: file('issuer.sqlite'),
        ACCESS_TOKEN: secrets.issuer.accessToken,
        SECRET_KEY: secrets.issuer.secretKey,
        WEBHOOK_SECRET: secrets.issuer.webhookSecret,
        WEBHOOK_URL: services.webhooks.issuer,
        // The product asks nobody for identity papers, so its cardholders have none.
        HOLDER_IDENTITY: 'none',
      }),
    );
  }
  const gateway = start({
    ...node('gateway', ports.control, path.join(ours, 'gateway/main.ts'), {
      TZ: 'UTC',
      RECORD_API: process.env['RECORD_API'] ?? '',
    }),
    args: [...gatewayFlags, ...(isDebugging ? debugFlags : []), path.join(ours, 'gateway/main.ts')],
    errorsToConsole: true,
    onStart: (self) => onGatewayStart((message) => self.send(message)),
  });
  return { dynamodb, sqs, gateway, all };
}

/** A Node process of ours, which says itself when it serves. */
function node(name: string, port: number, script: string, env: Record<string, string>): Omit<PartSettings, 'logFile'> {
  return { name, command: process.execPath, args: [script], env, ready: 'by-message', probe: probeOf(port) };
}

/** Accepts any reply as a sign of life: a stopped process accepts connections and sends no reply. */
function probeOf(port: number): PartSettings['probe'] {
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
    await answer.body?.cancel();
  };
}

function partState({ name, pid, state, restarts }: Part): PartState {
  return { name, pid: pid(), state: state(), restarts: restarts() };
}
