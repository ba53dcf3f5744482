import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isLoopbackHost } from '../kit/loopback.ts';
import { Agenda } from '../kit/agenda.ts';
import { Chance } from './chance.ts';
import { FaultBoard } from './fault-board.ts';
import { InvoiceDesk } from './invoice-desk.ts';
import { InvoiceMoney } from './invoice-money.ts';
import { Market } from './market.ts';
import { answerRequest } from './answer-request.ts';
import { defaultProfile, type ProfileName, profiles } from './provider-profile.ts';
import type { SimulatorParts } from './simulator-parts.ts';
import { SimulatorStore } from './simulator-store.ts';
import { VirtualClock } from '../kit/virtual-clock.ts';
import { WalletDesk } from './wallet-desk.ts';
import { WebhookPostman } from './webhook-postman.ts';

/** The options of the simulator. */
export type PaymentSimulatorOptions = {
  /** 0 takes a free one. */
  port: number;
  /** A loopback address; default 127.0.0.1. */
  host?: string;
  /** SQLite file that keeps everything; without one nothing outlives the process. */
  dataFile?: string;
  merchantId: string;
  /** Both keys must begin with `test_`, so that a real key can never be used by mistake. */
  paymentKey: string;
  payoutKey: string;
  /** See `defaultProfile` for the choice made when this is left out. */
  profile?: ProfileName;
  /** Minimum lead of the simulator's time; a stored clock that is further ahead stays there. */
  clockOffsetMs?: number;
  /** Duration of the confirmations of a payment made on the pay page, in milliseconds; default 1500. */
  autoConfirmMs?: number;
  /** Duration of a refund asked for through the API, in milliseconds; default 2000. */
  refundMs?: number;
  /** Timeout for a webhook's receiver, in milliseconds; default 10 000. */
  webhookTimeoutMs?: number;
  /** Makes identifiers and addresses repeatable; kept in the data file from the first start on. */
  seed?: string;
};

/** A running simulator. */
export type PaymentSimulator = {
  /** Base address of API, pay pages and control door, without a slash at the end. */
  url: string;
  /** Ends all connections and closes the file; deliveries not yet answered are sent after the next start. */
  close(): Promise<void>;
};

const testPrefix = 'test_';

/**
 * Starts the payment provider's simulator on loopback. Throws RangeError for a key that is no test key, a host that
 * is not loopback or a missing merchant id; rejects when the port is taken.
 */
export async function startPaymentSimulator(options: PaymentSimulatorOptions): Promise<PaymentSimulator> {
  const { host = '127.0.0.1' } = options;
  if (!isLoopbackHost(host === '::1' ? '[::1]' : host)) throw new RangeError('the simulator listens on loopback only');
  if (options.merchantId === '') throw new RangeError('merchantId is missing');
  for (const key of [options.paymentKey, options.payoutKey]) {
    if (!key.startsWith(testPrefix)) throw new RangeError(`keys must begin with ${testPrefix}`);
  }
  const store = new SimulatorStore(options.dataFile);
  if (store.readSetting('seed') === undefined) store.writeSetting('seed', options.seed ?? randomUUID());
  const storedOffsetMs = Number(store.readSetting('clockOffsetMs') ?? 0);
  const clock = new VirtualClock(Math.max(storedOffsetMs, options.clockOffsetMs ?? 0), (offsetMs) => {
    store.writeSetting('clockOffsetMs', String(offsetMs));
  });
  const faults = new FaultBoard();
  const keys = { paymentKey: options.paymentKey, payoutKey: options.payoutKey };
  const wake = (): void => agenda.wake();
  const postman = new WebhookPostman(store, clock, faults, keys, options.webhookTimeoutMs ?? 10_000, wake);
  let url = '';
  const parts: SimulatorParts = {
    store,
    clock,
    market: new Market(store),
    faults,
    postman,
    chance: new Chance(() => store.readSetting('seed') ?? ''),
    profile: profiles[options.profile ?? defaultProfile],
    settings: {
      confirmMs: options.autoConfirmMs ?? 1500,
      refundMs: options.refundMs ?? 2000,
      announceLocked: false,
      autoConvertTo: null,
    },
    merchantId: options.merchantId,
    ...keys,
    baseUrl: () => url,
    wake,
  };
  const desk = new InvoiceDesk(parts);
  const money = new InvoiceMoney(parts, desk);
  const { courier } = postman;
  const agenda = new Agenda(clock, {
    runDue: () => {
      store.transaction(() => money.runDue());
      courier.launchDue();
    },
    nextDueAt: () => store.nextDueAt(courier.keysUnderWay()),
    settled: async () => courier.settled(),
  });
  const context = { parts, desk, money, wallets: new WalletDesk(parts) };

  const server = createServer((request, response) => void answerRequest(request, response, context, agenda));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  }).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  url = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  agenda.wake();

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    agenda.close();
    const delivered = courier.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await delivered;
    store.close();
  };
  return { url, close: () => (closing ??= close()) };
}
