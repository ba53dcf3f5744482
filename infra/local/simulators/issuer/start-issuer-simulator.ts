import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequest, isIssuerPath } from './api/answer-request.ts';
import { serveIssuerCall } from './api/serve-issuer-call.ts';
import type { Work } from './books/records.ts';
import { openBooks } from './books/open-books.ts';
import type { ControlContext } from './control/control-request.ts';
import { answerControlRequest } from './control/serve-control-door.ts';
import { announceCreation, failCreation } from './engine/create-card.ts';
import { FaultRules } from '../kit/fault-rules.ts';
import { finishVerification } from './engine/holders.ts';
import { type Issuer, type IssuerKeys, setWallet } from './engine/issuer.ts';
import { defaultSettings, type IssuerSettings, pickSettings } from './engine/settings.ts';
import { runDueJobs } from './engine/run-due-jobs.ts';
import { settleTransfer } from './engine/transfers.ts';
import { Agenda } from '../kit/agenda.ts';
import { VirtualClock } from '../kit/virtual-clock.ts';
import { WebhookCourier } from '../kit/webhook-courier.ts';
import { isLoopbackHost, isLoopbackUrl } from '../kit/loopback.ts';
import { EventDeliveries } from './engine/event-deliveries.ts';
import { foreignVisitor } from '../kit/foreign-visitor.ts';
import { readBody } from '../kit/read-body.ts';
import { RequestLog } from './http/request-log.ts';
import { sendJson } from './http/send.ts';
import { serveShop } from './shop/serve-shop.ts';

/** The options of the simulator. Every setting of {@link IssuerSettings} may be given too. */
export type IssuerSimulatorOptions = IssuerKeys & {
  /** 0 takes a free port. */
  readonly port: number;
  /** An address of this machine; 127.0.0.1 without one. */
  readonly host?: string;
  /** Where everything is kept; in memory without one. */
  readonly dataFile?: string;
  /** Where events go: an http address of this machine, with the path token. May be set later through the control door. */
  readonly webhookUrl?: string;
  /** Lead of the virtual clock in a fresh simulator. */
  readonly clockOffsetMs?: number;
  /** Balance of a fresh issuing wallet, in cents. */
  readonly floatCents?: number;
} & Partial<IssuerSettings>;

/** A running simulator. */
export type IssuerSimulator = { readonly url: string; close(): Promise<void> };

/** Starts the simulated card issuer; throws a RangeError for a host, setting or webhook address that it cannot accept. */
export async function startIssuerSimulator(options: IssuerSimulatorOptions): Promise<IssuerSimulator> {
  const {
    port,
    host = '127.0.0.1',
    dataFile,
    webhookUrl,
    clockOffsetMs = 0,
    floatCents = 100_000_000,
    ...rest
  } = options;
  const { accessToken, secretKey, webhookSecret, ...given } = rest;
  if (!isLoopbackHost(host)) throw new RangeError('The simulator listens on loopback only');
  if (webhookUrl !== undefined && !isLoopbackUrl(webhookUrl)) {
    throw new RangeError('Events go to http addresses of this machine only');
  }
  const startSettings: IssuerSettings = { ...defaultSettings, ...pickSettings(given) };
  const books = openBooks(dataFile);
  const storedOffsetMs = books.facts.get('clockOffsetMs')?.value;
  const clock = new VirtualClock(typeof storedOffsetMs === 'number' ? storedOffsetMs : clockOffsetMs, (value) => {
    books.facts.put({ id: 'clockOffsetMs', value });
  });
  const log = new RequestLog();
  let url = '';
  const issuer: Issuer = {
    keys: { accessToken, secretKey, webhookSecret },
    books,
    clock,
    faults: new FaultRules(books.faults),
    settings: () => ({ ...startSettings, ...storedSettings() }),
    publicUrl: () => url,
  };
  const storedSettings = (): Partial<IssuerSettings> => pickSettings(Object(books.facts.get('settings')?.value ?? {}));
  if (books.facts.get('walletCents') === undefined) setWallet(issuer, floatCents);
  if (webhookUrl !== undefined) books.facts.put({ id: 'webhookUrl', value: webhookUrl });

  const deliveries = new EventDeliveries(issuer);
  const courier = new WebhookCourier(deliveries, () => agenda.wake());
  const agenda: Agenda = new Agenda(clock, {
    runDue: () => {
      runDueJobs(issuer, (work) => carryOut(issuer, work));
      courier.launchDue();
    },
    nextDueAt: () => earliest(books.jobs.smallest('dueAt'), deliveries.nextDueAt(courier.keysUnderWay())),
    settled: async () => courier.settled(),
  });
  const context: ControlContext = {
    issuer,
    log,
    changeSettings: (values) =>
      void books.facts.put({ id: 'settings', value: { ...storedSettings(), ...pickSettings(values) } }),
    wake: () => agenda.wake(),
    reset: () => {
      books.erase(['webhookUrl']);
      setWallet(issuer, floatCents);
      clock.set(clockOffsetMs);
      log.clear();
    },
  };
  const server = createServer((request, response) => {
    serve(context, request, response)
      .catch((error: unknown) => {
        console.error('issuer simulator:', error);
        sendJson(response, 500, { message: 'Internal server error' });
      })
      .finally(() => agenda.wake());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  url = `http://${host}:${actualPort}`;
  agenda.wake();
  let isEnded = false;
  return {
    url,
    close: async () => {
      if (isEnded) return;
      isEnded = true;
      agenda.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await courier.close();
      await closed;
      books.close();
    },
  };
}

async function serve(context: ControlContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { issuer, log } = context;
  const url = new URL(request.url ?? '/', 'http://simulator.invalid');
  const method = request.method ?? 'GET';
  const bytes = await readBody(request);
  if (bytes === undefined) {
    response.setHeader('connection', 'close');
    sendJson(response, 413, { message: 'The body is too large' });
    return;
  }
  const rawBody = bytes.toString('utf8');
  if (isIssuerPath(url.pathname)) {
    serveIssuerCall(issuer, log, request, response, rawBody);
    return;
  }
  const refused = foreignVisitor(request);
  if (refused !== undefined) {
    sendJson(response, 403, { error: refused });
    return;
  }
  if (serveShop(issuer, method, url, rawBody, response)) return;
  const { status, body } = answerControlRequest(context, method, url, rawBody);
  // Work that this request made due, as after a jump of the clock, runs before the answer.
  context.wake();
  sendJson(response, status, body);
}

function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function carryOut(issuer: Issuer, work: Work): void {
  switch (work.kind) {
    case 'settle_transfer':
      settleTransfer(issuer, work.reference);
      break;
    case 'verify_holder':
      finishVerification(issuer, work.holderId, work.effects);
      break;
    case 'announce_creation':
      announceCreation(issuer, work.cardId, work.effects);
      break;
    case 'fail_creation':
      failCreation(issuer, work.cardId, work.effects);
      break;
    case 'apply_late':
      // The client has gone, so nothing reads the answer.
      answerRequest(issuer, work.request);
      break;
  }
}
